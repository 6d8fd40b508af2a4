/** The door of scores as JSON: threads and the command line load it, a start does not. */
export { consumptionScoreJson } from './consumption-forecasts/score-json.ts';
export { plantScoreJson, plantScoreSummaryJson } from './plant-forecasts/score-json.ts';
