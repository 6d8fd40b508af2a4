import type { Log } from '@solano/domain';

export interface Rounds {
  readonly everyMs: number;
  readonly log: Log;
  /** What to say, as a warning, of a round that fails: the next one retries. */
  readonly failure: string;
}

/**
 * Does something again and again, one round after the other. Disposing waits for the round that is
 * under way.
 */
export function startIntervalJob(
  { everyMs, log, failure }: Rounds,
  round: () => Promise<void>,
): AsyncDisposable {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await round();
    } catch (err) {
      log.warn({ err }, failure);
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
