import type { Log } from '@solano/domain';

export interface IntervalJobOptions {
  readonly everyMs: number;
  readonly log: Log;
  /** The warning of a run that fails; the next one retries. */
  readonly failure: string;
  /** Whether the first run begins now, and not after the interval. */
  readonly runImmediately?: boolean;
}

/**
 * Runs a job at an interval, never concurrently. Disposing waits for a run in progress.
 */
export function startIntervalJob(
  { everyMs, log, failure, runImmediately = false }: IntervalJobOptions,
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
  const begin = () => {
    running ??= run();
  };
  const timer = setInterval(begin, everyMs);
  if (runImmediately) begin();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
