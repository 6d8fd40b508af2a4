interface Cached {
  readonly data: unknown;
  readonly at: number;
}

const cache = new Map<string, Cached>();
/** Requests in flight: two parts of a page that show the same data share one. */
const pending = new Map<string, Promise<unknown>>();
const listeners = new Set<(prefix: string) => void>();

/** The data that were loaded last under a key, and their time. */
export function cachedOf(key: string): Cached | undefined {
  return cache.get(key);
}

/** Calls the listener with the prefix of invalidated keys; returns a function that ends that. */
export function onInvalidation(listener: (prefix: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads data under a key, or joins the request for it that is in flight. */
export function loadOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = pending.get(key) as Promise<T> | undefined;
  if (known) return known;
  const loading = load()
    .then((data) => {
      // Otherwise a change has invalidated it meanwhile.
      if (pending.get(key) === loading) cache.set(key, { data, at: Date.now() });
      return data;
    })
    .finally(() => {
      if (pending.get(key) === loading) pending.delete(key);
    });
  pending.set(key, loading);
  return loading;
}

/** Reloads all data whose key starts with a prefix; called after a change. */
export function invalidate(prefix: string): void {
  for (const entries of [cache, pending])
    for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
  for (const listener of listeners) listener(prefix);
}

/** Removes all data; called when a session ends. */
export function clearCache(): void {
  cache.clear();
  pending.clear();
}
