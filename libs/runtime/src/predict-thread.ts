import type { WorkObserver } from '@solano/async/observed-work';
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
export async function predictMarkets(
  databaseUrl: string,
  _report: unknown,
  observer?: WorkObserver,
): Promise<void> {
  const options = { connections: 1, observe: observer?.statement };
  await using database = await PostgresDatabase.connect(databaseUrl, options);
  const digest = (text: string) => new NodeSecrets().digest(text);
  const stores = postgresStores(database);
  const deps = { ...stores, clock: () => new Date(), digest, observeModel: observer?.model };
  await predictPrices(deps, { days: DAYS });
}
