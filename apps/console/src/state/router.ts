import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/** The address of the page: `#/plants/<id>?tab=files` has the path `plants`, `<id>`. */
export interface Route {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decodeSegment),
    query: new URLSearchParams(query),
  };
}

/** The text of a part of an address; itself where it is badly encoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the address of a page, for a link. */
export function linkTo(path: readonly string[], query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`;
}

export function goTo(path: readonly string[], query: Record<string, string> = {}): void {
  location.hash = linkTo(path, query);
}

/** Shows another page in the place of this one, without a step in the history. */
export function replacePage(path: readonly string[]): void {
  show(linkTo(path), 'replaceState');
}

type Changes = Readonly<Record<string, string | undefined>>;

/** Changes the query of the page without a step in the history: for what nobody chose. */
export function replaceQuery(changes: Changes): void {
  show(addressWith(changes), 'replaceState');
}

/** Changes of the same parameters within this time, in ms, are one step: a day is typed by digits. */
const ONE_STEP_MS = 1_000;
let last = { of: '', at: Number.NEGATIVE_INFINITY };

/** Changes the query of the page as a step of the history, which the browser can go back. */
export function changeQuery(changes: Changes): void {
  const link = addressWith(changes);
  if (link === addressWith({})) return;
  const of = `${parseRoute(location.hash).path.join('/')}?${Object.keys(changes).join()}`;
  const at = performance.now();
  const isSameStep = of === last.of && at - last.at < ONE_STEP_MS;
  last = { of, at };
  show(link, isSameStep ? 'replaceState' : 'pushState');
}

function addressWith(changes: Changes): string {
  const { path, query } = parseRoute(location.hash);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return linkTo(path, Object.fromEntries(query));
}

function show(link: string, step: 'replaceState' | 'pushState'): void {
  history[step](null, '', link);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

type Follower = (hash: string) => void;
const followers = new Set<Follower>();
const update = () => {
  for (const follow of followers) follow(location.hash);
};

/**
 * Calls the follower on each change of the address, all of them by one listener: the browser draws
 * what changed after each listener, and the page would be drawn as often as it has parts that follow.
 */
function followAddress(follower: Follower): () => void {
  if (followers.size === 0) addEventListener('hashchange', update);
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size === 0) removeEventListener('hashchange', update);
  };
}

/** Returns a part of the address; what uses it is drawn anew when that part changes, not at each click. */
function usePart(partOf: (hash: string) => string | undefined, name = ''): string | undefined {
  const [part, setPart] = useState(() => partOf(location.hash));
  useLayoutEffect(() => {
    const update = (hash: string) => setPart(partOf(hash));
    update(location.hash);
    return followAddress(update);
  }, [name]);
  return part;
}

/** The path of the page's address. */
export function usePath(): Route['path'] {
  const path = usePart((hash) => hash.split('?')[0]) ?? '';
  return useMemo(() => parseRoute(path).path, [path]);
}

/** The value of a parameter of the page's address; undefined where it has none. */
export function useParameter(name: string): string | undefined {
  return usePart((hash) => parseRoute(hash).query.get(name) ?? undefined, name);
}
