import {
  because,
  type FileProblem,
  problemText,
  type Reason,
  rejectRows,
} from '@solano/domain/kernel';
import { columnProblem, headerWords } from '@solano/domain/kernel/tables';
import { partnerOf, unitProblem, type WeatherColumn } from './weather-fields.ts';

/** A time of a file; -1 where it has no such column. */
export interface TimeColumn {
  readonly index: number;
  readonly header: string;
  /** Whether the header says that times without an offset are UTC. */
  readonly isUtc: boolean;
}

/** A column of weather of a file. */
interface FileColumn extends WeatherColumn {
  readonly index: number;
  readonly header: string;
}

/** The columns of a file of weather. */
export interface WeatherColumns {
  readonly issuedAt: TimeColumn;
  readonly validAt: TimeColumn;
  readonly knownAt: TimeColumn;
  readonly fields: readonly FileColumn[];
}

const MAX_COLUMNS = 64;
/** Characters of the name of a field. */
const MAX_NAME = 60;
const UNIT_END = /^(.*?)\s*[([]([^()[\]]*)[)\]]\s*$/;
/** What a header says after the name of a time. */
const UTC_END = /_(?:utc|gmt)$/;

/** Names of fields that others use, and those that the service has. */
const ALIASES: Readonly<Record<string, string>> = {
  relative_humidity_2m: 'relative_humidity',
  valid_time: 'valid_at',
  issue_time: 'issued_at',
};

/**
 * Finds the columns by their headers, such as `temperature_2m (°C)` or `issued_at_utc`.
 *
 * @throws SolanoError `invalid_rows` naming every bad column.
 */
export function findWeatherColumns(header: readonly string[]): WeatherColumns {
  const problems: FileProblem[] = [];
  const reject = (column: string, reason: Reason) => {
    problems.push(columnProblem(1, column, reason));
  };
  const found = new Map<string, FileColumn & TimeColumn>();
  for (const [index, text] of header.entries()) {
    const column = { ...readHeader(text), index, header: text.trim() };
    const other = found.get(column.name);
    if (column.name === '') continue;
    if (other) reject(column.header, because('column_repeated', { column: other.header }));
    else found.set(column.name, column);
  }
  const timeOf = (name: string): TimeColumn =>
    found.get(name) ?? { index: -1, header: name, isUtc: false };
  const issuedAt = timeOf('issued_at');
  const validAt = timeOf('valid_at');
  const knownAt = timeOf('known_at');
  for (const { index, header: name } of [issuedAt, validAt]) {
    if (index === -1) reject(name, because('column_missing'));
  }
  const times = [issuedAt.index, validAt.index, knownAt.index];
  const fields = [...found.values()].filter(({ index }) => !times.includes(index));
  for (const field of fields) {
    const partner = partnerOf(field);
    if (partner !== undefined && !found.has(partner)) reject(partner, because('column_missing'));
    const unit = unitProblem(field);
    if (unit) reject(field.header, unit);
    if (field.name.length > MAX_NAME) reject(field.header, because('too_long', { max: MAX_NAME }));
  }
  if (fields.length === 0)
    reject('wind_speed_100m, shortwave_radiation, …', because('column_missing'));
  const extra = fields[MAX_COLUMNS];
  if (extra) {
    const detail = `is beyond the ${MAX_COLUMNS} fields that a file may have`;
    reject(extra.header, because('unreadable', { detail }));
  }
  if (problems.length > 0) rejectRows(problems.map(problemText));
  return { issuedAt, validAt, knownAt, fields };
}

function readHeader(text: string) {
  const [, before = text, unit = ''] = UNIT_END.exec(text) ?? [];
  const words = headerWords(before).replaceAll(' ', '_');
  const isUtc = UTC_END.test(words) || /^(?:utc|gmt)$/i.test(unit);
  const plain = words.replace(UTC_END, '');
  const name = ALIASES[plain] ?? plain;
  return { name, unit: unit.trim(), isUtc };
}
