import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from './api-error.ts';
import { cachedOf, invalidate, loadOnce, onInvalidation } from './cache.ts';
import { connection } from './connection.ts';

/** Younger results are shown without another request. */
const STALE_AFTER_MS = 5_000;
/** Pause before a failed request of data is repeated, if the service names none. */
const RETRY_MS = 10_000;

let isPaused = false;

/** Sends no requests of data until {@link resumeQueries}: nobody is signed in. */
export function pauseQueries(): void {
  isPaused = true;
}

/** Sends the requests of all data that are shown. */
export function resumeQueries(): void {
  if (!isPaused) return;
  isPaused = false;
  invalidate('');
}

export interface Query<T> {
  readonly data: T | undefined;
  /** When the data were loaded, in ms of Unix time. */
  readonly loadedAt: number | undefined;
  /** Why the data could not be loaded, or not anew. */
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key?: string | undefined;
  readonly data?: T;
  readonly loadedAt?: number;
  readonly error?: unknown;
}

function cachedState<T>(key: string | undefined): State<T> {
  const cached = key === undefined ? undefined : cachedOf(key);
  return cached ? { key, data: cached.data as T, loadedAt: cached.at } : {};
}

/** What is known of data that cannot be requested: nobody is signed in. */
function rejected<T>(before: State<T>, key: string): State<T> {
  return before.key === key ? before : { key, error: new ApiError(401, '') };
}

function isOf({ key, loadedAt }: State<unknown>, wanted: string, at: number): boolean {
  return key === wanted && loadedAt === at;
}

/**
 * Loads data, and reloads it when it is invalidated, when the service is reachable again, after a
 * failure of the service, and at an interval. The old data stay on the page meanwhile.
 *
 * @param key names the data; undefined loads nothing.
 */
export function useQuery<T>(
  key: string | undefined,
  load: () => Promise<T>,
  refreshMs?: number,
): Query<T> {
  const [state, setState] = useState<State<T>>(() => cachedState(key));
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = () => setRound((value) => value + 1);

  // The request begins at once: an effect would wait until the page is painted.
  useLayoutEffect(() => {
    if (key === undefined) return undefined;
    if (isPaused) {
      setState((before) => rejected(before, key));
      return undefined;
    }
    let isCurrent = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const cached = cachedOf(key);
    if (cached) setState((before) => (isOf(before, key, cached.at) ? before : cachedState(key)));
    if (cached && round === 0 && Date.now() - cached.at < STALE_AFTER_MS) return undefined;
    loadOnce(key, latest.current).then(
      (data) => {
        if (isCurrent) setState({ key, data, loadedAt: cachedOf(key)?.at ?? Date.now() });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setState((before) => ({ ...(before.key === key && before), key, error }));
        if (error instanceof ApiError && error.isTransient)
          retry = setTimeout(reload, error.retryAfter ? error.retryAfter * 1_000 : RETRY_MS);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(retry);
    };
  }, [key, round]);
  useReloads(key, reload, refreshMs);

  const current = state.key === key ? state : cachedState<T>(key);
  const isLoading = key !== undefined && current.data === undefined && current.error === undefined;
  const { data, loadedAt, error } = current;
  return { data, loadedAt, error, isLoading, reload };
}

function useReloads(key: string | undefined, reload: () => void, refreshMs?: number): void {
  useEffect(() => {
    if (key === undefined) return undefined;
    const onInvalidated = (prefix: string) => key.startsWith(prefix) && reload();
    const unlisten = onInvalidation(onInvalidated);
    const unfollow = connection.follow((state) => state === 'reachable' && reload());
    const timer = refreshMs === undefined ? undefined : setInterval(reload, refreshMs);
    return () => {
      unlisten();
      unfollow();
      clearInterval(timer);
    };
  }, [key, refreshMs]);
}
