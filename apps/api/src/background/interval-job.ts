import type { Log } from '@solano/domain';

export interface IntervalJobOptions {
  readonly everyMs: number;
  readonly log: Log;
  /** The warning of a run that fails; the next one retries. */
  readonly failure: string;
}

/**
 * Runs a job at an interval, never twice at once. Disposing waits for a run in progress.
 */
export function startIntervalJob(
  { everyMs, log, failure }: IntervalJobOptions,
  job: () => Promise<void>,
): AsyncDisposable {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await job();
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
