import { Store } from '../state/store.ts';

/** Whether the service responds. */
export const connection = new Store<'reachable' | 'unreachable'>('reachable');

const RETRY_MS = 2_000;
let retry: ReturnType<typeof setTimeout> | undefined;

export function reportReachable(): void {
  clearTimeout(retry);
  retry = undefined;
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
    await fetch(new URL('healthz', location.href));
    reportReachable();
  } catch {
    reportUnreachable();
  }
}
