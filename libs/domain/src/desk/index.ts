export type {
  Backtest,
  BacktestDay,
  BacktestModel,
  BacktestTask,
  DayFigures,
  OriginDays,
} from './backtests/backtest.ts';
export type { DayRange } from './backtests/backtest-range.ts';
export {
  BACKTEST_STATUSES,
  type BacktestRequest,
  type BacktestState,
  type BacktestStatus,
  type BacktestStore,
  RULE_VERDICTS,
  type RuleVerdict,
} from './backtests/backtest-store.ts';
export type { BacktestTotals } from './backtests/backtest-totals.ts';
export {
  type BacktestDeps,
  getBacktest,
  purgeBacktests,
  type ReadBacktest,
  readBacktest,
  requestBacktest,
} from './backtests/request-backtest.ts';
export type { Decision, DecisionStore } from './decisions/decision.ts';
export {
  type ComparedPeriods,
  LACKING,
} from './deviation/compared-period.ts';
export {
  type DeviationCauses,
  type DeviationFigures,
  DeviationSum,
  differenceOf,
  euroText,
  mwhText,
} from './deviation/deviation-figures.ts';
export type {
  DeviationStore,
  MeasuredPortfolio,
  PublishedDay,
  PublishedFigures,
} from './deviation/deviation-store.ts';
export {
  DEVIATION_GROUPS,
  type DeviationGroup,
  type DeviationRow,
  groupDeviation,
} from './deviation/group-deviation.ts';
export type { BoughtDeps, DeviationDeps } from './deviation/read-deviation.ts';
export { pricesByItem } from './evaluation/cost.ts';
export type {
  EvaluationPrices,
  EvaluationText,
  RealisedResult,
  RealisedTask,
  StoredEvaluation,
} from './evaluation/evaluation.ts';
export type { EvaluationStore, Unrealised } from './evaluation/evaluation-store.ts';
export type { Explanation } from './evaluation/explain.ts';
export type { ModelFigures, UnheldShares } from './evaluation/figures.ts';
export { RealisedCurves } from './evaluation/realised-prices.ts';
export type { RuleFigures } from './evaluation/rule-figures.ts';
export { tradesOfOutput } from './evaluation/trades.ts';
export type { ExecutedWorth } from './executed-worth/worth-sum.ts';
export type { Slot } from './models/model.ts';
export { CONSTANT_RULES } from './models/model.ts';
export { MODELS } from './models/models.ts';
export { defaultsOf, type StrategySetting } from './models/parameters.ts';
export type { LinearProgram, LinearSolver } from './models/programs/linear-solver.ts';
export type { ErrorsByVintage, SeriesItem } from './models/split-inputs.ts';
export type { BidSet, PlanStage } from './plan/plan.ts';
export type { PlanChange, PlanStore, StoredPlan } from './plan/plan-store.ts';
export {
  type DecideDeps,
  decide,
  MAX_NOTE_LENGTH,
  readDecision,
} from './purchase-decisions/decide.ts';
export {
  type EvaluationView,
  evaluationView,
  type ReadEvaluationDeps,
} from './purchase-evaluation/stored-evaluation.ts';
export {
  forecastItems,
  forecastJson,
  type PurchaseForecast,
  requireSameLabels,
} from './purchase-forecast/purchase-forecast.ts';
export type { DeliveryTimeStore, PurchaseTimes } from './purchases/fill-delivery-times.ts';
export { PurchaseInputs } from './purchases/inputs.ts';
export {
  type DecidedPurchase,
  listParties,
  listPurchases,
  PURCHASE_PAGE,
} from './purchases/list-purchases.ts';
export { readOutputIds } from './purchases/outputs.ts';
export {
  type Addition,
  type DeliveredPurchase,
  type EarlierSubmission,
  isOver,
  isSettled,
  type KnownPurchase,
  type PastPurchase,
  PURCHASE_STATUSES,
  type Purchase,
  type PurchaseChange,
  type PurchaseCursor,
  type PurchaseInStatus,
  type PurchaseParties,
  type PurchaseQuery,
  type PurchaseStatus,
  type PurchaseStore,
  type PurchaseWithOutputs,
  type PurchaseWithSeries,
  type StatusChange,
  type StoredOutput,
  type SubmissionKey,
} from './purchases/purchase.ts';
export {
  type PurchaseEvent,
  purchaseHistory,
  submittedSeries,
} from './purchases/purchase-history.ts';
export {
  NOT_COMPUTED,
  type PurchaseSplitter,
  type SplitText,
  type SplitterTask,
} from './purchases/purchase-splitter.ts';
export { deliveryTimes, readSeries } from './purchases/series.ts';
export {
  fingerprintOf,
  purgeSubmissionKeys,
  submittedPurchase,
} from './purchases/submission-keys.ts';
export {
  type ReadSubmission,
  readSubmission,
  type Submission,
  type SubmitDeps,
  submitPurchase,
} from './purchases/submit.ts';
export {
  type OutputDeps,
  type PurchaseAddress,
  type PurchaseUpdate,
  putOutputs,
  readError,
  readPurchase,
  readStatus,
  type UpdateDeps,
  updatePurchase,
} from './purchases/update-purchase.ts';
export {
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  REPORT_RULE,
  type ReportFormat,
  type ReportLanguage,
} from './report/report-form.ts';
export {
  listStrategies,
  readSettings,
  type SettingsVersion,
  type Strategies,
  type StrategyDefinition,
  type StrategyOwner,
  type StrategyStore,
  setStrategies,
} from './strategies/catalogue.ts';
export type { RefreshDeps } from './summaries/refresh-summaries.ts';
export type {
  FigureName,
  StaleFilter,
  StalePurchase,
  SummaryFigures,
  SummaryGroup,
  SummaryGroups,
  SummaryPart,
  SummaryQuery,
  SummaryShape,
  SummaryStore,
  SummedFigures,
} from './summaries/summary-store.ts';
export {
  type ExecutedDay,
  executedTrades,
} from './trades/executed-trades.ts';
export { recordTrades } from './trades/record-trades.ts';
export {
  costText,
  MAX_PRICE,
  MAX_TRADE_MW,
  meanPrice,
  type SessionTrade,
  TRADE_SESSIONS,
  type Trade,
  type TradedDay,
  type TradeSession,
} from './trades/trade.ts';
export type { TradeFileOptions, TradeReading } from './trades/trade-reading.ts';
export {
  countingDays,
  type DayDelivery,
  type DeliveredDay,
  type TradeDelivery,
  type TradeStore,
} from './trades/trade-store.ts';
export {
  type SentTrades,
  type TradeFileDeps,
  type TradeUploadDeps,
  uploadTrades,
} from './trades/upload-trades.ts';
