import { useEffect, useState } from 'preact/hooks';

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

/** Changes the query of the page without a step in the history. */
export function replaceQuery(changes: Record<string, string | undefined>): void {
  const { path, query } = parseRoute(location.hash);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  history.replaceState(null, '', linkTo(path, Object.fromEntries(query)));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const update = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}
