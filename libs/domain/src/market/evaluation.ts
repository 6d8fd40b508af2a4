/** The door of what evaluates predictions of prices, loaded by the first request for it. */
export { type DayScores, scoreDay } from './prediction-evaluation/day-scores.ts';
export {
  evaluatePredictions,
  type LeftOutDay,
  type PredictionEvaluation,
} from './prediction-evaluation/evaluate-predictions.ts';
export {
  evaluate,
  evaluateLeads,
  type Significance,
  significance,
} from './prediction-evaluation/evaluation.ts';
export { REFERENCES } from './prediction-evaluation/scored-day.ts';
