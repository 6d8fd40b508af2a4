import { setImmediate } from 'node:timers/promises';
import { daysBetween, MINUTE_MS } from '@solano/domain/kernel';
import {
  type BandedPrediction,
  type Bands,
  formatMilli,
  type Market,
  type NewPrediction,
  type PredictionOrigin,
  type PredictionTrace,
  type PredictionWindow,
  type PricePrediction,
  type PriceSeries,
  type PriceStore,
  QUANTILE_COLUMNS,
  type RealisedPrices,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import type { Run, Statement, Value } from '../database/statement.ts';
import { type StatementDatabase, StatementStore } from '../database/statement-store.ts';
import { dateValue, readInstants, timestamp } from '../database/values.ts';
import type { PriceRevisions } from './price-revisions.ts';
import type { BandedRow, PredictionRow, RealisedRow, SeriesRow } from './price-statements.ts';
import * as sql from './price-statements.ts';

/** Sizes of pages; the last repeats. Most readers need only the newest predictions. */
const PREDICTION_PAGES = [2, 4, 8, 16];
/** Realised days are smaller, and read by the hundred. */
const MAX_DAYS = 128;
const DAY_PAGES = [16, MAX_DAYS];
/** Rows that are decoded in one turn of the event loop. */
const ROWS_PER_TURN = 16;

export class PostgresPriceStore extends StatementStore implements PriceStore {
  readonly #revisions: PriceRevisions;
  /** Owner of the prices written; readers also see the markets' prices. */
  readonly #owner: string;
  #viewer: Promise<string> | undefined;

  constructor(
    database: StatementDatabase,
    revisions: PriceRevisions,
    owner: string = sql.MARKET_OWNER,
  ) {
    super(database);
    this.#revisions = revisions;
    this.#owner = owner;
  }

  seenBy(customerId: string): PostgresPriceStore {
    return new PostgresPriceStore(this.database, this.#revisions, customerId);
  }

  async putPredictions(predictions: readonly NewPrediction[], entry?: AuditEntry): Promise<void> {
    await this.#change(entry, sql.PUT_PREDICTIONS, [
      this.#owner,
      predictions.map(({ market }) => market),
      predictions.map(({ generatedAt }) => timestamp(generatedAt)),
      predictions.map(({ origin }) => origin),
      predictions.map(({ inputsUntil }) => inputsUntil && timestamp(inputsUntil)),
      predictions.map(({ stepMinutes }) => stepMinutes),
      predictions.map(({ ends: [first], stepMinutes }) =>
        first === undefined ? null : timestamp(first - stepMinutes * MINUTE_MS),
      ),
      predictions.map(({ ends }) => (ends.length === 0 ? null : timestamp(ends.at(-1) as number))),
      predictions.map(endsArray),
      predictions.map(pricesArray),
      predictions.map(({ trace }) => (trace ? JSON.stringify(trace) : null)),
      ...QUANTILE_COLUMNS.map((_, i) =>
        predictions.map(({ bands }) => (bands ? bandArray(bands[i] as Bands[number]) : null)),
      ),
    ]);
  }

  async *predictions(
    market: Market,
    from: number,
    to: number,
    before = Infinity,
  ): AsyncGenerator<PricePrediction> {
    const viewer = await this.#viewerOf();
    const fetch = (size: number, after?: PredictionRow) => {
      const bound = timestamp(after?.generatedAt ?? before);
      const values = [market, bound, timestamp(from), timestamp(to), size, viewer];
      return this.database.run(sql.PREDICTIONS, values);
    };
    for await (const row of growingPages(PREDICTION_PAGES, fetch)) yield toPrediction(row);
  }

  async lastPredictions(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(PricePrediction | undefined)[]> {
    const found = windows.map((): PricePrediction | undefined => undefined);
    if (windows.length === 0) return found;
    const values = await this.#windowValues(market, windows, origin);
    const rows = await this.database.run(sql.LAST_PREDICTIONS, values);
    for await (const row of inTurns(rows)) found[row.position - 1] = toPrediction(row);
    return found;
  }

  async lastBanded(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(BandedPrediction | undefined)[]> {
    const found = windows.map((): BandedPrediction | undefined => undefined);
    if (windows.length === 0) return found;
    const values = await this.#windowValues(market, windows, origin);
    const rows = await this.database.run(sql.LAST_BANDED, values);
    for await (const row of inTurns(rows)) {
      const trace = row.trace === null ? {} : { trace: JSON.parse(row.trace) as PredictionTrace };
      found[row.position - 1] = { ...toPrediction(row), bands: toBands(row), ...trace };
    }
    return found;
  }

  async revision(market: Market): Promise<string> {
    return this.#revisions.of(market, await this.#viewerOf());
  }

  committedRevision(market: Market): Promise<string> {
    return this.#revisions.committed(market, this.#owner);
  }

  async removeSynthetic(): Promise<void> {
    await this.database.run(sql.REMOVE_SYNTHETIC, []);
    this.#revisions.invalidate();
  }

  async putRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void> {
    await this.#change(entry, sql.PUT_REALISED, this.#realisedValues(prices, false));
  }

  async replaceRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void> {
    await this.#change(entry, sql.PUT_REALISED, this.#realisedValues(prices, true));
  }

  async *realised(market: Market, from: string, to: string): AsyncGenerator<RealisedPrices> {
    const viewer = await this.#viewerOf();
    const pages = daysBetween(from, to) < MAX_DAYS ? [MAX_DAYS] : DAY_PAGES;
    const fetch = (size: number, after?: RealisedRow) => {
      const [first, last] = [dateValue(from), dateValue(to)];
      const values = [market, first, last, after?.date ?? 'infinity', size, viewer];
      return this.database.run(sql.REALISED, values);
    };
    for await (const { knownAt, ...row } of growingPages(pages, fetch)) {
      yield { ...row, ...toSeries(row), ...(knownAt && { knownAt }) };
    }
  }

  async #windowValues(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<Value[]> {
    return [
      market,
      windows.map(({ from }) => timestamp(from)),
      windows.map(({ to }) => timestamp(to)),
      windows.map(({ before }) => timestamp(before)),
      await this.#viewerOf(),
      origin ?? null,
    ];
  }

  /**
   * The owner whose prices this view reads, decided once: reads of a customer without prices of its
   * own are cached for all customers under the revision, so that prices which have just become its
   * own must not be in them.
   */
  #viewerOf(): Promise<string> {
    if (this.#owner === sql.MARKET_OWNER) return Promise.resolve(this.#owner);
    this.#viewer ??= this.#revisions.viewer(this.#owner);
    return this.#viewer;
  }

  async #change(
    entry: AuditEntry | undefined,
    statement: Statement<unknown>,
    values: readonly Value[],
  ): Promise<void> {
    const put = (run: Run) => run(statement, values);
    if (entry) {
      await this.database.transaction(async (run) => {
        await put(run);
        await writeAudit(run, entry);
      });
    } else await put((...each) => this.database.run(...each));
    this.#revisions.invalidate();
    this.#viewer = undefined;
  }

  #realisedValues(prices: readonly RealisedPrices[], replaces: boolean): Value[] {
    return [
      prices.map(({ market }) => market),
      prices.map(({ date }) => date),
      prices.map(({ version }) => version),
      prices.map(({ stepMinutes }) => stepMinutes),
      prices.map(endsArray),
      prices.map(pricesArray),
      prices.map(({ source }) => source),
      this.#owner,
      replaces,
      prices.map(({ knownAt }) => (knownAt ? timestamp(knownAt) : null)),
    ];
  }
}

