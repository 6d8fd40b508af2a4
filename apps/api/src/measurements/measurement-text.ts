import type {
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from '@solano/domain/energy';
import { curveHeader, MEASUREMENT_COLUMNS, readMeasurements } from '@solano/domain/energy/files';
import { readTable } from '@solano/spreadsheet';

export interface MeasurementFileInput {
  readonly content: Uint8Array;
  readonly owners: MeasurementOwners;
  readonly options: MeasurementFileOptions;
  /** In ms; what ends later is a problem. */
  readonly now: number;
}

/** Reads a file of measured energy. It does not throw: problems are part of the result. */
export function readMeasurementFile(input: MeasurementFileInput): MeasurementReading {
  const { content, owners, options, now } = input;
  const headerOf = (row: readonly string[]) => curveHeader(owners.kind, row);
  const table = readTable(content, MEASUREMENT_COLUMNS, headerOf);
  return readMeasurements(table, owners, options, now);
}
