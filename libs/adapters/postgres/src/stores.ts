import { PostgresAuditLog } from './audit/audit-log.ts';
import { PostgresAuditSealStore } from './audit/audit-seal-store.ts';
import { PostgresBacktestStore } from './backtests/backtest-store.ts';
import { PostgresConsoleSessionStore } from './console-session/console-session-store.ts';
import { PostgresCustomerRecords } from './customer-removal/customer-records.ts';
import { PostgresCustomerStore } from './customers/customer-store.ts';
import type { ChangeListener } from './database/change-listener.ts';
import type { PostgresDatabase } from './database/database.ts';
import { PostgresDecisionStore } from './decisions/decision-store.ts';
import { PostgresDeliveredForecastStore } from './delivered-forecasts/forecast-store.ts';
import { PostgresDeviationStore } from './deviation/deviation-store.ts';
import { PostgresOwnForecastStore } from './distributions/own-forecast-store.ts';
import { PostgresEvaluationStore } from './evaluation/evaluation-store.ts';
import { PostgresFailureReader } from './failures/failure-reader.ts';
import { PostgresFileUploadStore } from './file-uploads/file-upload-store.ts';
import { PostgresImbalancePriceStore } from './imbalance-prices/imbalance-price-store.ts';
import { PostgresKeyStore } from './keys/key-store.ts';
import { PostgresMarketDataStore } from './market-data/market-data-store.ts';
import { PostgresMeasurementStore } from './measurements/measurement-store.ts';
import { PostgresOutageUploadStore } from './outages/upload-store.ts';
import { PostgresPlantModelStore } from './own-forecasts/plant-model-store.ts';
import { PostgresPublicationStore } from './own-forecasts/publication-store.ts';
import { PostgresPlanStore } from './plan/plan-store.ts';
import { PostgresPlantStore } from './plants/plant-store.ts';
import { PostgresPriceModelStore } from './prices/price-model-store.ts';
import { PriceRevisions } from './prices/price-revisions.ts';
import { PostgresPriceStore } from './prices/price-store.ts';
import { PostgresDeliveryTimeStore } from './purchases/delivery-time-store.ts';
import { PostgresPurchaseStore } from './purchases/purchase-store.ts';
import { PostgresEnergySettingsStore } from './settings/settings-store.ts';
import { PostgresSpreadCurveStore } from './spread-curves/spread-curve-store.ts';
import { PostgresStrategyStore } from './strategies/strategy-store.ts';
import { PostgresSummaryStore } from './summaries/summary-store.ts';
import { PostgresTradeStore } from './trades/trade-store.ts';
import { PostgresUnavailabilityStore } from './unavailabilities/unavailability-store.ts';
import { PostgresWeatherStore } from './weather/weather-store.ts';
import { PostgresWeatherSwitchStore } from './weather-sources/weather-switch-store.ts';
import { PostgresWebhookStore } from './webhooks/webhook-store.ts';

/**
 * Every store on one database, by the name under which use cases ask for it.
 *
 * @param changes lets the stores cache what it says is unchanged; without it they read each time.
 */
export function postgresStores(database: PostgresDatabase, changes?: ChangeListener) {
  const revisions = new PriceRevisions(database, changes);
  return {
    audit: new PostgresAuditLog(database),
    auditSeals: new PostgresAuditSealStore(database),
    backtests: new PostgresBacktestStore(database),
    consoleSessions: new PostgresConsoleSessionStore(database),
    customerRecords: new PostgresCustomerRecords(database),
    customers: new PostgresCustomerStore(database, changes),
    decisions: new PostgresDecisionStore(database),
    deviations: new PostgresDeviationStore(database),
    deliveryTimes: new PostgresDeliveryTimeStore(database),
    deliveredForecasts: new PostgresDeliveredForecastStore(database),
    energySettings: new PostgresEnergySettingsStore(database),
    evaluations: new PostgresEvaluationStore(database),
    failures: new PostgresFailureReader(database),
    imbalance: new PostgresImbalancePriceStore(database, revisions),
    keys: new PostgresKeyStore(database, changes),
    market: new PostgresMarketDataStore(database, revisions),
    measurements: new PostgresMeasurementStore(database),
    fileUploads: new PostgresFileUploadStore(database),
    ownForecasts: new PostgresOwnForecastStore(database),
    plantModels: new PostgresPlantModelStore(database),
    publications: new PostgresPublicationStore(database),
    models: new PostgresPriceModelStore(database),
    plans: new PostgresPlanStore(database),
    plants: new PostgresPlantStore(database),
    prices: new PostgresPriceStore(database, revisions),
    purchases: new PostgresPurchaseStore(database),
    spreadCurves: new PostgresSpreadCurveStore(database),
    strategies: new PostgresStrategyStore(database),
    summaries: new PostgresSummaryStore(database),
    trades: new PostgresTradeStore(database),
    unavailabilities: new PostgresUnavailabilityStore(database),
    uploads: new PostgresOutageUploadStore(database),
    weather: new PostgresWeatherStore(database),
    weatherSwitches: new PostgresWeatherSwitchStore(database),
    webhooks: new PostgresWebhookStore(database),
  };
}
