export { MemoryAuditLog } from './audit/audit-log.ts';
export { MemoryAuditSealStore } from './audit/audit-seal-store.ts';
export { MemoryBacktestStore } from './backtest-store.ts';
export { MemoryConsoleSessionStore } from './console-session-store.ts';
export { MemoryCustomerRecords } from './customers/customer-records.ts';
export { MemoryCustomerStore } from './customers/customer-store.ts';
export { MemoryDatabase } from './database.ts';
export { MemoryDeviationStore } from './deviation-store.ts';
export { MemoryOwnForecastStore } from './forecasts/own-forecast-store.ts';
export { MemoryPlantModelStore } from './forecasts/plant-model-store.ts';
export { MemoryPublicationStore } from './forecasts/publication-store.ts';
export { MemoryWeatherStore } from './forecasts/weather-store.ts';
export { MemoryWeatherSwitchStore } from './forecasts/weather-switch-store.ts';
export { MemoryImbalancePriceStore } from './imbalance-price-store.ts';
export { MemoryJobQueue } from './job-queue.ts';
export { MemoryKeyStore } from './key-store.ts';
export { MemoryMarketDataStore } from './market-data-store.ts';
export { MemoryDeliveredForecastStore } from './measurements/forecast-store.ts';
export {
  MemoryFileUploadStore,
  MemoryMeasurementStore,
} from './measurements/measurement-store.ts';
export { MemoryEnergySettingsStore } from './measurements/settings-store.ts';
export { MemoryObjectStore } from './objects/object-store.ts';
export { MemoryOutageUploadStore } from './outages/outage-upload-store.ts';
export { MemoryUnavailabilityStore } from './outages/unavailability-store.ts';
export { MemoryPlantStore } from './plant-store.ts';
export { MemoryPriceModelStore } from './price-model-store.ts';
export { MemoryPriceStore } from './price-store.ts';
export { MemoryDecisionStore } from './purchases/decision-store.ts';
export { MemoryDeliveryTimeStore } from './purchases/delivery-time-store.ts';
export { MemoryEvaluationStore } from './purchases/evaluation-store.ts';
export { MemoryPlanStore } from './purchases/plan-store.ts';
export { MemoryPurchaseStore } from './purchases/purchase-store.ts';
export { MemorySummaryStore } from './purchases/summary-store.ts';
export { MemorySpreadCurveStore } from './spread-curve-store.ts';
export { MemoryStrategyStore } from './strategy-store.ts';
export { MemoryTradeStore } from './trades/trade-store.ts';
export { MemoryWebhookStore } from './webhook-store.ts';