/**
 * Rows that are fetched as they are asked for, in pages that grow.
 *
 * @param fetch returns at most `size` rows: those that follow one, or the first.
 */
async function* growingPages<Row>(
  sizes: readonly number[],
  fetch: (size: number, after?: Row) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let pages = 0; ; pages += 1) {
    const size = sizes[Math.min(pages, sizes.length - 1)] as number;
    const page = await fetch(size, after);
    yield* inTurns(page);
    if (page.length < size) return;
    after = page.at(-1);
  }
}

/** Rows, of which many are not decoded in one turn of the event loop. */
async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % ROWS_PER_TURN === 0) await setImmediate();
    yield row;
  }
}

function toPrediction(row: PredictionRow): PricePrediction {
  const { market, origin, inputsUntil } = row;
  // A copy of the time, from which the next page continues.
  const generatedAt = new Date(row.generatedAt);
  return { market, generatedAt, origin, inputsUntil, ...toSeries(row) };
}

function toBands(row: BandedRow): Bands | null {
  const bands = QUANTILE_COLUMNS.flatMap((column) => row[column] ?? []);
  return bands.length === 0 ? null : bands.map(readBand);
}

/** Prices that may be missing, in the form of an array of PostgreSQL. */
function readBand(array: string): (number | null)[] {
  if (array === '{}') return [];
  const prices = array.slice(1, -1).replaceAll('.', '').split(',');
  return prices.map((price) => (price === 'NULL' ? null : Number(price)));
}

function bandArray(band: Bands[number]): string {
  return `{${band.map((price) => (price === null ? 'NULL' : formatMilli(price))).join()}}`;
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
