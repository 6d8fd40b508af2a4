/** The door of what reads files: threads and the command line load it, a start does not. */
export { MEASUREMENT_COLUMNS } from './measurement-files/measurement-columns.ts';
export { curveHeader } from './measurement-files/meter-curves.ts';
export { readMeasurements } from './measurement-files/read-measurements.ts';
