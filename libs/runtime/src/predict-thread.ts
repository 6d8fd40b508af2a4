import { NodeSecrets } from '@solano/crypto';
import { predictPrices } from '@solano/domain/market/collection';
import { PostgresDatabase, postgresStores } from '@solano/postgres';

/** As many days as `solano prices predict` predicts. */
const DAYS = 7;

/**
 * Makes new predictions of all markets.
 *
 * @public called in a thread, by its name.
 */
export async function predictMarkets(databaseUrl: string): Promise<void> {
  await using database = await PostgresDatabase.connect(databaseUrl, { connections: 1 });
  const digest = (text: string) => new NodeSecrets().digest(text);
  const stores = postgresStores(database);
  await predictPrices({ ...stores, clock: () => new Date(), digest }, { days: DAYS });
}
