import {
  formatMilli,
  type Market,
  type PredictionWindow,
  type PricePrediction,
  type PriceSeries,
  type PriceStore,
  type RealisedPrices,
} from '@solano/domain';
import type { PostgresDatabase, Value } from '../database/database.ts';
import { readInstants, timestamp } from '../database/values.ts';
import * as sql from './price-statements.ts';

const MINUTE_MS = 60_000;
/** Most askers need only the newest predictions; the pages grow for those who want more. */
const FIRST_PREDICTIONS = 2;
/** Realised days are smaller, and wanted by the hundred. */
const FIRST_DAYS = 16;
const LARGEST_PAGE = 16;

export class PostgresPriceStore implements PriceStore {
  readonly #database: PostgresDatabase;
  /** Whose prices are written, and seen beside those of the markets. */
  readonly #owner: string;

  constructor(database: PostgresDatabase, owner: string = sql.MARKET_OWNER) {
    this.#database = database;
    this.#owner = owner;
  }

  seenBy(customerId: string): PostgresPriceStore {
    return new PostgresPriceStore(this.#database, customerId);
  }

  async putPrediction(prediction: PricePrediction): Promise<void> {
    const { market, generatedAt, origin, inputsUntil, stepMinutes } = prediction;
    const [start, end] = [prediction.ends[0], prediction.ends.at(-1)];
    await this.#database.run(sql.PUT_PREDICTION, [
      market,
      this.#owner,
      generatedAt,
      origin,
      inputsUntil,
      stepMinutes,
      start === undefined ? null : timestamp(start - stepMinutes * MINUTE_MS),
      end === undefined ? null : timestamp(end),
      endsArray(prediction),
      pricesArray(prediction),
    ]);
  }

  async *predictions(
    market: Market,
    from: number,
    to: number,
    before = Infinity,
  ): AsyncGenerator<PricePrediction> {
    const fetch = (size: number, after?: PredictionRow) => {
      const bound = timestamp(after?.generatedAt ?? before);
      const values = [market, bound, timestamp(from), timestamp(to), size, this.#owner];
      return this.#database.run<PredictionRow>(sql.PREDICTIONS, values);
    };
    for await (const row of growingPages(FIRST_PREDICTIONS, fetch)) yield toPrediction(row);
  }

  async lastPredictions(
    market: Market,
    windows: readonly PredictionWindow[],
  ): Promise<(PricePrediction | undefined)[]> {
    const found = windows.map((): PricePrediction | undefined => undefined);
    if (windows.length === 0) return found;
    const rows = await this.#database.run<WindowRow>(sql.LAST_PREDICTIONS, [
      market,
      windows.map(({ from }) => timestamp(from)),
      windows.map(({ to }) => timestamp(to)),
      windows.map(({ before }) => timestamp(before)),
      this.#owner,
    ]);
    for (const row of rows) found[row.position - 1] = toPrediction(row);
    return found;
  }

  async revision(market: Market): Promise<string> {
    const [row] = await this.#database.run<{ revision: string }>(sql.REVISION, [
      market,
      this.#owner,
    ]);
    return row?.revision ?? '';
  }

  async removeSynthetic(): Promise<void> {
    await this.#database.run(sql.REMOVE_SYNTHETIC, []);
  }

  async putRealised(prices: readonly RealisedPrices[]): Promise<void> {
    await this.#database.run(sql.PUT_REALISED, this.#valuesOf(prices));
  }

  async replaceRealised(prices: readonly RealisedPrices[]): Promise<void> {
    await this.#database.run(sql.REPLACE_REALISED, this.#valuesOf(prices));
  }

  async *realised(market: Market, from: string, to: string): AsyncGenerator<RealisedPrices> {
    const fetch = (size: number, after?: RealisedRow) => {
      const values = [market, from, to, after?.date ?? 'infinity', size, this.#owner];
      return this.#database.run<RealisedRow>(sql.REALISED, values);
    };
    for await (const row of growingPages(FIRST_DAYS, fetch)) yield { ...row, ...toSeries(row) };
  }

  #valuesOf(prices: readonly RealisedPrices[]): Value[] {
    return [
      prices.map(({ market }) => market),
      prices.map(({ date }) => date),
      prices.map(({ version }) => version),
      prices.map(({ stepMinutes }) => stepMinutes),
      prices.map(endsArray),
      prices.map(pricesArray),
      prices.map(({ source }) => source),
      this.#owner,
    ];
  }
}

/** The arrays as PostgreSQL writes them, each price with exactly three digits after the point. */
interface SeriesRow {
  readonly stepMinutes: number;
  readonly ends: string;
  readonly prices: string;
}
type PredictionRow = SeriesRow & Omit<PricePrediction, keyof PriceSeries>;
/** With the window's place among the windows, counted from 1. */
type WindowRow = PredictionRow & { readonly position: number };
type RealisedRow = SeriesRow & Omit<RealisedPrices, keyof PriceSeries>;

/**
 * Rows that are fetched as they are asked for, in pages that grow.
 *
 * @param fetch gives the rows, `size` at the most, that follow one, or the first.
 */
async function* growingPages<Row>(
  first: number,
  fetch: (size: number, after?: Row) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let size = first; ; size = Math.min(2 * size, LARGEST_PAGE)) {
    const page = await fetch(size, after);
    yield* page;
    if (page.length < size) return;
    after = page.at(-1);
  }
}

function toPrediction(row: PredictionRow): PricePrediction {
  const { market, origin, inputsUntil } = row;
  // A copy of the time, which the next page goes on from.
  const generatedAt = new Date(row.generatedAt);
  return { market, generatedAt, origin, inputsUntil, ...toSeries(row) };
}

function toSeries({ stepMinutes, ends, prices }: SeriesRow): PriceSeries {
  // Without its point, a price counts thousandths.
  const milli = prices.slice(1, -1).replaceAll('.', '');
  return {
    stepMinutes,
    ends: readInstants(ends),
    prices: milli === '' ? [] : milli.split(',').map(Number),
  };
}

function endsArray({ ends }: PriceSeries): string {
  return `{${ends.map(timestamp).join()}}`;
}

function pricesArray({ prices }: PriceSeries): string {
  return `{${prices.map(formatMilli).join()}}`;
}
