import {
  type Clock,
  isSolanoError,
  type JsonText,
  type Log,
  MINUTE_MS,
  SECOND_MS,
} from '@solano/domain/kernel';
import { BACKTEST_JOB, RETRIES, type Task } from '@solano/domain/service';
import { readSeries } from '../purchases/series.ts';
import type { BacktestTask } from './backtest.ts';
import type { BacktestStore } from './backtest-store.ts';

const PROGRESS_INTERVAL_MS = SECOND_MS;
const NOT_COMPUTED = 'The backtest could not be computed.';

/**
 * Runs backtests off the main thread. Errors: those of {@link backtest};
 * `computation_failed` where it throws another; `engine_unavailable` once it is closed.
 */
export interface BacktestRunner {
  /** Returns the JSON of the {@link Backtest}. */
  run(task: BacktestTask, onDay: (position: number, count: number) => void): Promise<JsonText>;
}

export interface BacktestJobDeps {
  readonly backtests: BacktestStore;
  readonly runner: BacktestRunner;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The task of backtests: one at a time in a process, and of a customer in all processes. One whose
 * process dies begins again in another.
 */
export function backtestTask(deps: BacktestJobDeps): Task {
  return {
    kind: BACKTEST_JOB,
    concurrency: 1,
    concurrencyPerLane: 1,
    retries: RETRIES,
    maxDelayMs: MINUTE_MS,
    async step({ subject: id, step, reason }) {
      if (step === 'fail') await settle(deps, id, { error: reason });
      else await run(deps, id);
      return undefined;
    },
    giveUp({ subject: id, step }, err) {
      deps.log.error({ backtest_id: id, err }, 'a backtest was given up');
      return step === 'fail' ? undefined : { step: 'fail', reason: NOT_COMPUTED };
    },
  };
}

async function run(deps: BacktestJobDeps, id: string): Promise<void> {
  const { backtests, runner, clock } = deps;
  const request = await backtests.begin(id);
  if (!request) return;
  const { customerId, from, to, settings, series } = request;
  const task = {
    customerId,
    from,
    to,
    settings,
    ...(series !== null && { series: readSeries(JSON.parse(series)) }),
  };
  let writing = Promise.resolve();
  let writtenAt = clock().getTime();
  const onDay = (position: number, count: number) => {
    const now = clock().getTime();
    if (now >= writtenAt && now - writtenAt < PROGRESS_INTERVAL_MS) return;
    writtenAt = now;
    // A progress that cannot be stored is replaced by the next one.
    const done = (position - 1) / count;
    writing = writing.then(() => backtests.report(id, done)).catch(() => {});
  };
  try {
    const result = await runner.run(task, onDay);
    await writing;
    await settle(deps, id, { result });
  } catch (err) {
    const isRejected = isSolanoError(err, 'invalid_request') || isSolanoError(err, 'not_found');
    if (!isRejected) throw err;
    await settle(deps, id, { error: err.message });
  }
}

function settle(
  { backtests, clock }: BacktestJobDeps,
  id: string,
  outcome: { readonly result: JsonText } | { readonly error: string },
): Promise<void> {
  return backtests.settle(id, outcome, clock());
}
