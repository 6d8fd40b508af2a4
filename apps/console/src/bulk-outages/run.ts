import { ApiError } from '../api/api-error.ts';

/** Requests in flight at once: the service has other work too. */
const CONCURRENCY = 4;
/** How often a request is repeated that came too early, and the pause in ms if none is named. */
const TRIES = 5;
const PAUSE_MS = 2_000;

/** What became of each item, in their order. */
export interface Outcome<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[];
  readonly failed: readonly { readonly item: T; readonly error: unknown }[];
}

/**
 * Runs an action for each item, a few at once, and goes on after a failure; not after the end of the
 * session: the next one may be another customer's. One that the service is too busy for is repeated when it says.
 *
 * @param onProgress called with how many have ended.
 */
export async function runForEach<T, R>(
  items: readonly T[],
  action: (item: T) => Promise<R>,
  onProgress: (ended: number) => void,
): Promise<Outcome<T, R>> {
  const results: ({ result: R } | { error: unknown })[] = [];
  let next = 0;
  let ended = 0;
  let over: { readonly error: unknown } | undefined;
  const work = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const result = over ?? (await settle(items[index] as T, action));
      if ('error' in result && isSignedOut(result.error)) over ??= { error: result.error };
      results[index] = result;
      ended += 1;
      onProgress(ended);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const outcomes = items.map((item, index) => ({ item, ...results[index] }));
  return {
    done: outcomes.filter((each) => 'result' in each),
    failed: outcomes.filter((each) => 'error' in each),
  };
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

async function settle<T, R>(item: T, action: (item: T) => Promise<R>) {
  for (let tried = 1; ; tried += 1) {
    try {
      return { result: await action(item) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || tried === TRIES) return { error };
      const ms = error.retryAfter === undefined ? PAUSE_MS : error.retryAfter * 1_000;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
