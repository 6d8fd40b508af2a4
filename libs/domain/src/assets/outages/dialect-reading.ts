import type { FileProblem, UtcInstant } from '@solano/domain/kernel';
import type { FormOptions, Understood } from '@solano/domain/kernel/tables';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';

/** The window of a replacement; the end is exclusive. */
export interface OutageWindow {
  readonly from: UtcInstant;
  readonly to: UtcInstant;
}

/** Options of the sender of a file. */
export interface DialectOptions extends FormOptions {
  /** Name of the plant where the file has no column of it. */
  readonly plant?: string | undefined;
  /** IANA name, of times without an offset where neither their row nor their header says one. */
  readonly zone?: string | undefined;
  readonly window?: OutageWindow | undefined;
}

/** From the first start to the last end of the rows of a file. */
export interface CoveredPeriod {
  readonly from: UtcInstant;
  readonly to: UtcInstant;
}

export interface DialectReading {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  /** The good rows, in their order. */
  readonly fields: readonly UnavailabilityFields[];
  /** Null where there is no good row. */
  readonly period: CoveredPeriod | null;
  /** Data rows of the file. */
  readonly total: number;
  /** The first hundred. */
  readonly problems: readonly FileProblem[];
}
