import { type ErrorCode, isSolanoError } from '@solano/domain/kernel';

/** The code of the SolanoError that a promise ends in, undefined if it does not fail. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (isSolanoError(error)) return error.code;
    throw error;
  }
}

/** What a promise is rejected with, undefined if it is not. */
export function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Starts the work `count` times at once and waits for all of it. */
export function concurrently<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)));
}
