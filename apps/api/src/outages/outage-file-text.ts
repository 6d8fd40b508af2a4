import type { DialectOptions, OutageFileReading } from '@solano/domain/assets';
import { OUTAGE_COLUMNS, type OutagePlant, readOutageDialect } from '@solano/domain/assets/files';
import { readTable } from '@solano/spreadsheet';
import { type OutageText, slicesOf } from './outage-slices.ts';

/** Good rows that a response shows. */
const SHOWN_ROWS = 20;

export interface OutageFileInput {
  readonly content: Uint8Array;
  /** All plants of the customer. */
  readonly plants: readonly OutagePlant[];
  readonly options: DialectOptions;
}

/** The parsed outage file; its rows in slices, as `outageRows` reads them. */
export interface OutageFileText extends OutageText, Omit<OutageFileReading, 'rows'> {}

/** Reads an outage file of any spreadsheet. It does not throw: problems are part of the result. */
export function readOutageFile({ content, plants, options }: OutageFileInput): OutageFileText {
  const table = readTable(content, OUTAGE_COLUMNS);
  const { understood, fields, period, total, problems } = readOutageDialect(table, plants, options);
  return {
    understood,
    preview: fields.slice(0, SHOWN_ROWS),
    period,
    total,
    problems,
    plants: [...new Set(fields.map(({ plantName }) => plantName))],
    ...slicesOf(problems.length > 0 ? [] : fields),
  };
}
