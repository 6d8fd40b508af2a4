export * from './audit.ts';
export * from './backtest.ts';
export * from './consumption-forecasts/consumption-forecast.ts';
export * from './customers/customer.ts';
export * from './customers/key.ts';
export * from './deviation/deviation.ts';
export {
  comparedJson,
  deviationRevisionJson,
  deviationRowJson,
} from './deviation/deviation-json.ts';
export * from './error.ts';
export * from './evaluation/evaluation-json.ts';
export * from './evaluation/plan.ts';
export * from './forecast.ts';
export * from './gate.ts';
export * from './measurements/measurement.ts';
export { measurementReadingJson, spanJson, warningsJson } from './measurements/measurement-json.ts';
export * from './measurements/settings.ts';
export * from './outage-file.ts';
export * from './plant-file.ts';
export * from './plant-forecasts/plant-forecast.ts';
export * from './plant-forecasts/plant-score.ts';
export * from './price.ts';
export {
  type BidsJson,
  Decision,
  decisionJson,
  Purchase,
  PurchaseBids,
  PurchasePage,
  PurchaseParties,
  PurchaseStatus,
  PurchaseSubmission,
  PurchaseUpdate,
  SeriesFileReading,
  SubmittedPurchase,
  UpdatedPurchase,
} from './purchase.ts';
export * from './purchase-evaluation.ts';
export * from './query/consumption-forecasts.ts';
export * from './query/deviation.ts';
export * from './query/forecasts.ts';
export {
  ConsumptionQuery,
  GroupQuery,
  PlantSettingsPath,
  PortfolioPath,
  PortfolioQuery,
  PortfolioUploadPath,
  PortfolioUploadsQuery,
  ProductionQuery,
  ProductionValuesQuery,
} from './query/measurements.ts';
export * from './query/plant-forecasts.ts';
export * from './query/prices.ts';
export * from './query/purchases.ts';
export * from './query/records.ts';
export * from './query/report.ts';
export * from './query/self-service.ts';
export * from './query/strategies.ts';
export * from './query/trades.ts';
export { type CursorList, cursorText } from './query/values.ts';
export * from './records/plant.ts';
export * from './records/record.ts';
export * from './records/record-json.ts';
export * from './records/unavailability.ts';
export * from './report/report.ts';
export { reportJson } from './report/report-json.ts';
export * from './service-state.ts';
export * from './session.ts';
export * from './strategy.ts';
export { CSV_TYPES, understoodJson } from './table-file.ts';
export * from './trades/trade.ts';
export { tradeReadingJson } from './trades/trade-json.ts';
export { LABEL_PATTERN } from './values.ts';
export * from './webhook.ts';
export * from './webhook-settings.ts';
