import type { Readable } from 'node:stream';
import { translated } from './failures.ts';

/** How long an answer, or the next piece of one, may take. Milliseconds, under five seconds. */
const PATIENCE = 4_300;

/**
 * Runs a call and translates what it throws. Aborts it, and fails, when it does not end in time:
 * the SDK's own time-outs end once an answer's head is there, and know no credentials' server.
 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(tooLate());
    control.abort();
  }, PATIENCE);
  try {
    return await Promise.race([call(control.signal), late]);
  } catch (error) {
    throw translated(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What a body brings; fails when nothing more comes in time. Only waiting for the store counts, not
 * how long a slow reader takes with a piece.
 */
export async function* inTimeEach(body: Readable): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    while (true) {
      const timer = setTimeout(() => body.destroy(tooLate()), PATIENCE);
      const piece = await pieces.next().finally(() => clearTimeout(timer));
      if (piece.done) return;
      yield piece.value;
    }
  } catch (error) {
    throw translated(error);
  } finally {
    body.destroy();
  }
}

function tooLate(): Error {
  return new Error(`no answer within ${PATIENCE} ms`);
}
