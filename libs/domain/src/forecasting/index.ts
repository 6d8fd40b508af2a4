export {
  type ConsumptionForecastDeps,
  type ConsumptionForecastInputs,
  consumptionForecast,
  type PendingConsumptionForecast,
} from './consumption-forecasts/consumption-forecast.ts';
export {
  type ConsumptionPeriod,
  consumptionPeriods,
} from './consumption-forecasts/consumption-periods.ts';
export {
  type ConsumptionScoreInputs,
  consumptionScore,
} from './consumption-forecasts/consumption-score.ts';
export type { ConsumptionForecast } from './consumption-forecasts/forecast-portfolio.ts';
export type { ConsumptionScore } from './consumption-forecasts/score-consumption.ts';
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
export { dayAheadDate, endOfDayAhead } from './distributions/forecast-day.ts';
export {
  endOfForecast,
  type ForecastMethod,
  firstHours,
  type OwnForecast,
  type PowerDistribution,
  quantileOf,
  SHARES,
} from './distributions/own-forecast.ts';
export type {
  OwnForecastState,
  OwnForecastStore,
  PlantOwnForecast,
} from './distributions/own-forecast-store.ts';
export { firstMissed } from './late-deliveries/lateness.ts';
export { BANDS, LEVELS } from './levels.ts';
export type {
  ForecastResult,
  ForecastRunner,
  ForecastSummary,
  ForecastTask,
} from './own-forecasts/forecast-task.ts';
export type { HindcastInstants } from './own-forecasts/make-hindcasts.ts';
export {
  type OwnForecastSeriesDeps,
  ownForecastSeries,
} from './own-forecasts/own-forecast-series.ts';
export {
  type OwnPlantForecastDeps,
  ownPlantForecast,
} from './own-forecasts/own-plant-forecast.ts';
export type { PlantModelStore, StoredPlantModel } from './own-forecasts/plant-model-store.ts';
export {
  MAX_WRITTEN,
  PUBLISH_MODES,
  type Publication,
  type PublicationStore,
  type PublishMode,
} from './own-forecasts/publication-store.ts';
export type { WithdrawForecastDeps } from './own-forecasts/publish-forecasts.ts';
export type { PlantHistory } from './plant-model/plant-history.ts';
export {
  type PortfolioForecastDeps,
  portfolioForecast,
} from './portfolio-forecasts/portfolio-forecast.ts';
export type { SumInputs, SummedPeriod } from './portfolio-forecasts/sum-forecasts.ts';
export type { OriginScore, PeriodFigures } from './scores/origin-errors.ts';
export {
  allPlantScores,
  type PendingScore,
  type PlantScoreDeps,
  plantScore,
} from './scores/plant-scores.ts';
export type { Score } from './scores/score.ts';
export type { ScoreInputs } from './scores/score-inputs.ts';
export { newVintages } from './weather/vintages.ts';
export {
  coordinatesOf,
  gridPlace,
  plantOf,
  plantPlace,
  type WeatherPlace,
} from './weather/weather-place.ts';
export { endOfRun, type RunHead, type WeatherRun } from './weather/weather-run.ts';
export type {
  PlaceRuns,
  RecordedRuns,
  RunSelection,
  WeatherState,
  WeatherStore,
} from './weather/weather-store.ts';
export type { FetchedRun, WeatherPorts } from './weather-sources/fetch-run.ts';
export type { WantedPlaceDeps } from './weather-sources/wanted-places.ts';
export type {
  ParsedWeather,
  RunTime,
  WeatherRequest,
  WeatherSource,
} from './weather-sources/weather-source.ts';
export type { WeatherSwitchStore } from './weather-sources/weather-switch.ts';
