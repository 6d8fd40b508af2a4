import { Store } from '../state/store.ts';

/** Whether the service responds. */
export const connection = new Store<'reachable' | 'unreachable'>('reachable');

const RETRY_MS = 2_000;
let isAsking = false;

export function reportReachable(): void {
  connection.set('reachable');
}

/** Asks again until the service responds. */
export function reportUnreachable(): void {
  connection.set('unreachable');
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => void ask(), RETRY_MS);
}

async function ask(): Promise<void> {
  isAsking = false;
  try {
    await fetch(new URL('healthz', location.href));
    reportReachable();
  } catch {
    reportUnreachable();
  }
}
