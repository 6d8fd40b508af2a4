import { dateAfter, rejectRows, startOfDate } from '@solano/domain/kernel';
import {
  type Direction,
  type DocumentRequest,
  type ImbalanceRequest,
  type ImbalanceSource,
  type MarketSource,
  milliProblem,
  type ParsedDocument,
  parseMilli,
  SERIES,
  type SourceResponse,
} from '@solano/domain/market';
import { ESIOS_IMBALANCE, ESIOS_INDICATORS, ESIOS_PENINSULA, ESIOS_SPAIN } from './assumptions.ts';
import { httpGet } from './http-get.ts';
import { instantOf, valueSeries } from './value-series.ts';

export interface EsiosOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** A value of an indicator; `datetime_utc` is the start of its period. */
interface EsiosValue {
  readonly value: unknown;
  readonly datetime_utc: unknown;
  readonly geo_id: unknown;
}

/** Indicators of REE's e·sios: the markets' prices, and day-ahead forecasts. */
export class EsiosSource implements MarketSource {
  readonly name = 'esios';
  readonly series = SERIES;
  readonly hasRevisions = false;
  readonly #options: EsiosOptions;

  constructor(options: EsiosOptions) {
    this.#options = options;
  }

  documentName({ series, date, revision }: DocumentRequest): string {
    return `${ESIOS_INDICATORS[series]}_${date.replaceAll('-', '')}.${revision}`;
  }

  get({ series, date, etag }: DocumentRequest): Promise<SourceResponse> {
    return getIndicator(this.#options, ESIOS_INDICATORS[series], date, etag);
  }

  parse(_: DocumentRequest, content: Uint8Array): ParsedDocument {
    return parseIndicator(content);
  }
}

export interface EsiosImbalanceOptions extends EsiosOptions {
  /** The indicators that an operator names. */
  readonly indicators?: Readonly<Record<Direction, number>> | undefined;
}

/** Indicators of e·sios with the prices of deviations. */
export class EsiosImbalanceSource implements ImbalanceSource {
  readonly name = 'esios';
  readonly #options: EsiosOptions;
  readonly #indicators: Readonly<Record<Direction, number>>;

  constructor({ indicators = ESIOS_IMBALANCE, ...options }: EsiosImbalanceOptions) {
    this.#options = options;
    this.#indicators = indicators;
  }

  documentName({ direction, date }: ImbalanceRequest): string {
    return `${this.#indicators[direction]}_${date.replaceAll('-', '')}`;
  }

  get({ direction, date }: ImbalanceRequest): Promise<SourceResponse> {
    return getIndicator(this.#options, this.#indicators[direction], date, null);
  }

  parse(content: Uint8Array): ParsedDocument {
    return parseIndicator(content);
  }
}

function getIndicator(
  { url: base, token }: EsiosOptions,
  indicator: number,
  date: string,
  etag: string | null,
): Promise<SourceResponse> {
  const url = new URL(`${base}/indicators/${indicator}`);
  url.searchParams.set('start_date', new Date(startOfDate(date)).toISOString());
  // The end is included.
  const end = startOfDate(dateAfter(date, 1)) - 1_000;
  url.searchParams.set('end_date', new Date(end).toISOString());
  // By default it sums the quarters of an hour, and returns several countries.
  url.searchParams.set('time_agg', 'average');
  url.searchParams.set('time_trunc', 'fifteen_minutes');
  url.searchParams.set('geo_ids[]', String(ESIOS_SPAIN));
  const headers = { accept: 'application/json', 'x-api-key': token };
  return httpGet(url, { headers, etag });
}

function parseIndicator(content: Uint8Array): ParsedDocument {
  const values = ofSpain(readValues(content));
  if (values.length === 0) return { kind: 'absent' };
  return { kind: 'values', series: valueSeries(values.map(readValue)) };
}

function readValues(content: Uint8Array): EsiosValue[] {
  let read: { indicator?: { values?: unknown } } | null;
  try {
    read = JSON.parse(Buffer.from(content).toString('utf8')) as typeof read;
  } catch {
    return rejectRows(['not JSON']);
  }
  const values = read?.indicator?.values;
  if (!Array.isArray(values)) return rejectRows(['there is no indicator.values']);
  return values as EsiosValue[];
}

/** The values of Spain among those of several places, else those of the peninsula, else those that name no place. */
function ofSpain(values: readonly EsiosValue[]): readonly EsiosValue[] {
  const places = [ESIOS_SPAIN, ESIOS_PENINSULA, null];
  const given = places.map((place) => values.filter((value) => (value?.geo_id ?? null) === place));
  const own = given.find(({ length }) => length > 0) ?? [];
  if (values.length > 0 && own.length === 0) rejectRows(['no value is of Spain or its peninsula']);
  return own;
}

function readValue(row: EsiosValue, i: number): { start: number; value: number } {
  const start = typeof row?.datetime_utc === 'string' ? instantOf(row.datetime_utc) : Number.NaN;
  if (Number.isNaN(start)) return rejectRows([`value ${i + 1} has no datetime_utc`]);
  const text = typeof row.value === 'number' ? decimalOf(row.value) : '';
  const value = parseMilli(text);
  if (value === undefined) return rejectRows([`value ${i + 1} ${milliProblem(text)}`]);
  return { start, value };
}

/** Averages may leave a trace where there is nothing, such as 5.7e-14. */
const MIN_DECIMAL = 1e-6;

/** A number as a decimal: JavaScript writes what is smaller than this with an exponent. */
function decimalOf(value: number): string {
  return Math.abs(value) < MIN_DECIMAL ? '0' : String(value);
}
