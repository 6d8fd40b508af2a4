import type { Readable } from 'node:stream';
import { withTimeout } from '@solano/async';
import { translated } from './failures.ts';

/** How long a response may take: with two attempts of the SDK, under five seconds. Milliseconds. */
const TIMEOUT_MS = 4_300;

/** The longest pause between two pieces of an object's content. Milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 2_500;

/**
 * Runs a call and translates what it throws. Aborts it, and fails, when it does not end in time:
 * the SDK's own timeouts end with a response's head, and do not cover the server of credentials.
 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  try {
    const message = nothingWithin(TIMEOUT_MS);
    return await withTimeout(TIMEOUT_MS, call(control.signal), { message });
  } catch (error) {
    control.abort();
    throw translated(error);
  }
}

/**
 * The pieces of a body; fails when the next one does not arrive in time. Only the wait for the store
 * counts, not the time that a slow reader needs for a piece.
 */
export async function* inTimeEach(body: Readable): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    while (true) {
      const piece = await withIdleTimeout(body, pieces.next());
      if (piece.done) return;
      yield piece.value;
    }
  } catch (error) {
    throw translated(error);
  } finally {
    body.destroy();
  }
}

async function withIdleTimeout<T>(body: Readable, next: Promise<T>): Promise<T> {
  let waiting = true;
  const giveUp = () => {
    if (waiting) body.destroy(new Error(nothingWithin(HEARTBEAT_TIMEOUT_MS)));
  };
  // Where this process was busy, data that has arrived meanwhile is read before the immediate.
  const timer = setTimeout(() => setImmediate(giveUp), HEARTBEAT_TIMEOUT_MS);
  try {
    return await next;
  } finally {
    waiting = false;
    clearTimeout(timer);
  }
}

function nothingWithin(milliseconds: number): string {
  return `nothing came within ${milliseconds} ms`;
}
