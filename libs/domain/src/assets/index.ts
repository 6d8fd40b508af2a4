export {
  ALL_TYPES,
  DEFAULT_TYPE,
  type ForecastDeps,
  type ForecastFile,
  findAllCustom,
  findCustom,
  findLatest,
  findNormalized,
  openForecast,
} from './forecasts/forecasts.ts';
export { malformed, type NormalizedRow, normalizedRows } from './forecasts/normalized.ts';
export {
  type ForecastLocation,
  isOwnForecastFile,
  OWN_FORECAST_FILE,
  type PutForecastDeps,
  putForecast,
} from './forecasts/put-forecast.ts';
export type { DialectOptions, OutageWindow } from './outages/dialect-reading.ts';
export { OUTAGE_HEADERS, OUTAGE_TEMPLATE } from './outages/outage-columns.ts';
export {
  MAX_UPLOAD_CONFLICTS,
  type OutageUpload,
  type OutageUploadStore,
  UPLOAD_MODES,
  type UploadConflict,
  type UploadMode,
} from './outages/outage-upload.ts';
export {
  type OutageDeps,
  type OutageRows,
  type OutageUploadDeps,
  plantNotFound,
  requireOutageUploads,
  uploadOutages,
  uploadPlantOutages,
} from './outages/upload.ts';
export {
  type OutageFileDeps,
  type OutageFileReading,
  type SentOutages,
  uploadOutageFile,
} from './outages/upload-file.ts';
export { importPlantFile } from './plants/import-plants.ts';
export {
  changePlant,
  createPlant,
  MAX_PLANT_TEXT,
  PLANT_DEFAULTS,
  PLANT_LIMITS,
  type Plant,
  type PlantDeps,
  type PlantFields,
  type PlantStore,
  removePlant,
  requirePlant,
  TECHNOLOGIES,
  type Technology,
} from './plants/plant.ts';
export {
  AVAILABILITY_TYPES,
  type AvailabilityType,
  changeUnavailability,
  createUnavailability,
  type Outage,
  type PlantOutage,
  removeUnavailability,
  requireUnavailability,
  SOURCE_UNITS,
  type SourceUnit,
  type SupersededOutage,
  type TimeWindow,
  type Unavailability,
  type UnavailabilityDeps,
  type UnavailabilityFields,
  type UnavailabilityStore,
} from './unavailabilities/unavailability.ts';
