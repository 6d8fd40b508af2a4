import type { PeriodOptions, PowerUnit } from '@solano/domain/kernel/tables';
import type { FileReading } from '@solano/domain/service';
import type { Step } from '../measurements/power-run.ts';
import type { NamedRuns } from './constant-days.ts';
import type { FileWarning } from './file-warning.ts';

/** What the sender of a file says of it. */
export interface MeasurementFileOptions extends PeriodOptions {
  /** What holds where neither the header nor the sender says a unit or a zone. */
  readonly assumed?: { readonly unit?: PowerUnit; readonly zone?: string } | undefined;
  /** The plant or group where the file names none. */
  readonly name?: string | undefined;
  /** Records values that are implausible for a plant. */
  readonly force?: boolean | undefined;
}

/** What the series of a file may be. */
export type MeasurementOwners =
  /** Installed MW by names of plants. */
  | { readonly kind: 'production'; readonly plants: ReadonlyMap<string, number> }
  /** Groups have any name. */
  | { readonly kind: 'consumption' };

/** A value as it would be recorded. */
export interface MeasuredValue {
  /** Name of the plant or group. */
  readonly series: string;
  readonly start: number;
  readonly step: Step;
  readonly microMw: number;
}

/** A file of measured energy as it was understood. */
export interface MeasurementReading extends FileReading {
  readonly series: readonly NamedRuns[];
  /** The first values. */
  readonly preview: readonly MeasuredValue[];
  /** Data rows of the file. */
  readonly total: number;
  /** What is odd and recorded all the same, the first hundred. */
  readonly warnings: readonly FileWarning[];
}
