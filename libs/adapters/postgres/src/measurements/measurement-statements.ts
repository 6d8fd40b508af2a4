import {
  type Column,
  instant,
  int,
  modelColumns,
  orNull,
  statement,
  text,
} from '../database/statement.ts';
import type { MeasuredSeries as SeriesRow } from '../generated/prisma/client.ts';

/*
 * By hand: Prisma neither appends to a column, nor changes many rows by values of their own, nor adds
 * a row unless there is one.
 */

/**
 * Adds series, or notes a delivery of those that are there. No row for a plant that is not the
 * customer's; none at all for a customer who is unknown.
 */
export const PUT_SERIES = statement(
  { id: int, key: text() },
  `
    INSERT INTO measured_series AS s (customer_id, key, plant_id, "user", retailer, portfolio,
      "group", first_start, last_end, delivered_at)
    SELECT c.id, g.key, g.plant_id, g."user", g.retailer, g.portfolio, g."group", g.first_start,
      g.last_end, ARRAY[$2::timestamptz]
    FROM customer c CROSS JOIN unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::timestamptz[], $10::timestamptz[])
      AS g (key, plant_id, "user", retailer, portfolio, "group", first_start, last_end)
    LEFT JOIN plant p ON p.id = g.plant_id
    WHERE c.id = $1 AND (g.plant_id IS NULL OR p.customer_id = c.id)
    ORDER BY g.key
    ON CONFLICT (customer_id, key) DO UPDATE SET
      first_start = LEAST(s.first_start, EXCLUDED.first_start),
      last_end = GREATEST(s.last_end, EXCLUDED.last_end),
      delivered_at = (ARRAY[$2::timestamptz] || s.delivered_at)[1:$11::int]
    RETURNING id, key`,
  'measured-series-put',
);

/** Adds an upload, unless the customer has one of the digest that was not taken back. */
export const ADD_UPLOAD = statement(
  { number: int },
  `
    INSERT INTO measurement_upload (id, customer_id, kind, "user", retailer, file_name, object_key,
      digest, rows, series, from_at, to_at, uploaded_at, uploaded_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT DO NOTHING
    RETURNING number`,
);

/** Adds encoded runs to days, behind those that are there. */
export const APPEND_RUNS = statement(
  {},
  `
    INSERT INTO measured_day AS d (series_id, day, runs)
    SELECT * FROM unnest($1::int[], $2::date[], $3::bytea[])
    ON CONFLICT (series_id, day) DO UPDATE SET runs = d.runs || EXCLUDED.runs`,
  'measured-day-append',
);

const bytes: Column<Buffer> = { type: 'bytea', isNullable: false };

/** All of series from one day to another, both included. */
export const DAYS = statement(
  { seriesId: int, day: text(), runs: bytes },
  `
    SELECT series_id AS "seriesId", day::text AS day, runs FROM measured_day
    WHERE series_id = ANY($1::int[]) AND day BETWEEN $2::date AND $3::date
    ORDER BY series_id, day`,
  'measured-days',
);

/** Series by their keys, or all of a portfolio. */
export const SERIES = statement(
  modelColumns<SeriesRow>('measured_series', [
    'id',
    'customerId',
    'key',
    'plantId',
    'user',
    'retailer',
    'portfolio',
    'group',
    'firstStart',
    'lastEnd',
    'deliveredAt',
  ]),
  `
    SELECT id, customer_id AS "customerId", key, plant_id AS "plantId", "user", retailer, portfolio,
      "group", first_start AS "firstStart", last_end AS "lastEnd", delivered_at AS "deliveredAt"
    FROM measured_series
    WHERE customer_id = $1 AND (key = ANY($2::text[]) OR portfolio = $3)
    ORDER BY plant_id, "group" COLLATE "C"`,
  'measured-series',
);

/** The uploads of a customer that were taken back, and when. */
export const TAKEN_BACK = statement(
  { number: int, takenBackAt: orNull(instant) },
  `
    SELECT number, taken_back_at AS "takenBackAt" FROM measurement_upload
    WHERE customer_id = $1 AND taken_back_at IS NOT NULL`,
  'measurement-taken-back',
);
