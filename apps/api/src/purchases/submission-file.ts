import { hash } from 'node:crypto';
import { fingerprintOf, type ReadSubmission } from '@solano/domain/desk';
import {
  readSeriesFile,
  SERIES_COLUMNS,
  type SeriesFileOptions,
  type SeriesFileReading,
} from '@solano/domain/desk/files';
import { readTable } from '@solano/spreadsheet';

export interface SubmissionFileInput {
  readonly bytes: Uint8Array;
  readonly maxItems: number;
  readonly user: string;
  readonly retailer: string;
  readonly options: SeriesFileOptions;
  /** Whether the submission has an idempotency key. */
  readonly isRepeatable: boolean;
}

/** Reads a series that is submitted as a file. It does not throw: problems are part of the result. */
export function readSubmissionFile(
  input: SubmissionFileInput,
): SeriesFileReading & Pick<ReadSubmission, 'fingerprint'> {
  const { bytes, options, isRepeatable, ...submission } = input;
  const table = readTable(bytes, SERIES_COLUMNS);
  const read = readSeriesFile(table, options, input.maxItems);
  if ('problems' in read || !isRepeatable) return read;
  const body = JSON.stringify([hash('sha256', bytes), options]);
  return { ...read, fingerprint: fingerprintOf({ ...submission, body }, sha256) };
}

function sha256(text: string): string {
  return hash('sha256', text);
}
