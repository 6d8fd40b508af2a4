import type { Log } from '@solano/domain/kernel';

export interface IntervalJobOptions {
  readonly everyMs: number;
  readonly log: Log;
  /** The warning of a run that fails; the next one retries. */
  readonly failure: string;
  /** Start of the first run; default: after the interval. */
  readonly firstAfterMs?: number;
}

/**
 * Runs a job at an interval, never concurrently. Disposing waits for a run in progress.
 */
export function startIntervalJob(
  { everyMs, log, failure, firstAfterMs }: IntervalJobOptions,
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
  const first = firstAfterMs === undefined ? undefined : setTimeout(begin, firstAfterMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      clearTimeout(first);
      await running;
    },
  };
}
