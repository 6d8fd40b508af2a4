import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { notAcceptable } from '../http/http-error.ts';
import type { RequestMetadata } from '../http/request.ts';

/** Types with their character set: Express would add none to bytes. */
export const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };
export const VARY = { Vary: 'Accept' };

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: XLSX_TYPE,
  parquet: PARQUET_TYPE,
};

/** A media type that an `Accept` header asks for, `*` standing for any type or subtype. */
interface Range {
  readonly type: string;
  readonly quality: number;
}

const RANGE = /^\s*([\w!#$&^.+*-]+\/[\w!#$&^.+*-]+)\s*(;.*)?$/;
const QUALITY = /;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)/i;

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

/**
 * Returns the media type that a request prefers (RFC 9110, section 12.5.1), the earlier one of
 * equally good ones; undefined if none is acceptable. Parameters other than `q` do not count.
 *
 * @param accept the header; without one, or with an empty one, all types are equally good.
 * @param offered media types in lower case.
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  if (!accept?.trim()) return offered[0];
  const ranges = accept.split(',').flatMap((text) => rangeOf(text) ?? []);
  let preferred: T | undefined;
  let highest = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > highest) [preferred, highest] = [type, quality];
  }
  return preferred;
}

/** Returns the quality of the range that names the type most closely; 0 if none does. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.split('/', 1)[0]}/*`;
  for (const name of [type, family, '*/*']) {
    const found = ranges.find((range) => range.type === name);
    if (found) return found.quality;
  }
  return 0;
}

function rangeOf(text: string): Range | undefined {
  const [, type, parameters = ''] = RANGE.exec(text) ?? [];
  if (type === undefined) return undefined;
  const [, quality = '1'] = QUALITY.exec(parameters) ?? [];
  return { type: type.toLowerCase(), quality: Math.min(1, Number(quality)) };
}
