import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cachedOf, loadOnce, onInvalidation } from './cache.ts';
import { connection } from './connection.ts';

/** Younger results are shown without another request. */
const STALE_AFTER_MS = 5_000;

export interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key?: string | undefined;
  readonly data?: T;
  readonly error?: unknown;
}

function cachedState<T>(key: string | undefined): State<T> {
  const cached = key === undefined ? undefined : cachedOf(key);
  return cached ? { key, data: cached.data as T } : {};
}

/**
 * Loads data, and reloads it when it is invalidated, when the service is reachable again, and at an
 * interval. The old data stay on the page meanwhile.
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
    let isCurrent = true;
    const cached = cachedOf(key);
    if (cached) setState(cachedState(key));
    if (cached && round === 0 && Date.now() - cached.at < STALE_AFTER_MS) return undefined;
    loadOnce(key, latest.current).then(
      (data) => {
        if (isCurrent) setState({ key, data });
      },
      (error: unknown) => {
        if (isCurrent) setState((before) => ({ ...(before.key === key && before), key, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, round]);
  useReloads(key, reload, refreshMs);

  const current = state.key === key ? state : {};
  const isLoading = key !== undefined && current.data === undefined && current.error === undefined;
  return { data: current.data, error: current.error, isLoading, reload };
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
