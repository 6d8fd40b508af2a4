import {
  type Market,
  type PredictionOrigin,
  type PriceSource,
  QUANTILE_COLUMNS,
} from '@solano/domain/market';
import type { Column, RowOf } from '../database/statement.ts';
import { instant, int, orNull, statement, text } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

/*
 * All by hand: the arrays of a series are read as texts, which is ten times faster than by Prisma;
 * the lookups walk an index from its end, and a change raises its revision in the same statement.
 */

const MADE = 'market, generated_at AS "generatedAt", origin, inputs_until AS "inputsUntil"';
const SERIES = 'step_minutes AS "stepMinutes", ends::text, prices::text';

/** The arrays as PostgreSQL writes them, each price with exactly three digits after the point. */
const SERIES_ROW = { stepMinutes: int, ends: text(), prices: text() };
const PREDICTION_ROW = {
  market: text<Market>(),
  generatedAt: instant,
  origin: text<PredictionOrigin>(),
  inputsUntil: orNull(instant),
  ...SERIES_ROW,
};
/** `position` is that of the window in the query, counted from 1. */
const WINDOW_ROW = { position: int, ...PREDICTION_ROW };
const BANDED_ROW = {
  ...WINDOW_ROW,
  ...(Object.fromEntries(QUANTILE_COLUMNS.map((column) => [column, orNull(text())])) as Record<
    (typeof QUANTILE_COLUMNS)[number],
    Column<string | null>
  >),
  trace: orNull(text()),
};
const REALISED_ROW = {
  market: text<Market>(),
  date: text(),
  source: text<PriceSource>(),
  version: int,
  knownAt: orNull(instant),
  ...SERIES_ROW,
};

export type SeriesRow = RowOf<typeof SERIES_ROW>;
export type PredictionRow = RowOf<typeof PREDICTION_ROW>;
export type BandedRow = RowOf<typeof BANDED_ROW>;
export type RealisedRow = RowOf<typeof REALISED_ROW>;

/** The columns of the bands, one for each quantile in ascending order. */
const BANDS = QUANTILE_COLUMNS.join(', ');

/** The owner of the prices of the markets themselves: it sorts after any customer's id. */
export const MARKET_OWNER = 'market';

/** A revision is a text, as the driver reads whole numbers of 64 bits. */
export type RevisionRow = Readonly<Record<'market' | 'owner' | 'revision', string>>;
export const REVISIONS = tableOf<RevisionRow>(
  'price_revision',
  Prisma.PriceRevisionScalarFieldEnum,
);

/** The condition of the prices that a reader sees: the markets' own and one customer's. */
const visible = (parameter: string) => `owner IN ('${MARKET_OWNER}', ${parameter})`;

/** The end of a statement that changes prices of the markets and owners that a query gives. */
function revised(changed: string): string {
  return `
    INSERT INTO price_revision AS kept (market, owner, revision) ${changed}
    ON CONFLICT (market, owner) DO UPDATE SET revision = kept.revision + 1`;
}

/** One of the same market and generation time is replaced, also by a later one of the same input. */
export const PUT_PREDICTIONS = statement(
  {},
  `
    WITH put AS (
      INSERT INTO price_prediction
        (market, owner, generated_at, origin, inputs_until, step_minutes, first, last,
          ends, prices, trace, ${BANDS})
      SELECT DISTINCT ON (market, generated_at)
        market, $1::text, generated_at, origin, inputs_until, step_minutes, first, last,
        ends::timestamptz[], prices::numeric[], trace,
        ${QUANTILE_COLUMNS.map((column) => `${column}::numeric[]`).join(', ')}
      FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::int[],
          $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[], $11::text[],
          ${QUANTILE_COLUMNS.map((_, i) => `$${i + 12}::text[]`).join(', ')})
        WITH ORDINALITY
        AS input (market, generated_at, origin, inputs_until, step_minutes, first, last, ends,
          prices, trace, ${BANDS}, position)
      ORDER BY market, generated_at, position DESC
      ON CONFLICT (market, generated_at, owner) DO UPDATE SET
        (origin, inputs_until, step_minutes, first, last, ends, prices, trace, ${BANDS}) =
        (excluded.origin, excluded.inputs_until, excluded.step_minutes, excluded.first,
          excluded.last, excluded.ends, excluded.prices, excluded.trace,
          ${QUANTILE_COLUMNS.map((column) => `excluded.${column}`).join(', ')})
      RETURNING market
    )
    ${revised('SELECT DISTINCT market, $1::text, 1 FROM put ORDER BY market')}`,
  'price-put-predictions',
);

/** How far ahead any prediction of the market reaches; one row of an index. */
const REACH = `
    reach AS MATERIALIZED (
      SELECT max(last - generated_at) AS most FROM price_prediction WHERE market = $1
    )`;

