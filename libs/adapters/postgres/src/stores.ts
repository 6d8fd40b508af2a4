import { PostgresAuditLog } from './audit-log.ts';
import { PostgresCustomerStore } from './customer-store.ts';
import type { PostgresDatabase } from './database.ts';
import { PostgresKeyStore } from './key-store.ts';
import { PostgresPlantStore } from './plant-store.ts';
import { PostgresPriceStore } from './price-store.ts';
import { PostgresPurchaseStore } from './purchase-store.ts';
import { PostgresStrategyStore } from './strategy-store.ts';
import { PostgresUnavailabilityStore } from './unavailability-store.ts';
import { PostgresWebhookStore } from './webhook-store.ts';

/** Every store on one database, by the name under which use cases ask for it. */
export function postgresStores(database: PostgresDatabase) {
  return {
    audit: new PostgresAuditLog(database),
    customers: new PostgresCustomerStore(database),
    keys: new PostgresKeyStore(database),
    plants: new PostgresPlantStore(database),
    prices: new PostgresPriceStore(database),
    purchases: new PostgresPurchaseStore(database),
    strategies: new PostgresStrategyStore(database),
    unavailabilities: new PostgresUnavailabilityStore(database),
    webhooks: new PostgresWebhookStore(database),
  };
}
