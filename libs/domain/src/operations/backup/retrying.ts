import { isSolanoError } from '@solano/domain/kernel';

const MAX_ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/**
 * Repeats a call while a store is unavailable, four times at most: an hour of work is not to be lost by a bucket that
 * is unavailable for a second. Errors: those of the call.
 */
export async function retrying<T>(
  pause: (ms: number) => Promise<void>,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isSolanoError(error, 'objects_unavailable')) throw error;
      await pause(attempt * PAUSE_MS);
    }
  }
}
