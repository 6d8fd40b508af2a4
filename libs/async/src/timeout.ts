interface TimeoutOptions {
  /** The message of the error that a timeout throws. */
  readonly message?: string;
  /** Ends the waiting sooner, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The outcome of the work; throws where it takes longer than `ms`, while the work itself continues. */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  { message = `no response within ${ms} ms`, signal }: TimeoutOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), ms);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
