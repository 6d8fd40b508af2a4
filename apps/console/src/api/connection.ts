import { Store } from '../state/store.ts';

/** Whether the service responds. */
export const connection = new Store<'reachable' | 'unreachable'>('reachable');

const RETRY_MS = 2_000;
/** A request without a response so far is not waited for any longer. */
const TIMEOUT_MS = 5_000;
let retry: ReturnType<typeof setTimeout> | undefined;
let respondedAt = Date.now();

/** The time of the last response, in ms of Unix time. */
export function lastResponseAt(): number {
  return respondedAt;
}

export function reportReachable(): void {
  clearTimeout(retry);
  retry = undefined;
  respondedAt = Date.now();
  connection.set('reachable');
}

/** Asks again until the service responds. */
export function reportUnreachable(): void {
  connection.set('unreachable');
  retry ??= setTimeout(() => void ask(), RETRY_MS);
}

async function ask(): Promise<void> {
  retry = undefined;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok } = await fetch(new URL('healthz', location.href), { signal });
    // A proxy responds for a service that does not.
    if (ok) return reportReachable();
  } catch {
    // There is no connection yet.
  }
  reportUnreachable();
}
