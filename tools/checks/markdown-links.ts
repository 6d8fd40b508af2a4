import { dirname, join, normalize } from 'node:path';

/** The target of a link or of a picture, without its title. */
const LINK = /\[[^\]]*\]\(<?([^)\s>]+)>?[^)]*\)/g;
const FENCED = /^(```|~~~)[\s\S]*?^\1/gm;
const ELSEWHERE = /^[a-z][a-z+.-]*:/i;

/** Characters that GitHub removes from the name of a heading's link: punctuation. */
const PUNCTUATION = /[^\p{L}\p{N}\p{M} _-]/gu;

/** The anchors of a page's headings, as GitHub names them: the second of the same text ends with `-1`. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const headings = [...page.replace(FENCED, '').matchAll(/^#{1,6} +(.+?) *$/gm)];
  return new Set(headings.map(([, text = '']) => anchorOf(text, counts)));
}

/**
 * The anchor of a heading.
 *
 * @param counts of the page's headings so far, by text.
 */
export function anchorOf(heading: string, counts: Map<string, number>): string {
  const anchor = heading.toLowerCase().replace(PUNCTUATION, '').replaceAll(' ', '-');
  const count = counts.get(anchor) ?? 0;
  counts.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

/** The targets of a page's relative links, outside code. */
export function relativeLinks(page: string): readonly string[] {
  const text = page.replace(FENCED, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !ELSEWHERE.test(target));
}

/**
 * The relative links that lead nowhere, each as `page: target`.
 *
 * @param pages the text of each page by its path from the root.
 * @param exists whether there is a file or folder at a path from the root.
 */
export function brokenLinks(
  pages: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): readonly string[] {
  const leadsSomewhere = (page: string, target: string) => {
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page : normalize(join(dirname(page), decodeURI(file)));
    if (path.startsWith('..') || !exists(path)) return false;
    return anchor === undefined || anchorsOf(pages.get(path) ?? '').has(anchor);
  };
  return [...pages].flatMap(([page, text]) =>
    relativeLinks(text)
      .filter((target) => !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  );
}
