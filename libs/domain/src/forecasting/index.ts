export { forecastRuns } from './delivered-forecasts/forecast-runs.ts';
export type {
  DeliveredForecastStore,
  ForecastState,
  ForecastVersion,
  PlantForecastVersion,
} from './delivered-forecasts/forecast-store.ts';
export {
  deliveredForecast,
  type ForecastPeriod,
  forecastSeries,
  type PlantForecastDeps,
} from './delivered-forecasts/plant-forecast.ts';
export {
  forecastSchedule,
  type RecordForecastDeps,
} from './delivered-forecasts/record-forecasts.ts';
export { dayAheadDate } from './forecast-day.ts';
export { lateDeliverySchedule } from './late-deliveries/late-deliveries.ts';
export { firstMissed } from './late-deliveries/lateness.ts';
export { LEVELS } from './levels.ts';
export {
  endOfForecast,
  type ForecastMethod,
  type OwnForecast,
  type PowerDistribution,
  SHARES,
} from './own-forecasts/own-forecast.ts';
export type {
  OwnForecastState,
  OwnForecastStore,
  PlantOwnForecast,
} from './own-forecasts/own-forecast-store.ts';
export type { PlantModelStore, StoredPlantModel } from './own-forecasts/plant-model-store.ts';
export type {
  Publication,
  PublicationStore,
  PublishMode,
} from './own-forecasts/publication-store.ts';
export { forecastPlant } from './plant-model/forecast-plant.ts';
export { learnPlant } from './plant-model/learn-plant.ts';
export type { PlantHistory } from './plant-model/plant-history.ts';
export {
  decodePlantModel,
  encodePlantModel,
  type PlantModel,
  type PlantTrace,
} from './plant-model/plant-model.ts';
export {
  allPlantScores,
  type PendingScore,
  type PlantScoreDeps,
  plantScore,
} from './scores/plant-scores.ts';
export {
  type OriginScore,
  type PeriodFigures,
  type Score,
  type ScoreInputs,
  scoreForecasts,
} from './scores/score.ts';
export { clearSky, cosineOfZenith } from './scores/sun.ts';
export type { WeatherRun } from './weather/weather-run.ts';