/**
 * When the first prediction that reaches an instant can have been generated: without it, an
 * instant that none reaches would cost a walk over the whole history. Reaches of years, which
 * would lead to times that PostgreSQL does not have, are not made use of.
 */
function earliest(instant: string): string {
  return `CASE WHEN (SELECT most FROM reach) < interval '1 year'
        THEN ${instant} - (SELECT most FROM reach) ELSE '-infinity' END`;
}

/** The arrays are written as texts outside: inside, it might be done to rows beyond the limit. */
export const PREDICTIONS = statement(
  PREDICTION_ROW,
  `
    WITH ${REACH}
    SELECT ${MADE}, ${SERIES} FROM (
      SELECT DISTINCT ON (generated_at) * FROM price_prediction
      WHERE market = $1 AND generated_at < $2 AND last >= $3::timestamptz AND first <= $4
        AND generated_at >= ${earliest('$3::timestamptz')} AND ${visible('$6')}
      ORDER BY generated_at DESC, owner DESC LIMIT $5
    ) AS page
    ORDER BY generated_at DESC`,
  'price-predictions',
);

/**
 * For each window one step into the primary key's index. Because ends ascend, two binary searches
 * find the periods to keep; the OFFSET lets each be done once for all arrays.
 *
 * @param columns of arrays, besides ends and prices.
 * @param more columns, of the prediction as a whole, behind them.
 */
function lastPredictions(columns: readonly string[], more: readonly string[] = []): string {
  const arrays = ['ends', 'prices', ...columns].map((column) => {
    return `p.${column}[kept.low:kept.high]::text AS ${column}`;
  });
  return `
    WITH ${REACH}
    SELECT w.position::int, ${MADE}, p.step_minutes AS "stepMinutes",
      ${[...arrays, ...more].join(', ')}
    FROM unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
      WITH ORDINALITY AS w (since, until, before, position)
    CROSS JOIN LATERAL (
      SELECT * FROM price_prediction
      WHERE market = $1 AND generated_at < w.before AND last > w.since AND first < w.until
        AND generated_at >= ${earliest('w.since')} AND ${visible('$5')}
        AND origin = coalesce($6, origin)
      ORDER BY generated_at DESC, owner DESC LIMIT 1
    ) AS p
    CROSS JOIN LATERAL (
      SELECT width_bucket(w.since, p.ends) + 1 AS low, width_bucket(
        w.until + p.step_minutes * interval '1 minute' - interval '1 ms', p.ends) AS high
      OFFSET 0
    ) AS kept`;
}

export const LAST_PREDICTIONS = statement(
  WINDOW_ROW,
  lastPredictions([]),
  'price-last-predictions',
);

/** The bands are large and stored beside the row: only this statement reads them. */
export const LAST_BANDED = statement(
  BANDED_ROW,
  lastPredictions(QUANTILE_COLUMNS, ['trace']),
  'price-last-banded',
);

/**
 * Keeps the highest version per market and day. An older one replaces the stored one only if `$9`.
 */
export const PUT_REALISED = statement(
  {},
  `
    WITH put AS (
      INSERT INTO realised_price AS kept
        (market, owner, date, source, version, step_minutes, ends, prices, known_at)
      SELECT DISTINCT ON (market, date)
        market, $8::text, date, source, version, step_minutes, ends::timestamptz[],
        prices::numeric[], known_at
      FROM unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[],
          $10::timestamptz[])
        WITH ORDINALITY
        AS input (market, date, version, step_minutes, ends, prices, source, known_at, position)
      ORDER BY market, date, version DESC, position DESC
      ON CONFLICT (market, date, owner) DO UPDATE SET
        (source, version, step_minutes, ends, prices, known_at) =
        (excluded.source, excluded.version, excluded.step_minutes, excluded.ends, excluded.prices,
          excluded.known_at)
      WHERE excluded.version >= kept.version OR $9::boolean
      RETURNING market
    )
    ${revised('SELECT DISTINCT market, $8::text, 1 FROM put ORDER BY market')}`,
  'price-put-realised',
);

/** The days before $4, which is the last day of the page before. */
export const REALISED = statement(
  REALISED_ROW,
  `
    SELECT DISTINCT ON (realised_price.date) market, date::text, source, version,
      known_at AS "knownAt", ${SERIES}
    FROM realised_price
    WHERE market = $1 AND date BETWEEN $2 AND $3 AND date < $4 AND ${visible('$6')}
    ORDER BY realised_price.date DESC, owner DESC LIMIT $5`,
  'price-realised',
);

export const REMOVE_SYNTHETIC = statement(
  {},
  `
    WITH removed AS (DELETE FROM realised_price WHERE owner <> '${MARKET_OWNER}'),
      deviations AS (DELETE FROM synthetic_imbalance_price)
    UPDATE price_revision SET revision = revision + 1 WHERE owner <> '${MARKET_OWNER}'`,
);
