import { parentPort, workerData } from 'node:worker_threads';
import { backtest, isSolanoError } from '@solano/domain';
import { HighsLinearSolver } from '@solano/highs';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import type { BacktestMessage, BacktestThreadData } from './backtests.ts';

const { databaseUrl, task } = workerData as BacktestThreadData;
const post = (message: BacktestMessage) => parentPort?.postMessage(message);

post(await run());

/** The error, in a form that a thread can send; a bug ends the thread. */
async function run(): Promise<BacktestMessage> {
  try {
    await using database = await PostgresDatabase.connect(databaseUrl, { connections: 1 });
    const { prices } = postgresStores(database);
    const deps = { prices, solver: new HighsLinearSolver(), clock: () => new Date() };
    const result = await backtest(deps, task, (_, place, count) => post({ place, count }));
    return { result: JSON.stringify(result) };
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}
