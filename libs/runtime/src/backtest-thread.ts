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
): Promise<JsonText> {
  await using database = await PostgresDatabase.connect(databaseUrl, { connections: 1 });
  const { prices } = postgresStores(database);
  const deps = { prices, solver: new HighsLinearSolver(), clock: () => new Date() };
  const result = await backtest(deps, task, (_, position, count) => report({ position, count }));
  return JSON.stringify(result);
}
