import { labelOf, parseWallTime, SolanoError, type Zone } from '@solano/domain/kernel';

/** A row of a normalized forecast. */
export interface NormalizedRow {
  readonly plant: string;
  /** End of the period, `YYYY-MM-DD HH:MM` in the zone that was asked for. */
  readonly datetime: string;
  /** Energy in kWh for that period, as the file has it. */
  readonly pred: string;
}

/**
 * The rows of a plant's stored file: the first column is the datetime, in UTC, the second the
 * prediction. Errors: `forecast_malformed` where a datetime is none.
 */
export function normalizedRows(
  plant: string,
  records: readonly (readonly string[])[],
  zone: Zone,
): NormalizedRow[] {
  const isUtc = zone.name === 'UTC';
  return records.map(([label = '', pred]) => {
    const instant = parseWallTime(label);
    if (instant === undefined || pred === undefined) throw malformed();
    return { plant, datetime: isUtc ? label : labelOf(instant, zone), pred };
  });
}

/** A stored forecast that is no CSV with a header and rows of its length. */
export function malformed(cause?: unknown): SolanoError {
  const message = 'Invalid forecast file format.';
  return new SolanoError('forecast_malformed', message, cause === undefined ? {} : { cause });
}
