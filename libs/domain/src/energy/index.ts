export { AvailablePower } from './available-power/available-power.ts';
export {
  busbarConsumption,
  CONSUMED_PER_MWH,
  type ConsumptionDeps,
} from './consumption/busbar-consumption.ts';
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
export { lateDeliverySchedule } from './late-deliveries/late-deliveries.ts';
export { firstMissed } from './late-deliveries/lateness.ts';
export type {
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-files/measurement-reading.ts';
export {
  requireTelemetryUploads,
  uploadTelemetry,
} from './measurement-files/telemetry.ts';
export {
  type MeasurementFileReader,
  type MeasurementTarget,
  type MeasurementUploadDeps,
  type SentMeasurements,
  uploadMeasurements,
} from './measurement-files/upload.ts';
export {
  listMeasurements,
  listPortfolios,
  type MeasuredPart,
  type PortfolioSource,
} from './measurements/list-measurements.ts';
export type {
  ConsumptionSeries,
  MeasuredSeries,
  SeriesFilter,
} from './measurements/measured-series.ts';
export {
  MAX_DELIVERY_TIMES,
  type MeasurementDelivery,
  type MeasurementStore,
  type SeriesRuns,
  type SeriesState,
  type SeriesValues,
} from './measurements/measurement-store.ts';
export {
  type DeliveredRun,
  endOfRun,
  type PowerRun,
  SLOT_MS,
  STEPS,
  type Step,
} from './measurements/power-run.ts';
export { countReplaced, type SeriesWindow } from './measurements/power-series.ts';
export {
  type GivenValue,
  recordConsumption,
  recordProduction,
} from './measurements/record-values.ts';
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
export {
  type PlantSettingsDeps,
  type PortfolioSettingsDeps,
  plantSettings,
  portfolioSettings,
  setPlantSettings,
  setPortfolioSettings,
} from './settings/change-settings.ts';
export {
  MAX_GROUPS,
  MAX_KNOWN_AFTER_MINUTES,
  MAX_LOSSES,
} from './settings/read-settings.ts';
export {
  DEFAULT_PLANT_SETTINGS,
  DEFAULT_PORTFOLIO_SETTINGS,
  type PlantSettings,
  type PortfolioSettings,
} from './settings/settings.ts';
export type { EnergySettingsStore } from './settings/settings-store.ts';
