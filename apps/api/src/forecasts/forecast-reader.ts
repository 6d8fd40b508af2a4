import { malformed, normalizedRows } from '@solano/domain/assets';
import type { PowerRun } from '@solano/domain/energy';
import { type Zone, zoneOf } from '@solano/domain/kernel';
import { forecastRecords, runsOfFile } from '@solano/runtime/forecast-file';
import { forecastTable, normalizedTable } from './forecast-table.ts';

export interface ForecastInput {
  readonly content: Uint8Array;
  readonly as: RowsForm | NormalizedForm | TableForm;
}

/** The JSON of an array of objects keyed by header. */
interface RowsForm {
  readonly kind: 'rows';
}

/** The rows of a plant: the inside of a JSON array, or CSV without its header. */
interface NormalizedForm {
  readonly kind: 'normalized';
  readonly plant: string;
  /** Name of the zone. */
  readonly zone: string;
  readonly format: 'csv' | 'json';
}

/** The rows as cells; of a plant's normalized file with their times in the zone and in UTC. */
interface TableForm {
  readonly kind: 'table';
  readonly normalized?: { readonly plant: string; readonly zone: string };
}

/** The result in UTF-8. */
export interface ForecastText {
  readonly text: Uint8Array;
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
const encoder = new TextEncoder();
/** Recently used zones: finding a zone's changes of offset takes longer than reading a file. */
let lastZone = zoneOf('UTC');

/** Reads a forecast file, and writes its rows in another form. Errors: `forecast_malformed`. */
export function readForecast({ content, as }: ForecastInput): ForecastText {
  const [header = [], ...records] = forecastRecords(content);
  return { text: encoder.encode(textOf(as, header, records)) };
}

function textOf(as: ForecastInput['as'], header: string[], records: string[][]): string {
  if (as.kind === 'rows') return rowsJson(header, records);
  if (as.kind === 'normalized') return normalizedText(as, records);
  if (!as.normalized) return forecastTable(header, records);
  const { plant, zone } = as.normalized;
  return normalizedTable(normalizedRows(plant, records, zoneNamed(zone)), records);
}

function zoneNamed(name: string): Zone {
  if (lastZone.name !== name) lastZone = zoneOf(name);
  return lastZone;
}

function rowsJson(header: readonly string[], records: readonly string[][]): string {
  // Two columns of one name could not be distinguished in an object.
  if (new Set(header).size < header.length) throw malformed();
  const names = header.map((name) => JSON.stringify(name));
  const rows = records.map((record) => {
    return `{${record.map((value, i) => `${names[i]}:${JSON.stringify(value)}`).join(',')}}`;
  });
  return `[${rows.join(',')}]`;
}

function normalizedText({ plant, zone, format }: NormalizedForm, records: string[][]): string {
  const rows = normalizedRows(plant, records, zoneNamed(zone));
  if (format === 'csv') {
    return rows.map(({ datetime, pred }) => csvLine([plant, datetime, pred])).join('');
  }
  // Everything of a row but its values is written once; a label needs no escaping.
  const start = `{"plant":${JSON.stringify(plant)},"datetime":"`;
  return rows
    .map(({ datetime, pred }) => `${start}${datetime}","pred":${JSON.stringify(pred)}}`)
    .join(',');
}

/** Reads a plant's normalized file as power. Errors: `forecast_malformed`. */
export function readForecastRuns({ content }: Pick<ForecastInput, 'content'>): {
  readonly runs: readonly PowerRun[];
} {
  return { runs: runsOfFile(content) };
}

/**
 * Returns a line of CSV for people: fields are quoted if they must be, and a field that a
 * spreadsheet would read as a formula gets an apostrophe before it. Numbers stay as they are.
 */
function csvLine(fields: readonly string[]): string {
  return `${fields.map(cell).join(',')}\n`;
}

function cell(field: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(field) && !NUMBER.test(field);
  const safe = isFormula ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
