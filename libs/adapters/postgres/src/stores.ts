import { PostgresAuditLog } from './audit/audit-log.ts';
import { PostgresCustomerStore } from './customers/customer-store.ts';
import type { PostgresDatabase } from './database/database.ts';
import { PostgresKeyStore } from './keys/key-store.ts';
import { PostgresPlantStore } from './plants/plant-store.ts';
import { PostgresPriceStore } from './prices/price-store.ts';
import { PostgresPurchaseStore } from './purchases/purchase-store.ts';
import { PostgresStrategyStore } from './strategies/strategy-store.ts';
import { PostgresUnavailabilityStore } from './unavailabilities/unavailability-store.ts';
import { PostgresWebhookStore } from './webhooks/webhook-store.ts';

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
