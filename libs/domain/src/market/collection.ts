/** The door of what collects market data and predicts prices: the service loads it once it listens. */
export { fetchImbalance } from './imbalance-prices/fetch-imbalance.ts';
export { imbalanceTask } from './imbalance-prices/imbalance-task.ts';
export { acceptHeld } from './market-data/accept-held.ts';
export { type DayDocument, dayDocuments } from './market-data/day-documents.ts';
export { fetchMarketData, fetchProblems } from './market-data/fetch-market-data.ts';
export { marketTask } from './market-data/market-task.ts';
export { sendRequest } from './market-data/send-request.ts';
export { MARKET_SOURCES } from './market-data/source.ts';
export {
  evaluatePredictor,
  type PredictorError,
} from './prediction-evaluation/evaluate-predictor.ts';
export { Combination } from './predictor/combination.ts';
export { makePastCurves } from './predictor/make-curves.ts';
export { readModel } from './predictor/model-archive.ts';
export {
  type PredictedPrices,
  type PredictPricesDeps,
  predictPrices,
  type StoredPrediction,
} from './predictor/predict-prices.ts';
export { readHistory } from './prices/realised-days.ts';
