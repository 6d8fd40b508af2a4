export type {
  ConsumptionSeries,
  MeasuredSeries,
  Portfolio,
  ProductionSeries,
  SeriesFilter,
} from './measurements/measured-series.ts';
export {
  MAX_DELIVERY_TIMES,
  type MeasurementDelivery,
  type MeasurementStore,
  type SeriesState,
  type SeriesValues,
} from './measurements/measurement-store.ts';
export type {
  MeasurementUpload,
  MeasurementUploadStore,
  UploadFilter,
} from './measurements/measurement-upload.ts';
export {
  type DeliveredRun,
  endOfRun,
  MICRO,
  type PowerRun,
  runsOf,
  SLOT_MS,
  STEPS,
  type Step,
} from './measurements/power-run.ts';
export { countReplaced, deliveredPower, type SeriesWindow } from './measurements/power-series.ts';
