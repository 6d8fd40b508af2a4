export { AvailablePower } from './available-power/available-power.ts';
export {
  busbarConsumption,
  CONSUMED_PER_MWH,
  type ConsumptionDeps,
} from './consumption/busbar-consumption.ts';
export { WARNING_CODES } from './measurement-files/file-warning.ts';
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
export { KnownPower } from './measurements/known-power.ts';
export {
  type DeliveredConsumption,
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
  type PowerPeriod,
  type PowerRun,
  runsOf,
  SLOT_MS,
  STEPS,
  type Step,
} from './measurements/power-run.ts';
export {
  countReplaced,
  deliveredPower,
  PowerSeries,
  type SeriesWindow,
  windowOfDays,
} from './measurements/power-series.ts';
export {
  type GivenValue,
  recordConsumption,
  recordProduction,
} from './measurements/record-values.ts';
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
  MAX_LATITUDE,
  MAX_LONGITUDE,
  MAX_LOSSES,
} from './settings/read-settings.ts';
export {
  DEFAULT_PLANT_SETTINGS,
  DEFAULT_PORTFOLIO_SETTINGS,
  groupEndDay,
  knownAfterMs,
  lossFactor,
  type Place,
  type PlantSettings,
  type PortfolioSettings,
} from './settings/settings.ts';
export type { EnergySettingsStore } from './settings/settings-store.ts';
