export { type MarketState, marketFreshness, marketStates } from './freshness/freshness.ts';
export type { CollectImbalanceDeps } from './imbalance-prices/collect-imbalance.ts';
export { fetchImbalance } from './imbalance-prices/fetch-imbalance.ts';
export { IMBALANCE_COLUMNS } from './imbalance-prices/imbalance-columns.ts';
export {
  IMBALANCE_SERIES,
  type ImbalanceDay,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  type NewImbalanceRevision,
} from './imbalance-prices/imbalance-prices.ts';
export { type ImbalanceRange, imbalanceRange } from './imbalance-prices/imbalance-range.ts';
export type {
  Direction,
  ImbalanceRequest,
  ImbalanceSource,
} from './imbalance-prices/imbalance-source.ts';
export { imbalanceTask } from './imbalance-prices/imbalance-task.ts';
export { importImbalance } from './imbalance-prices/import-imbalance.ts';
export { acceptHeld } from './market-data/accept-held.ts';
export { type SourceState, UNUSED_SOURCE } from './market-data/budget.ts';
export { type DayDocument, dayDocuments } from './market-data/day-documents.ts';
export { fetchMarketData, fetchProblems } from './market-data/fetch-market-data.ts';
export { importFundamental } from './market-data/import-fundamental.ts';
export { PRICE_LIMITS } from './market-data/limits.ts';
export {
  type DayChange,
  type FundamentalVersion,
  type MarketDataStore,
  type MarketDay,
  type MarketDocument,
  type MarketMessage,
  type RealisedSummary,
  type ReceivedDocument,
  type StoredDay,
  type UnusedDocument,
  unknownDay,
  versionsKnownAt,
} from './market-data/market-day.ts';
export { marketTask } from './market-data/market-task.ts';
export { type RealisedRange, realisedRange } from './market-data/realised-range.ts';
export {
  expectedAt,
  FUNDAMENTALS,
  type Fundamental,
  isMarket,
  SERIES,
  type SeriesName,
} from './market-data/series.ts';
export {
  type DocumentRequest,
  MARKET_SOURCES,
  type MarketSource,
  type ParsedDocument,
  type SourceName,
  type SourceResponse,
  type ValueSeries,
} from './market-data/source.ts';
export type { CollectDeps } from './market-data/store-document.ts';
export { periodEnds } from './market-data/whole-day.ts';
export { CALENDAR_DAYS, daysFrom, GATE_STATUSES, type Gate, gatesOf } from './markets/gates.ts';
export {
  type CancelledSession,
  DAY_AHEAD,
  deliveryDay,
  Gates,
  gateClosure,
  MARKETS,
  type Market,
  type Period,
  publication,
  REGION,
  rulesOf,
  SESSIONS,
  type Session,
  type SessionRules,
  tradedMinutes,
} from './markets/sessions.ts';
export { type DayScores, scoreDay } from './prediction-evaluation/day-scores.ts';
export {
  evaluatePredictions,
  type LeftOutDay,
  type PredictionEvaluation,
} from './prediction-evaluation/evaluate-predictions.ts';
export {
  evaluatePredictor,
  type PredictorError,
} from './prediction-evaluation/evaluate-predictor.ts';
export {
  evaluate,
  evaluateLeads,
  type Significance,
  significance,
} from './prediction-evaluation/evaluation.ts';
export { REFERENCES } from './prediction-evaluation/scored-day.ts';
export { blockBootstrap, randomNumbers } from './prediction-evaluation/significance.ts';
export { readModel } from './predictor/model-archive.ts';
export {
  type PredictedPrices,
  type PredictPricesDeps,
  predictPrices,
  type StoredPrediction,
} from './predictor/predict-prices.ts';
export type { KnownDay } from './predictor/price-days.ts';
export { CancelledSessions, cancelledSessions } from './prices/cancelled-sessions.ts';
export { ErrorHistory } from './prices/error-history.ts';
export { CachedSpreads, HourSpreads, type MeanSpreads, spreadAt } from './prices/hour-spreads.ts';
export {
  type BandedRow,
  bandedRows,
  latestPrediction,
  predictionAt,
  predictionCsv,
  priceRows,
} from './prices/latest-prediction.ts';
export {
  formatMilli,
  MILLI,
  type MilliEuro,
  milliProblem,
  parseMilli,
} from './prices/milli-euro.ts';
export {
  type ImportedFile,
  importOmie,
  type OmieFile,
  omieProblems,
  readOmieFile,
} from './prices/omie-file.ts';
export {
  coveredQuarters,
  type DayErrors,
  DRAWN_DAY,
  MAX_DAYS,
  MIN_DAYS,
  type PastDay,
  type PastErrors,
  type PastErrorsQuery,
  pastErrors,
  wholeDay,
} from './prices/past-errors.ts';
export { readPrediction } from './prices/prediction-file.ts';
export { FORECAST_COLUMNS, PREDICTION_COLUMNS, PRICE_COLUMNS } from './prices/price-columns.ts';
export {
  CurveBuilder,
  minutesWithin,
  type PredictedCurve,
  PredictedCurves,
  type PriceCurve,
  predictedCurve,
  priceMinutes,
  quartersOf,
} from './prices/price-curve.ts';
export type { PriceModel, PriceModelStore } from './prices/price-model.ts';
export {
  type BandedPrediction,
  type NewPrediction,
  PREDICTION_ORIGINS,
  type PredictionOrigin,
  type PredictionTrace,
  type PredictionWindow,
  type PricePrediction,
  type PriceReader,
  type PriceSeries,
  type PriceSource,
  type PriceStore,
  putPrediction,
  type RealisedPrices,
  requireMarket,
  type TracedDay,
  UNPUBLISHED,
} from './prices/prices.ts';
export {
  type Bands,
  QUANTILE_COLUMNS,
  QUANTILES,
  type Quantile,
  summed,
} from './prices/quantiles.ts';
export { importRealised } from './prices/realised-file.ts';
export { whyNotPredicted } from './prices/recent-days.ts';
export type { Labels } from './prices/value-file.ts';
