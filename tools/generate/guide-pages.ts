import { posix } from 'node:path';
import type { Token } from '@11ty/eleventy';
import { anchorOf, relativeLinks } from '../checks/markdown-links.ts';

/** The page that leads to all others; its headings and links are the menu. */
export const FIRST_PAGE = 'docs/guide/README.md';

/** The service in the pages, and from the guide, which it serves at /docs/guide/. */
const SERVICE = 'http://127.0.0.1:3000/';
const ROOT = '../../';

/** Pages outside docs that pages link to, by their names in the guide. */
export const OTHER_PAGES: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'vulnerabilities',
};

/** Returns the file name of a page in the guide: all are in one folder. */
export function fileOf(source: string): string {
  if (source === FIRST_PAGE) return 'index.html';
  return `${OTHER_PAGES[source] ?? posix.basename(source, '.md')}.html`;
}

/** Returns the files of pages by their sources. Rejects two pages of one name. */
export function filesOf(sources: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map(sources.map((source) => [source, fileOf(source)]));
  if (new Set(files.values()).size < files.size) {
    throw new Error(
      `Two pages of the guide have one name: ${[...files.values()].sort().join(', ')}`,
    );
  }
  return files;
}

/** Returns a link's target as a path from the root of the repository, and its anchor with `#`. */
export function targetOf(source: string, href: string) {
  const [path = '', anchor] = href.split('#');
  const target =
    path === '' ? source : posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));
  return { target, anchor: anchor === undefined ? '' : `#${anchor}` };
}

export interface MenuGroup {
  readonly title: string;
  readonly pages: readonly { readonly file: string; readonly title: string }[];
}

/** Returns the menu: for each heading of the first page the pages that are linked below it. */
export function menuOf(
  text: string,
  files: ReadonlyMap<string, string>,
  titles: ReadonlyMap<string, string>,
): readonly MenuGroup[] {
  const [, ...parts] = text.split(/^## +/m);
  return parts.map((part) => {
    const linked = relativeLinks(part).map((href) => targetOf(FIRST_PAGE, href).target);
    const sources = [...new Set(linked)].filter((source) => files.has(source));
    const pages = sources.map((source) => {
      return { file: files.get(source) ?? '', title: titles.get(source) ?? '' };
    });
    return { title: part.slice(0, part.indexOf('\n')).trim(), pages };
  });
}

/** Returns the title of a page: its first heading, without marks of code. */
export function titleOf(text: string): string {
  return (/^# +(.+?) *$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}

/** A part of a page as the search finds it. */
export interface Section {
  /** Address in the guide, with the heading's anchor. */
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

interface PageOfTokens {
  readonly source: string;
  readonly files: ReadonlyMap<string, string>;
  /** Returns the address of a picture in the guide, and its size. */
  readonly picture: (path: string) => Readonly<Record<string, string>>;
}

/**
 * Changes the tokens of a page for the guide: headings have GitHub's anchors, links lead to pages of the guide, what is only
 * in the repository is no link, and no style is in a tag, which the policy of the pages forbids.
 *
 * @returns the page's sections.
 */
export function adapt(tokens: readonly Token[], page: PageOfTokens): readonly Section[] {
  const { source, files } = page;
  const file = files.get(source) ?? '';
  const counts = new Map<string, number>();
  const sections: { address: string; page: string; heading: string; text: string }[] = [];
  tokens.forEach((token, i) => {
    const inline = tokens[i + 1];
    if (token.type === 'heading_open' && inline) {
      const anchor = anchorOf(inline.content, counts);
      token.attrSet('id', anchor);
      const heading = plainText(inline);
      const title = sections[0]?.heading ?? heading;
      const address = sections.length === 0 ? file : `${file}#${anchor}`;
      sections.push({ address, page: title, heading, text: '' });
    } else if (token.type === 'th_open' || token.type === 'td_open') {
      alignByClass(token);
      // A corner that heads nothing is a cell.
      if (inline?.content === '')
        for (const each of [token, tokens[i + 2]]) if (each) each.tag = 'td';
    } else if (token.type === 'inline') adaptLinks(token.children ?? [], page);
    const section = sections.at(-1);
    const isHeading = tokens[i - 1]?.type === 'heading_open';
    if (section && !isHeading) section.text = joined(section.text, textOf(token));
  });
  return sections;
}

function textOf(token: Token): string {
  if (token.type === 'inline') return plainText(token);
  return token.type === 'fence' ? token.content.trim() : '';
}

function joined(text: string, more: string): string {
  return more === '' ? text : `${text}${text === '' ? '' : ' '}${more.replace(/\s+/g, ' ')}`;
}

function plainText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}

function alignByClass(token: Token): void {
  const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
  token.attrs = align === undefined ? null : [['class', align]];
}

function adaptLinks(tokens: readonly Token[], { source, files, picture }: PageOfTokens): void {
  let isLink = true;
  for (const token of tokens) {
    if (token.type === 'image') {
      const { target } = targetOf(source, token.attrGet('src') ?? '');
      for (const [name, value] of Object.entries(picture(target))) token.attrSet(name, value);
    } else if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? '';
      if (href.startsWith(SERVICE)) token.attrSet('href', href.replace(SERVICE, ROOT));
      if (/^[a-z]+:/.test(href)) continue;
      const { target, anchor } = targetOf(source, href);
      const file = files.get(target);
      isLink = file !== undefined;
      if (isLink)
        token.attrSet('href', `${target === source ? '' : file}${anchor}` || String(file));
      else rename(token);
    } else if (token.type === 'link_close') {
      if (!isLink) rename(token);
      isLink = true;
    }
  }
}

function rename(token: Token): void {
  token.tag = 'span';
  token.attrs = null;
}
