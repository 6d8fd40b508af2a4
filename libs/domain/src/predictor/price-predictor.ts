import { SESSIONS } from '../market/sessions.ts';
import type { BandedPrediction } from '../prices/prices.ts';
import type { RealisedHistory } from '../prices/realised-days.ts';
import { historyOf } from '../prices/realised-days.ts';
import { MAX_INPUT_AGE_DAYS, predictionOf } from './hindcast.ts';
import { dayAheadModel, Predictor } from './predictor.ts';

export interface PredictionInputs {
  /** All that is known. */
  readonly realised: RealisedHistory;
  /** Madrid days (`YYYY-MM-DD`) that are predicted, in order. */
  readonly dates: readonly string[];
  /** In ms. */
  readonly generatedAt: number;
}

/** Predicts where it holds nobody up: training takes seconds of one core. */
export interface PricePredictor {
  /**
   * One live prediction of each market. Errors: `computation_failed`; `engine_unavailable` while
   * the process ends.
   */
  predict(inputs: PredictionInputs): Promise<readonly BandedPrediction[]>;
}

/** What a {@link PricePredictor} gives, computed in one piece. */
export function predictFrom({
  realised,
  dates,
  generatedAt,
}: PredictionInputs): BandedPrediction[] {
  const history = historyOf(realised);
  const model = dayAheadModel(history, dates.length + MAX_INPUT_AGE_DAYS);
  const predictor = new Predictor(history, model);
  return SESSIONS.map((rules) => {
    return predictionOf(predictor, rules, dates, { generatedAt, origin: 'live' });
  });
}
