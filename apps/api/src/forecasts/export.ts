import { mapBounded } from '@solano/async';
import type { Caller, ForecastDeps, ForecastFile, ObjectInfo, Zone } from '@solano/domain';
import {
  ALL_TYPES,
  DEFAULT_TYPE,
  findAllCustom,
  findCustom,
  findLatest,
  findNormalized,
  isSolanoError,
  SolanoError,
  zoneOf,
} from '@solano/domain';
import {
  CustomForecastExportQuery,
  ForecastExportQuery,
  NormalizedForecastExportQuery,
} from '@solano/schemas';
import type { Sheet } from '@solano/spreadsheet';
import { MAX_SHEET_ROWS } from '@solano/spreadsheet/formats';
import { type Endpoint, operation } from '../http/endpoint.ts';
import { validatorsOf } from '../http/file-response.ts';
import type { RequestMetadata } from '../http/request.ts';
import type { Headers, HttpResponse } from '../http/response.ts';
import { parquet, parquetOf, spreadsheet } from '../http/spreadsheet-response.ts';
import { unlessUnchanged } from '../http/validators.ts';
import { bufferOf } from '../readers/buffer.ts';
import { EXPORT_CUSTOM, EXPORT_LATEST, EXPORT_NORMALIZED } from './export-document.ts';
import type { ForecastSources } from './forecast-sources.ts';
import { NORMALIZED_COLUMNS, sheetNames, tableHead, tableRows } from './forecast-table.ts';
import type { ForecastSource } from './forecast-text.ts';
import { zip } from './forecast-zip.ts';
import { formEndpoints } from './form-endpoints.ts';
import { invalidPlants } from './invalid-plants.ts';

type Format = 'xlsx' | 'parquet';

/** A file as a table that has been read once: it can be read again. */
interface Table extends ForecastFile {
  readonly columns: Sheet['columns'];
  readonly rowCount: number;
  readonly rows: () => AsyncIterable<readonly (string | number | null)[]>;
}

/** `GET /api/v0/forecasts/{latest,normalized,custom}/export`. */
export function forecastExportEndpoints(deps: ForecastDeps, sources: ForecastSources): Endpoint[] {
  const latest = operation({
    scopes: ['read'],
    query: ForecastExportQuery,
    handle: async ({ caller, query, request }) =>
      single(caller, request, await findLatest(deps, caller.customer), query.format),
    metadata: EXPORT_LATEST,
  });

  const normalized = operation({
    scopes: ['read'],
    query: NormalizedForecastExportQuery,
    async handle({ caller, query: { format, plant, timezone, partial }, request }) {
      const zone = zoneOf(timezone || 'UTC');
      const files = await findNormalized(deps, caller.customer, plant);
      const variant = `export ${format} ${zone.name}${partial ? ' partial' : ''}`;
      const name = 'normalized_forecast';
      const options = { variant, zone, partial };
      return ofTables({ caller, request }, files, options, (tables, headers) => {
        const sheet = { name, columns: NORMALIZED_COLUMNS, rows: rowsOfAll(tables) };
        return exported(format, name, tables, sheet, headers);
      });
    },
    metadata: EXPORT_NORMALIZED,
  });

  const custom = operation({
    scopes: ['read'],
    query: CustomForecastExportQuery,
    async handle({ caller, query: { format, type }, request }) {
      if (type !== ALL_TYPES) {
        const info = await findCustom(deps, caller.customer, type || DEFAULT_TYPE);
        return single(caller, request, info, format);
      }
      const files = await findAllCustom(deps, caller.customer);
      const options = { variant: `export ${format}` };
      return ofTables({ caller, request }, files, options, (tables, headers) =>
        allTypes(format, tables, headers),
      );
    },
    metadata: EXPORT_CUSTOM,
  });

  function single(
    caller: Caller,
    request: RequestMetadata,
    info: ObjectInfo,
    format: Format,
  ): Promise<HttpResponse> {
    const name = 'forecast';
    const options = { variant: `export ${format}` };
    const files = [{ name, segment: name, info }];
    return ofTables({ caller, request }, files, options, (tables, headers) =>
      exported(format, name, tables, sheetOf(tables[0] as Table, name), headers),
    );
  }

  /** The response that is made of the tables of the files. */
  function ofTables(
    { caller, request }: { readonly caller: Caller; readonly request: RequestMetadata },
    files: readonly ForecastFile[],
    { variant, ...options }: TableOptions & { readonly variant: string },
    make: (tables: readonly Table[], headers: Headers) => HttpResponse,
  ): Promise<HttpResponse> {
    const infos = files.map(({ info }) => info);
    return unlessUnchanged(request, validatorsOf(infos, variant), async (headers) => {
      const { tables, invalid } = await sources.inTurn(caller, infos, () =>
        tablesOf(sources.of(caller), files, options),
      );
      return make(tables, { ...headers, ...invalidPlants(invalid) });
    });
  }

  return formEndpoints('/export', { latest, normalized, custom });
}

