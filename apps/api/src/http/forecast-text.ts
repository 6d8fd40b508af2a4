import { parseRecords } from '@solano/csv';
import type { ForecastFile, ObjectInfo, ObjectStore, Zone } from '@solano/domain';
import { malformed, mapBounded, normalizedRows, openForecast } from '@solano/domain';
import { csvLine } from './csv-line.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The rows of a forecast file as the JSON of an array of objects keyed by header. Errors:
 * `forecast_malformed`, `objects_unavailable`.
 */
export async function rowsJson(objects: ObjectStore, info: ObjectInfo): Promise<string> {
  const [header = [], ...records] = await readRecords(objects, info);
  // A column that is there twice could not be told apart in an object.
  if (new Set(header).size < header.length) throw malformed();
  const names = header.map((name) => JSON.stringify(name));
  const rows = records.map((record) => {
    return `{${record.map((value, i) => `${names[i]}:${JSON.stringify(value)}`).join(',')}}`;
  });
  return `[${rows.join(',')}]`;
}

/** The rows of all plants as one JSON array, one text per plant. Errors: as {@link rowsJson}. */
export async function normalizedJson(
  objects: ObjectStore,
  files: readonly ForecastFile[],
  zone: Zone,
): Promise<string> {
  const parts = await mapBounded(files, async (file) => {
    const rows = await readNormalized(objects, file, zone);
    return rows.map((row) => JSON.stringify(row)).join(',');
  });
  return `[${parts.filter((part) => part !== '').join(',')}]`;
}

/** The same as CSV. */
export async function normalizedCsv(
  objects: ObjectStore,
  files: readonly ForecastFile[],
  zone: Zone,
): Promise<string> {
  const parts = await mapBounded(files, async (file) => {
    const rows = await readNormalized(objects, file, zone);
    return rows.map(({ plant, datetime, pred }) => csvLine([plant, datetime, pred])).join('');
  });
  return `plant,datetime,pred\n${parts.join('')}`;
}

async function readNormalized(objects: ObjectStore, { name, info }: ForecastFile, zone: Zone) {
  const [, ...records] = await readRecords(objects, info);
  return normalizedRows(name, records, zone);
}

/** The header and the rows of a file, which have its length. */
async function readRecords(objects: ObjectStore, info: ObjectInfo): Promise<string[][]> {
  const content = await openForecast(objects, info);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.content) chunks.push(chunk);
  const records = parsed(Buffer.concat(chunks));
  if (records.length === 0) throw malformed();
  return records;
}

function parsed(bytes: Uint8Array): string[][] {
  try {
    return parseRecords(decoder.decode(bytes));
  } catch (cause) {
    throw malformed(cause);
  }
}
