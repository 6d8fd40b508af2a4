import { mapBounded } from '@solano/async';
import type { ForecastFile } from '@solano/domain/assets';
import { isSolanoError, type ObjectInfo, type Zone } from '@solano/domain/kernel';
import { bufferOf } from '../readers/buffer.ts';
import type { DerivedContentCache } from './derived-content-cache.ts';
import type { ForecastInput, ForecastText } from './forecast-reader.ts';

const NOTHING = Buffer.alloc(0);
const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']');
const HEADER = Buffer.from('plant,datetime,pred\n');

/** Reads forecasts; large ones in a thread. */
export interface ForecastSource {
  readonly cache: DerivedContentCache;
  readonly read: (input: ForecastInput) => Promise<ForecastText>;
}

/**
 * The rows of a forecast file as the JSON of an array of objects keyed by header. Errors:
 * `forecast_malformed`, `objects_unavailable`, `overloaded`.
 */
export function rowsJson({ cache, read }: ForecastSource, info: ObjectInfo): Promise<Buffer> {
  return cache.of(info, 'rows', async (content) => {
    return bufferOf((await read({ content, as: { kind: 'rows' } })).text);
  });
}

/** The rows of each file under its name, as one JSON object. Errors: as {@link rowsJson}. */
export async function membersJson(
  source: ForecastSource,
  files: readonly ForecastFile[],
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (const { name, info } of files) {
    const opening = parts.length === 0 ? '{' : ',';
    parts.push(Buffer.from(`${opening}${JSON.stringify(name)}:`), await rowsJson(source, info));
  }
  return [...parts, Buffer.from('}')];
}

/** The requested form of the rows of several plants. */
export interface NormalizedOptions {
  readonly zone: Zone;
  /** Leaves out plants whose file is malformed; otherwise that is an error. */
  readonly partial: boolean;
}

export interface NormalizedText {
  /** The text in pieces. */
  readonly content: readonly Buffer[];
  /** Names of the plants that were left out. */
  readonly invalid: readonly string[];
}

/** Returns the rows of all plants as one JSON array. Errors: as {@link rowsJson}. */
export async function normalizedJson(
  source: ForecastSource,
  files: readonly ForecastFile[],
  options: NormalizedOptions,
): Promise<NormalizedText> {
  const { parts, invalid } = await normalizedParts(source, files, options, 'json');
  const separated = parts.filter(({ length }) => length > 0).flatMap((part) => [COMMA, part]);
  return { content: [OPENING, ...separated.slice(1), CLOSING], invalid };
}

/** Returns the same rows as CSV. */
export async function normalizedCsv(
  source: ForecastSource,
  files: readonly ForecastFile[],
  options: NormalizedOptions,
): Promise<NormalizedText> {
  const { parts, invalid } = await normalizedParts(source, files, options, 'csv');
  return { content: [HEADER, ...parts], invalid };
}

/** Returns the rows of each plant as text, cached by plant, zone and format. */
async function normalizedParts(
  { cache, read }: ForecastSource,
  files: readonly ForecastFile[],
  { zone, partial }: NormalizedOptions,
  format: 'csv' | 'json',
): Promise<{ parts: Buffer[]; invalid: string[] }> {
  const malformedFiles = new Set<string>();
  const parts = await mapBounded(files, async ({ name, info }) => {
    const variant = `normalized ${format} ${zone.name} ${name}`;
    const as = { kind: 'normalized', plant: name, zone: zone.name, format } as const;
    try {
      return await cache.of(info, variant, async (content) => {
        return bufferOf((await read({ content, as })).text);
      });
    } catch (error) {
      if (!partial || !isSolanoError(error, 'forecast_malformed')) throw error;
      malformedFiles.add(name);
      return NOTHING;
    }
  });
  const names = files.map(({ name }) => name);
  return { parts, invalid: names.filter((name) => malformedFiles.has(name)) };
}
