import type { DateOrder } from '../time/date-form.ts';
import type { UtcInstant } from '../time/instant.ts';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import type { FormOptions } from '../values/file-cells.ts';
import type { FileProblem } from '../values/file-problem.ts';
import type { DecimalMark } from '../values/number-form.ts';

/** The window of a replacement; the end is exclusive. */
export interface OutageWindow {
  readonly from: UtcInstant;
  readonly to: UtcInstant;
}

/** What the sender of a file says of it. */
export interface DialectOptions extends FormOptions {
  /** Name of the plant where the file has no column of it. */
  readonly plant?: string | undefined;
  /** IANA name, of times without an offset where neither their row nor their header says one. */
  readonly zone?: string | undefined;
  readonly window?: OutageWindow | undefined;
}

/** How a file was understood; null where it shows nothing of the kind. */
export interface Understood {
  readonly format: 'csv' | 'xlsx';
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly decimal: DecimalMark | null;
  /** The headers of the file by the names of version 1. */
  readonly columns: Readonly<Record<string, string>>;
  readonly zone: string | null;
  readonly dateForm: DateOrder | null;
}

export interface DialectReading {
  readonly understood: Understood;
  /** The good rows, in their order. */
  readonly fields: readonly UnavailabilityFields[];
  /** Data rows of the file. */
  readonly total: number;
  /** The first hundred. */
  readonly problems: readonly FileProblem[];
}
