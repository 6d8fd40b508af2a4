import { parseRecords } from '@solano/csv';
import type { ForecastFile, NormalizedRow, ObjectInfo, Zone } from '@solano/domain';
import { isSolanoError, malformed, mapBounded, normalizedRows } from '@solano/domain';
import { csvLine } from '../http/csv-line.ts';
import type { MadeContent } from './made-content.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const NOTHING = Buffer.alloc(0);
const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']');
const HEADER = Buffer.from('plant,datetime,pred\n');

/**
 * The rows of a forecast file as the JSON of an array of objects keyed by header. Errors:
 * `forecast_malformed`, `objects_unavailable`.
 */
export function rowsJson(made: MadeContent, info: ObjectInfo): Promise<Buffer> {
  return made.of(info, 'rows', (content) => {
    const [header = [], ...records] = recordsOf(content);
    // A column that is there twice could not be told apart in an object.
    if (new Set(header).size < header.length) throw malformed();
    const names = header.map((name) => JSON.stringify(name));
    const rows = records.map((record) => {
      return `{${record.map((value, i) => `${names[i]}:${JSON.stringify(value)}`).join(',')}}`;
    });
    return `[${rows.join(',')}]`;
  });
}

/** The rows of each file under its name, as one JSON object. Errors: as {@link rowsJson}. */
export async function membersJson(
  made: MadeContent,
  files: readonly ForecastFile[],
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const { name, info } of files) {
    const opening = parts.length === 0 ? '{' : ',';
    parts.push(Buffer.from(`${opening}${JSON.stringify(name)}:`), await rowsJson(made, info));
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}

/** How the rows of several plants are wanted. */
export interface NormalizedOptions {
  readonly zone: Zone;
  /** Leaves plants out whose file is malformed; without it that is an error. */
  readonly partial: boolean;
}

export interface NormalizedText {
  readonly content: Buffer;
  /** Names of the plants that were left out. */
  readonly invalid: readonly string[];
}

/** The rows of all plants as one JSON array. Errors: as {@link rowsJson}. */
export async function normalizedJson(
  made: MadeContent,
  files: readonly ForecastFile[],
  options: NormalizedOptions,
): Promise<NormalizedText> {
  const { parts, invalid } = await normalizedParts(made, files, options, 'json', (rows, plant) => {
    // Everything of a row but its values is written once; a label needs no escaping.
    const start = `{"plant":${JSON.stringify(plant)},"datetime":"`;
    return rows
      .map(({ datetime, pred }) => `${start}${datetime}","pred":${JSON.stringify(pred)}}`)
      .join(',');
  });
  const separated = parts.filter(({ length }) => length > 0).flatMap((part) => [COMMA, part]);
  return { content: Buffer.concat([OPENING, ...separated.slice(1), CLOSING]), invalid };
}

/** The same as CSV. */
export async function normalizedCsv(
  made: MadeContent,
  files: readonly ForecastFile[],
  options: NormalizedOptions,
): Promise<NormalizedText> {
  const { parts, invalid } = await normalizedParts(made, files, options, 'csv', (rows) =>
    rows.map(({ plant, datetime, pred }) => csvLine([plant, datetime, pred])).join(''),
  );
  return { content: Buffer.concat([HEADER, ...parts]), invalid };
}

/** The rows of each plant as text, which is kept by plant, zone and format. */
async function normalizedParts(
  made: MadeContent,
  files: readonly ForecastFile[],
  { zone, partial }: NormalizedOptions,
  format: string,
  write: (rows: readonly NormalizedRow[], plant: string) => string,
): Promise<{ parts: Buffer[]; invalid: string[] }> {
  const malformedFiles = new Set<string>();
  const parts = await mapBounded(files, async ({ name, info }) => {
    const variant = `normalized ${format} ${zone.name} ${name}`;
    try {
      return await made.of(info, variant, (content) =>
        write(normalizedRows(name, recordsOf(content).slice(1), zone), name),
      );
    } catch (error) {
      if (!partial || !isSolanoError(error, 'forecast_malformed')) throw error;
      malformedFiles.add(name);
      return NOTHING;
    }
  });
  const names = files.map(({ name }) => name);
  return { parts, invalid: names.filter((name) => malformedFiles.has(name)) };
}

/** The header and the rows of a file, which have its length. */
function recordsOf(content: Uint8Array): string[][] {
  const records = parsed(content);
  if (records.length === 0) throw malformed();
  return records;
}

function parsed(content: Uint8Array): string[][] {
  try {
    return parseRecords(decoder.decode(content));
  } catch (cause) {
    throw malformed(cause);
  }
}
