export {
  CachedFreshness,
  type MarketFreshness,
  type MarketState,
  marketFreshness,
  marketStates,
} from './freshness/freshness.ts';
export { CachedImbalance } from './imbalance-prices/cached-imbalance.ts';
export type { CollectImbalanceDeps } from './imbalance-prices/collect-imbalance.ts';
export {
  IMBALANCE_SERIES,
  type ImbalanceDay,
  type ImbalancePriceReader,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  type NewImbalanceRevision,
  type OwnImbalancePrices,
  syntheticRevision,
} from './imbalance-prices/imbalance-prices.ts';
export { type ImbalanceRange, imbalanceRange } from './imbalance-prices/imbalance-range.ts';
export type {
  Direction,
  ImbalanceRequest,
  ImbalanceSource,
} from './imbalance-prices/imbalance-source.ts';
export { type SourceState, UNUSED_SOURCE } from './market-data/budget.ts';
export {
  PRICE_LIMITS,
  type PriceLimits,
  type PriceRange,
  priceRange,
} from './market-data/limits.ts';
export {
  type DayChange,
  type FundamentalVersion,
  type MarketDataStore,
  type MarketDay,
  type MarketDocument,
  type MarketMessage,
  type RealisedSummary,
  type ReceivedDocument,
  type SourceStates,
  type StoredDay,
  type UnusedDocument,
  unknownDay,
  versionsKnownAt,
} from './market-data/market-day.ts';
export { type RealisedRange, realisedRange } from './market-data/realised-range.ts';
export {
  expectedAt,
  FUNDAMENTALS,
  type Fundamental,
  isMarket,
  SERIES,
  type SeriesName,
} from './market-data/series.ts';
export type {
  DocumentRequest,
  MarketSource,
  ParsedDocument,
  SourceName,
  SourceResponse,
  ValueSeries,
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
  rulesOfSession,
  SESSIONS,
  type Session,
  type SessionRules,
  tradedMinutes,
} from './markets/sessions.ts';
export type { KnownDay } from './predictor/price-days.ts';
export { CancelledSessions, cancelledSessions } from './prices/cancelled-sessions.ts';
export { ErrorHistory } from './prices/error-history.ts';
export {
  CachedSpreads,
  HourSpreads,
  type MeanSpreads,
  spreadAt,
  spreadsAt,
} from './prices/hour-spreads.ts';
export {
  type BandedRow,
  bandedRows,
  cutToWindow,
  isInWindow,
  latestPrediction,
  newestFirst,
  predictionAt,
  predictionCsv,
  priceRows,
  spanOf,
} from './prices/latest-prediction.ts';
export {
  formatMilli,
  MILLI,
  type MilliEuro,
  milliProblem,
  parseMilli,
} from './prices/milli-euro.ts';
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
export { PriceCache } from './prices/price-cache.ts';
export {
  type ClockParts,
  CurveBuilder,
  clockParts,
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
export { whyNotPredicted } from './prices/recent-days.ts';
export type { Labels } from './prices/value-file.ts';
export type {
  CurveVersion,
  DaySpreadCurves,
  SpreadCurve,
  SpreadCurveReader,
} from './spread-curves/spread-curve.ts';
export type { SpreadCurveStore } from './spread-curves/spread-curve-store.ts';