interface TableOptions {
  /** Of normalized files, the zone of their labels; undefined for others. */
  readonly zone?: Zone;
  /** Leaves files out that are malformed; without it that is an error. */
  readonly partial?: boolean;
}

/**
 * Reads each file once, so that a bad one is an error response rather than half a file. Errors:
 * `forecast_malformed`, `objects_unavailable`, `overloaded`.
 */
async function tablesOf(
  source: ForecastSource,
  files: readonly ForecastFile[],
  { zone, partial = false }: TableOptions,
): Promise<{ tables: Table[]; invalid: string[] }> {
  const found = await mapBounded(files, async (file): Promise<Table | undefined> => {
    const text = () => tableText(source, file, zone);
    try {
      const { columns, rows } = tableHead(await text());
      return { ...file, columns, rowCount: rows, rows: () => rowsOf(text) };
    } catch (error) {
      if (!partial || !isSolanoError(error, 'forecast_malformed')) throw error;
      return undefined;
    }
  });
  const invalid = files.filter((_, i) => !found[i]).map(({ name }) => name);
  return { tables: found.filter((table) => table !== undefined), invalid };
}

/** Made in a thread, and cached where it is small. */
function tableText(
  { cache, read }: ForecastSource,
  { name, info }: ForecastFile,
  zone: Zone | undefined,
): Promise<Buffer> {
  const normalized = zone && { plant: name, zone: zone.name };
  const variant = zone ? `table ${zone.name} ${name}` : 'table';
  return cache.of(info, variant, async (content) => {
    const as = { kind: 'table', ...(normalized && { normalized }) } as const;
    return bufferOf((await read({ content, as })).text);
  });
}

async function* rowsOf(text: () => Promise<Buffer>) {
  yield* tableRows(await text());
}

/** The rows of one file after the other: one is in memory at a time. */
async function* rowsOfAll(tables: readonly Table[]) {
  for (const { rows } of tables) yield* rows();
}

function sheetOf({ columns, rows }: Table, name: string): Sheet {
  return { name, columns, rows: rows() };
}

/** One table as a file. Errors: `invalid_request` where no spreadsheet could open it. */
function exported(
  format: Format,
  name: string,
  tables: readonly Table[],
  sheet: Sheet,
  headers: Headers,
): HttpResponse {
  if (format === 'parquet') return parquet(`${name}.parquet`, sheet, headers);
  requireSheetRows(tables.reduce((sum, { rowCount }) => sum + rowCount, 0));
  return spreadsheet(`${name}.xlsx`, sheet, { headers });
}

/** A sheet of each type, or a ZIP with a file of each. Errors: as {@link exported}. */
function allTypes(format: Format, tables: readonly Table[], headers: Headers): HttpResponse {
  if (format === 'parquet') {
    const entries = tables.map((table) => ({
      name: `${table.segment}_latest.parquet`,
      modifiedAt: table.info.modifiedAt,
      async open() {
        const content = await parquetOf(sheetOf(table, table.name));
        return { content, cancel: () => void content.destroy() };
      },
    }));
    return zip(entries, headers);
  }
  for (const { rowCount } of tables) requireSheetRows(rowCount);
  const names = sheetNames(tables.map(({ name }) => name));
  const [first, ...more] = tables.map((table, i) => sheetOf(table, names[i] as string));
  return spreadsheet('forecasts.xlsx', first as Sheet, { headers, more });
}

function requireSheetRows(rows: number): void {
  if (rows < MAX_SHEET_ROWS) return;
  const message = `A spreadsheet opens ${MAX_SHEET_ROWS - 1} rows, the forecast has ${rows}. Use format=parquet.`;
  throw new SolanoError('invalid_request', message);
}
