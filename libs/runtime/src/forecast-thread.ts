import { setPriority } from 'node:os';
import type { WorkObserver } from '@solano/async/observed-work';
import type { ForecastResult, ForecastTask } from '@solano/domain/forecasting';
import { runForecastTask } from '@solano/domain/forecasting/models';
import { PostgresDatabase, postgresStores } from '@solano/postgres';

/** Input of a thread. */
export interface ForecastThreadTask {
  readonly databaseUrl: string;
  readonly task: ForecastTask;
}

/** What other work of the machine leaves over. */
const IDLE_PRIORITY = 19;

/**
 * Does a task of forecasts and reports each month of hindcasts.
 *
 * @public called in a thread, by its name.
 */
export async function runForecast(
  { databaseUrl, task }: ForecastThreadTask,
  report: (month: string) => void,
  observer?: WorkObserver,
): Promise<ForecastResult> {
  // Elsewhere than on Linux it would be that of the whole process.
  if (task.kind === 'learn' && process.platform === 'linux') setPriority(IDLE_PRIORITY);
  const options = { connections: 1, observe: observer?.statement };
  await using database = await PostgresDatabase.connect(databaseUrl, options);
  const deps = {
    ...postgresStores(database),
    clock: () => new Date(),
    observeModel: observer?.model,
  };
  return await runForecastTask(deps, task, report);
}
