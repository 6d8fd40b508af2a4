import { int, statement, text } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import {
  type FileUpload,
  type MeasuredDay,
  type MeasuredSeries,
  Prisma,
} from '../generated/prisma/browser.ts';

export const SERIES = tableOf<MeasuredSeries>(
  'measured_series',
  Prisma.MeasuredSeriesScalarFieldEnum,
);

export const DAYS = tableOf<MeasuredDay>('measured_day', Prisma.MeasuredDayScalarFieldEnum);

/** Of uploads only when they were taken back: the names of their series may be many. */
export const UPLOAD_STATES = tableOf<Pick<FileUpload, 'number' | 'takenBackAt'>>(
  'measurement_upload',
  { number: 'number', takenBackAt: 'takenBackAt' },
);

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
      delivered_at = (ARRAY[$2::timestamptz] || s.delivered_at)[1:$11::int],
      revision = s.revision + 1
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
