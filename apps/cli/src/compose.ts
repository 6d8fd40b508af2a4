import { randomUUID } from 'node:crypto';
import type { Config } from '@solano/config';
import type {
  CustomerStore,
  KeyDeps,
  PriceStore,
  PurchaseStore,
  StrategyStore,
} from '@solano/domain';
import { NodeSecrets } from '@solano/node';
import {
  migrate,
  openEmbeddedServer,
  PostgresCustomerStore,
  PostgresDatabase,
  PostgresKeyStore,
  PostgresPriceStore,
  PostgresPurchaseStore,
  PostgresStrategyStore,
} from '@solano/postgres';
import type { Progress } from './progress.ts';

/** What the commands work with; disposing closes it. */
export interface Opened extends KeyDeps, AsyncDisposable {
  readonly customers: CustomerStore;
  readonly purchases: PurchaseStore;
  readonly strategies: StrategyStore;
  readonly prices: PriceStore;
  readonly newId: () => string;
  readonly databaseUrl: string;
  /** Migrations that were applied on opening. */
  readonly migrated: readonly string[];
}

/** Opens the configured database, the embedded one included, at its current schema. */
export async function open(config: Config, progress: Progress): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  progress.on('opening the database');
  const databaseUrl =
    config.databaseUrl ?? stack.use(await openEmbeddedServer(config.dataFolder)).url;
  const migrated = await migrate(databaseUrl);
  const database = stack.use(await PostgresDatabase.connect(databaseUrl));
  const opened = stack.move();
  return {
    customers: new PostgresCustomerStore(database),
    keys: new PostgresKeyStore(database),
    purchases: new PostgresPurchaseStore(database),
    strategies: new PostgresStrategyStore(database),
    prices: new PostgresPriceStore(database),
    secrets: new NodeSecrets(),
    clock: () => new Date(),
    newId: () => randomUUID(),
    databaseUrl,
    migrated,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
