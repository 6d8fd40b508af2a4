import type { Stores, StoresFixture } from '@solano/domain/contracts';
import {
  auditLogContract,
  auditSealStoreContract,
  backtestStoreContract,
  consoleSessionStoreContract,
  customerRecordsContract,
  customerStoreContract,
  decisionStoreContract,
  deliveredForecastStoreContract,
  deviationStoreContract,
  directUpdatesContract,
  energySettingsStoreContract,
  evaluationStoreContract,
  failureReaderContract,
  imbalancePriceStoreContract,
  keyStoreContract,
  marketDataStoreContract,
  measurementStoreContract,
  outageUploadStoreContract,
  ownForecastStoreContract,
  planStoreContract,
  plantModelStoreContract,
  plantStoreContract,
  priceModelStoreContract,
  priceStoreContract,
  publicationStoreContract,
  purchaseJobsContract,
  purchaseStoreContract,
  spreadCurveStoreContract,
  strategyStoreContract,
  summaryStoreContract,
  tradeStoreContract,
  unavailabilityStoreContract,
  weatherStoreContract,
  weatherSwitchStoreContract,
  webhookStoreContract,
} from '@solano/domain/contracts';
import {
  MemoryAuditLog,
  MemoryAuditSealStore,
  MemoryBacktestStore,
  MemoryConsoleSessionStore,
  MemoryCustomerRecords,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryDeliveredForecastStore,
  MemoryDeliveryTimeStore,
  MemoryDeviationStore,
  MemoryEnergySettingsStore,
  MemoryEvaluationStore,
  MemoryFailureReader,
  MemoryFileUploadStore,
  MemoryImbalancePriceStore,
  MemoryJobQueue,
  MemoryKeyStore,
  MemoryMarketDataStore,
  MemoryMeasurementStore,
  MemoryOutageUploadStore,
  MemoryOwnForecastStore,
  MemoryPlanStore,
  MemoryPlantModelStore,
  MemoryPlantStore,
  MemoryPriceModelStore,
  MemoryPriceStore,
  MemoryPublicationStore,
  MemoryPurchaseStore,
  MemorySpreadCurveStore,
  MemoryStrategyStore,
  MemorySummaryStore,
  MemoryTradeStore,
  MemoryUnavailabilityStore,
  MemoryWeatherStore,
  MemoryWeatherSwitchStore,
  MemoryWebhookStore,
} from '../src/index.ts';

function storesOf(database: MemoryDatabase): Stores {
  return {
    customers: new MemoryCustomerStore(database),
    customerRecords: new MemoryCustomerRecords(database),
    keys: new MemoryKeyStore(database),
    consoleSessions: new MemoryConsoleSessionStore(database),
    purchases: new MemoryPurchaseStore(database),
    decisions: new MemoryDecisionStore(database),
    deviations: new MemoryDeviationStore(database),
    deliveryTimes: new MemoryDeliveryTimeStore(database),
    evaluations: new MemoryEvaluationStore(database),
    summaries: new MemorySummaryStore(database),
    plans: new MemoryPlanStore(database),
    backtests: new MemoryBacktestStore(database),
    strategies: new MemoryStrategyStore(database),
    prices: new MemoryPriceStore(database),
    failures: new MemoryFailureReader(database),
    imbalance: new MemoryImbalancePriceStore(database),
    market: new MemoryMarketDataStore(database),
    measurements: new MemoryMeasurementStore(database),
    fileUploads: new MemoryFileUploadStore(database),
    trades: new MemoryTradeStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    plantModels: new MemoryPlantModelStore(database),
    publications: new MemoryPublicationStore(database),
    weather: new MemoryWeatherStore(database),
    weatherSwitches: new MemoryWeatherSwitchStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    models: new MemoryPriceModelStore(database),
    spreadCurves: new MemorySpreadCurveStore(database),
    plants: new MemoryPlantStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    uploads: new MemoryOutageUploadStore(database),
    webhooks: new MemoryWebhookStore(database),
    audit: new MemoryAuditLog(database),
    auditSeals: new MemoryAuditSealStore(database),
  };
}

async function open(): Promise<StoresFixture> {
  const database = new MemoryDatabase();
  return {
    stores: storesOf(database),
    reopen: async () => storesOf(database),
    [Symbol.asyncDispose]: async () => {},
  };
}

customerStoreContract('memory', open);
customerRecordsContract('memory', open);
keyStoreContract('memory', open);
consoleSessionStoreContract('memory', open);
purchaseStoreContract('memory', open);
directUpdatesContract('memory', open);
decisionStoreContract('memory', open);
evaluationStoreContract('memory', open);
failureReaderContract('memory', open);
summaryStoreContract('memory', open);
planStoreContract('memory', open);
backtestStoreContract('memory', open);
strategyStoreContract('memory', open);
priceStoreContract('memory', open);
imbalancePriceStoreContract('memory', open);
marketDataStoreContract('memory', open);
priceModelStoreContract('memory', open);
spreadCurveStoreContract('memory', open);
plantStoreContract('memory', open);
unavailabilityStoreContract('memory', open);
measurementStoreContract('memory', open);
deviationStoreContract('memory', open);
tradeStoreContract('memory', open);
deliveredForecastStoreContract('memory', open);
ownForecastStoreContract('memory', open);
plantModelStoreContract('memory', open);
publicationStoreContract('memory', open);
weatherStoreContract('memory', open);
weatherSwitchStoreContract('memory', open);
energySettingsStoreContract('memory', open);
outageUploadStoreContract('memory', open);
webhookStoreContract('memory', open);
auditLogContract('memory', open);
auditSealStoreContract('memory', open);
purchaseJobsContract('memory', async () => {
  const database = new MemoryDatabase();
  const queue = new MemoryJobQueue(database, () => new Date());
  return { stores: storesOf(database), queue, [Symbol.asyncDispose]: async () => {} };
});
