import { parentPort, workerData } from 'node:worker_threads';
import { NodeSecrets } from '@solano/crypto';
import { isSolanoError, predictPrices } from '@solano/domain';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import type { ThreadError } from './market.ts';

/** As many as `solano prices predict` does. */
const DAYS = 7;

parentPort?.postMessage(await predict(workerData as { databaseUrl: string }));

/** Makes new predictions of all markets. Returns the error, in a form that a thread can send. */
async function predict({ databaseUrl }: { databaseUrl: string }): Promise<ThreadError | undefined> {
  try {
    await using database = await PostgresDatabase.connect(databaseUrl, { connections: 1 });
    const digest = (text: string) => new NodeSecrets().digest(text);
    const stores = postgresStores(database);
    await predictPrices({ ...stores, clock: () => new Date(), digest }, { days: DAYS });
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return isSolanoError(error) ? { code: error.code, message } : { message };
  }
}
