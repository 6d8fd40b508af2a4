export { AuditPage } from './audit.ts';
export { BacktestRequest, BacktestResult, BacktestState, backtestJson } from './backtest.ts';
export { Detail, ErrorBody, FieldErrors, FileErrors, FileProblem } from './error.ts';
export { ForecastRow, ForecastsByType, NormalizedForecastRow } from './forecast.ts';
export { Gate } from './gate.ts';
export { IssuedKey, Key, KeyRequest, keyJson, RotationRequest } from './key.ts';
export { Message } from './message.ts';
export {
  MarketState,
  marketStateJson,
  PriceEvaluation,
  PricePrediction,
  PriceRow,
  RealisedPrices,
} from './price.ts';
export {
  Decision,
  Purchase,
  PurchasePage,
  PurchaseStatus,
  PurchaseSubmission,
  PurchaseUpdate,
  SubmittedPurchase,
  UpdatedPurchase,
} from './purchase.ts';
export {
  DecisionRequest,
  PurchaseEvaluation,
  PurchaseHistory,
  PurchaseSummary,
  PurchaseTableRow,
} from './purchase-evaluation.ts';
export * from './query/forecasts.ts';
export * from './query/prices.ts';
export * from './query/purchases.ts';
export * from './query/records.ts';
export * from './query/self-service.ts';
export * from './query/strategies.ts';

export { PLANT, Plant, PlantBody, PlantPatch } from './records/plant.ts';
export type { FieldTable } from './records/record.ts';
export {
  callersNameOf,
  checkAll,
  checkPartial,
  decimalNames,
  defaultsOf,
} from './records/record.ts';
export type { Timestamps } from './records/record-json.ts';
export { recordJson } from './records/record-json.ts';

export {
  NewUnavailability,
  UNAVAILABILITY,
  Unavailability,
  UnavailabilityBody,
  UnavailabilityPatch,
} from './records/unavailability.ts';
export { ServiceState } from './service-state.ts';
export { Session, SignIn } from './session.ts';
export { StrategyDefinition, StrategySettings } from './strategy.ts';
export { LABEL_PATTERN } from './values.ts';
export { GateEvent, PriceEvent, PurchaseEvent } from './webhook.ts';
export {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookPatch,
  WebhookRequest,
} from './webhook-settings.ts';
