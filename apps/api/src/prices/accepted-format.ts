import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { notAcceptable } from '../http/http-error.ts';
import type { RequestMetadata } from '../http/request.ts';
import { preferredType } from './accept.ts';

/** Types with their character set: Express would add none to bytes. */
export const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };
export const VARY = { Vary: 'Accept' };

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: XLSX_TYPE,
  parquet: PARQUET_TYPE,
};

/** Returns the format that the `Accept` header prefers; the first one wins ties. Errors: 406. */
export function acceptedFormat<F extends keyof typeof MEDIA_TYPES>(
  { header }: RequestMetadata,
  formats: readonly F[],
): F {
  const offered = formats.map((format) => MEDIA_TYPES[format]);
  const type = preferredType(header('accept'), offered);
  const format = formats.find((each) => MEDIA_TYPES[each] === type);
  if (format !== undefined) return format;
  throw notAcceptable();
}
