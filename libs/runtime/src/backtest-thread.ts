import type { WorkObserver } from '@solano/async/observed-work';
import type { BacktestTask } from '@solano/domain/desk';
import { backtest } from '@solano/domain/desk/split';
import type { JsonText } from '@solano/domain/kernel';
import { HighsLinearSolver } from '@solano/highs';
import { PostgresDatabase, postgresStores } from '@solano/postgres';

/** Input of a thread. */
export interface BacktestThreadTask {
  readonly databaseUrl: string;
  readonly task: BacktestTask;
}

/** The days that are done, of how many. */
export interface BacktestProgress {
  readonly position: number;
  readonly count: number;
}

/**
 * Runs a backtest and reports each day.
 *
 * @public called in a thread, by its name.
 */
export async function runBacktest(
  { databaseUrl, task }: BacktestThreadTask,
  report: (progress: BacktestProgress) => void,
  observer?: WorkObserver,
): Promise<JsonText> {
  const options = { connections: 1, observe: observer?.statement };
  await using database = await PostgresDatabase.connect(databaseUrl, options);
  const { prices, spreadCurves } = postgresStores(database);
  const deps = {
    prices,
    spreadCurves,
    solver: new HighsLinearSolver(),
    clock: () => new Date(),
    observeModel: observer?.model,
  };
  const result = await backtest(deps, task, (_, position, count) => report({ position, count }));
  return JSON.stringify(result);
}
