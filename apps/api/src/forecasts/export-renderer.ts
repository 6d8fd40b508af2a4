import { mapBounded } from '@solano/async';
import type { ForecastFile } from '@solano/domain/assets';
import { isSolanoError, type ObjectInfo, SolanoError, type Zone } from '@solano/domain/kernel';
import type { Sheet } from '@solano/spreadsheet';
import { MAX_SHEET_ROWS } from '@solano/spreadsheet/formats';
import { validatorsOf } from '../http/file-response.ts';
import type { Headers, HttpResponse } from '../http/response.ts';
import { parquet, parquetOf, spreadsheet } from '../http/spreadsheet-response.ts';
import { unlessUnchanged } from '../http/validators.ts';
import { bufferOf } from '../readers/buffer.ts';
import type { ForecastSources } from './forecast-sources.ts';
import { NORMALIZED_COLUMNS, sheetNames, tableHead, tableRows } from './forecast-table.ts';
import type { ForecastSource, NormalizedOptions } from './forecast-text.ts';
import { zip } from './forecast-zip.ts';
import type { ForecastRenderer, ForecastRequest } from './form-endpoints.ts';
import { invalidPlants } from './invalid-plants.ts';

type Format = 'xlsx' | 'parquet';

/** A file as a table that has been read once: it can be read again. */
interface Table extends ForecastFile {
  readonly columns: Sheet['columns'];
  readonly rowCount: number;
  readonly rows: () => AsyncIterable<readonly (string | number | null)[]>;
}

/** Forecasts as files for spreadsheets and data tools. */
export class ExportRenderer implements ForecastRenderer<Format> {
  readonly #sources: ForecastSources;

  constructor(sources: ForecastSources) {
    this.#sources = sources;
  }

  single(forecastRequest: ForecastRequest<Format>, info: ObjectInfo): Promise<HttpResponse> {
    const { format } = forecastRequest;
    const name = 'forecast';
    const files = [{ name, segment: name, info }];
    const variant = `export ${format}`;
    return this.#ofTables(forecastRequest, files, { variant }, (tables, headers) =>
      exported(format, name, tables, sheetOf(tables[0] as Table, name), headers),
    );
  }

  normalized(
    forecastRequest: ForecastRequest<Format>,
    files: readonly ForecastFile[],
    { zone, partial }: NormalizedOptions,
  ): Promise<HttpResponse> {
    const { format } = forecastRequest;
    const name = 'normalized_forecast';
    const variant = `export ${format} ${zone.name}${partial ? ' partial' : ''}`;
    return this.#ofTables(forecastRequest, files, { variant, zone, partial }, (tables, headers) => {
      const sheet = { name, columns: NORMALIZED_COLUMNS, rows: rowsOfAll(tables) };
      return exported(format, name, tables, sheet, headers);
    });
  }

  allTypes(
    forecastRequest: ForecastRequest<Format>,
    files: readonly ForecastFile[],
  ): Promise<HttpResponse> {
    const { format } = forecastRequest;
    return this.#ofTables(
      forecastRequest,
      files,
      { variant: `export ${format}` },
      (tables, headers) => allTypes(format, tables, headers),
    );
  }

  /** Responds with a file of the tables. */
  #ofTables(
    { caller, request }: ForecastRequest<Format>,
    files: readonly ForecastFile[],
    { variant, ...options }: TableOptions & { readonly variant: string },
    make: (tables: readonly Table[], headers: Headers) => HttpResponse,
  ): Promise<HttpResponse> {
    const sources = this.#sources;
    const infos = files.map(({ info }) => info);
    return unlessUnchanged(request, validatorsOf(infos, variant), async (headers) => {
      const { tables, invalid } = await sources.inTurn(caller, infos, () =>
        tablesOf(sources.of(caller), files, options),
      );
      return make(tables, { ...headers, ...invalidPlants(invalid) });
    });
  }
}

/** The zone of the labels of normalized files, and whether malformed files are left out. */
type TableOptions = Partial<NormalizedOptions>;

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

/** The text is made in a thread, and cached if it is small. */
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

/** Responds with one table as a file. Errors: `invalid_request` if no spreadsheet could open it. */
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

/** Responds with a sheet of each type, or a ZIP with a file of each. Errors: as {@link exported}. */
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
