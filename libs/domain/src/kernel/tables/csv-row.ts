import { SolanoError } from '../errors.ts';

/** A data row of a CSV file: its line (the header is line 1) and its values by column name. */
export interface CsvRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  /** Why the row cannot be read; its values mean nothing then. */
  readonly problem?: string;
}

/** Rejects a file whole, naming every bad row as `line N: reason`. Code `invalid_rows`. */
export function rejectRows(problems: readonly string[]): never {
  const rows = problems.length === 1 ? '1 bad row' : `${problems.length} bad rows`;
  throw new SolanoError('invalid_rows', `Nothing was stored: ${rows}.`, { problems });
}
