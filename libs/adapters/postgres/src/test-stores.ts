import type { OpenStores, Stores } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { PostgresCustomerStore } from './customer-store.ts';
import { PostgresDatabase } from './database.ts';
import { PostgresKeyStore } from './key-store.ts';
import { PostgresPriceStore } from './price-store.ts';
import { PostgresPurchaseStore } from './purchase-store.ts';
import { PostgresStrategyStore } from './strategy-store.ts';

/** Opens a database of its own for a contract suite. */
export const openTestStores: OpenStores = async () => {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const stores = storesOf(opening.use(await PostgresDatabase.connect(url)));
  const opened = opening.move();
  return {
    stores,
    reopen: async () => storesOf(opened.use(await PostgresDatabase.connect(url))),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

export function storesOf(database: PostgresDatabase): Stores {
  return {
    customers: new PostgresCustomerStore(database),
    keys: new PostgresKeyStore(database),
    purchases: new PostgresPurchaseStore(database),
    strategies: new PostgresStrategyStore(database),
    prices: new PostgresPriceStore(database),
  };
}
