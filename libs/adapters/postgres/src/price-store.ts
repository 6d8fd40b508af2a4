import {
  formatMilli,
  type Market,
  type PricePrediction,
  type PriceSeries,
  type PriceStore,
  type RealisedPrices,
} from '@solano/domain';
import type { PostgresDatabase, Statement } from './database.ts';
import { readInstants, timestamp } from './values.ts';

const MINUTE_MS = 60_000;
/** Most askers need only the newest predictions; the pages grow for those who want more. */
const FIRST_PAGE = 2;
const LARGEST_PAGE = 64;

const SERIES = 'step_minutes AS "stepMinutes", ends::text, prices::text';

const PUT_PREDICTION: Statement = {
  name: 'price-put-prediction',
  text: `
    INSERT INTO price_prediction
      (market, generated_at, step_minutes, first, last, ends, prices)
    VALUES ($1, $2, $3, $4, $5, $6::text::timestamptz[], $7::text::numeric[])
    ON CONFLICT (market, generated_at) DO UPDATE SET
      (step_minutes, first, last, ends, prices) =
      (excluded.step_minutes, excluded.first, excluded.last, excluded.ends, excluded.prices)`,
};

/** The arrays are written as texts outside: inside, it might be done to rows beyond the limit. */
const PREDICTIONS: Statement = {
  name: 'price-predictions',
  text: `
    SELECT market, generated_at AS "generatedAt", ${SERIES} FROM (
      SELECT * FROM price_prediction
      WHERE market = $1 AND generated_at < $2 AND last >= $3 AND first <= $4
      ORDER BY generated_at DESC LIMIT $5
    ) AS page
    ORDER BY generated_at DESC`,
};

/** Within one call too, the highest version of a day counts, and of equal ones the last. */
const PUT_REALISED: Statement = {
  name: 'price-put-realised',
  text: `
    INSERT INTO realised_price AS kept (market, date, version, step_minutes, ends, prices)
    SELECT DISTINCT ON (market, date)
      market, date, version, step_minutes, ends::timestamptz[], prices::numeric[]
    FROM unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::text[], $6::text[])
      WITH ORDINALITY AS given (market, date, version, step_minutes, ends, prices, position)
    ORDER BY market, date, version DESC, position DESC
    ON CONFLICT (market, date) DO UPDATE SET
      (version, step_minutes, ends, prices) =
      (excluded.version, excluded.step_minutes, excluded.ends, excluded.prices)
    WHERE excluded.version >= kept.version`,
};

const REALISED: Statement = {
  name: 'price-realised',
  text: `
    SELECT market, date::text, version, ${SERIES} FROM realised_price
    WHERE market = $1 AND date BETWEEN $2 AND $3 ORDER BY date`,
};

export class PostgresPriceStore implements PriceStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async putPrediction(prediction: PricePrediction): Promise<void> {
    const { market, generatedAt, stepMinutes } = prediction;
    const [start, end] = [prediction.ends[0], prediction.ends.at(-1)];
    await this.#database.run(PUT_PREDICTION, [
      market,
      generatedAt,
      stepMinutes,
      start === undefined ? null : timestamp(start - stepMinutes * MINUTE_MS),
      end === undefined ? null : timestamp(end),
      endsArray(prediction),
      pricesArray(prediction),
    ]);
  }

  async *predictions(market: Market, from: number, to: number): AsyncGenerator<PricePrediction> {
    let before: Date | number = Infinity;
    for (let size = FIRST_PAGE; ; size = Math.min(2 * size, LARGEST_PAGE)) {
      const page: PredictionRow[] = await this.#database.run(PREDICTIONS, [
        market,
        timestamp(before),
        timestamp(from),
        timestamp(to),
        size,
      ]);
      for (const row of page) {
        before = row.generatedAt;
        yield { ...row, ...toSeries(row), generatedAt: new Date(before) };
      }
      if (page.length < size) return;
    }
  }

  async putRealised(prices: readonly RealisedPrices[]): Promise<void> {
    await this.#database.run(PUT_REALISED, [
      prices.map(({ market }) => market),
      prices.map(({ date }) => date),
      prices.map(({ version }) => version),
      prices.map(({ stepMinutes }) => stepMinutes),
      prices.map(endsArray),
      prices.map(pricesArray),
    ]);
  }

  async realised(market: Market, from: string, to: string): Promise<RealisedPrices[]> {
    const rows = await this.#database.run<RealisedRow>(REALISED, [market, from, to]);
    return rows.map((row) => ({ ...row, ...toSeries(row) }));
  }
}

/** The arrays as PostgreSQL writes them, each price with exactly three digits after the point. */
interface SeriesRow {
  readonly stepMinutes: number;
  readonly ends: string;
  readonly prices: string;
}
type PredictionRow = SeriesRow & Pick<PricePrediction, 'market' | 'generatedAt'>;
type RealisedRow = SeriesRow & Pick<RealisedPrices, 'market' | 'date' | 'version'>;

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
