export { PostgresCustomerStore } from './customer-store.ts';
export { PostgresDatabase } from './database.ts';
export { type EmbeddedServer, openEmbeddedServer } from './embedded-server.ts';
export { PostgresKeyStore } from './key-store.ts';
export { migrate } from './migrate.ts';
export { PostgresPriceStore } from './price-store.ts';
export { PostgresPurchaseStore } from './purchase-store.ts';
export { PostgresStrategyStore } from './strategy-store.ts';
