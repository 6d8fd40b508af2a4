import { type OmieFile, readOmieFile } from '../prices/omie-file.ts';
import { rejectRows } from '../values/csv-row.ts';
import type { ParsedDocument } from './source.ts';

/**
 * A file of OMIE as it is published: header, rows, and `*` as its last line. Header and `*` with
 * nothing between: the auction was cancelled. Errors: as `readOmieFile`, and
 * `invalid_rows` for a file that does not end so, as a download that broke off does not.
 */
export function parseOmieDocument(file: OmieFile): ParsedDocument {
  const { stepMinutes, ends, prices } = readOmieFile(file);
  const lines = file.text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.findIndex((line) => line.trim() === '*') !== lines.length - 1) {
    rejectRows(['the file does not end with a line *']);
  }
  if (ends.length === 0) return { kind: 'cancelled' };
  return { kind: 'values', series: { stepMinutes, ends, values: prices } };
}
