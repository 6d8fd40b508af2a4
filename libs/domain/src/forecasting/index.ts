export { forecastRuns } from './delivered-forecasts/forecast-runs.ts';
export type {
  DeliveredForecastStore,
  ForecastState,
  ForecastVersion,
  PlantForecastVersion,
} from './delivered-forecasts/forecast-store.ts';
export {
  deliveredForecast,
  forecastSeries,
  type PlantForecastDeps,
} from './delivered-forecasts/plant-forecast.ts';
export {
  forecastSchedule,
  type RecordForecastDeps,
  recordForecasts,
} from './delivered-forecasts/record-forecasts.ts';
export { dayAheadDate } from './forecast-day.ts';
export { lateDeliverySchedule } from './late-deliveries/late-deliveries.ts';
export { firstMissed } from './late-deliveries/lateness.ts';
export { LEVELS } from './levels.ts';
export {
  duePlants,
  learningSchedule,
  ownForecastSchedule,
  publishSchedule,
} from './own-forecasts/forecast-schedules.ts';
export type {
  ForecastResult,
  ForecastRunner,
  ForecastSummary,
  ForecastTask,
} from './own-forecasts/forecast-task.ts';
export type { HindcastInstants } from './own-forecasts/make-hindcasts.ts';
export {
  endOfForecast,
  type ForecastMethod,
  type OwnForecast,
  type PowerDistribution,
  SHARES,
} from './own-forecasts/own-forecast.ts';
export {
  type OwnForecastSeriesDeps,
  ownForecastSeries,
} from './own-forecasts/own-forecast-series.ts';
export type {
  OwnForecastState,
  OwnForecastStore,
  PlantOwnForecast,
} from './own-forecasts/own-forecast-store.ts';
export {
  type OwnForecastQuery,
  type OwnPlantForecastDeps,
  ownPlantForecast,
} from './own-forecasts/own-plant-forecast.ts';
export type { PlantModelStore, StoredPlantModel } from './own-forecasts/plant-model-store.ts';
export {
  PUBLISH_MODES,
  type Publication,
  type PublicationStore,
  type PublishMode,
} from './own-forecasts/publication-store.ts';
export {
  foreignForecastFiles,
  type PublishForecastDeps,
  publishForecasts,
  setPublishing,
} from './own-forecasts/publish-forecasts.ts';
export { purgeForecastSchedule } from './own-forecasts/purge-forecasts.ts';
export type { PlantHistory } from './plant-model/plant-history.ts';
export {
  type PortfolioForecastDeps,
  portfolioForecast,
} from './portfolio-forecasts/portfolio-forecast.ts';
export {
  type SumInputs,
  type SummedPeriod,
  sumForecasts,
} from './portfolio-forecasts/sum-forecasts.ts';
export { BANDS } from './scores/band-scores.ts';
export type { OriginScore, PeriodFigures } from './scores/origin-errors.ts';
export {
  allPlantScores,
  type PendingScore,
  type PlantScoreDeps,
  plantScore,
} from './scores/plant-scores.ts';
export { type Score, type ScoreInputs, scoreForecasts } from './scores/score.ts';
export { clearSky, cosineOfZenith } from './scores/sun.ts';
export { type PlacedPlant, type PlantWeatherDeps, plantWeather } from './weather/plant-weather.ts';
export { newVintages } from './weather/vintages.ts';
export { gridPlace, plantOf, plantPlace, type WeatherPlace } from './weather/weather-place.ts';
export { endOfRun, type WeatherRun } from './weather/weather-run.ts';
export type {
  PlaceRuns,
  RecordedRuns,
  WeatherState,
  WeatherStore,
} from './weather/weather-store.ts';
