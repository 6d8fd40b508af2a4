import type { UploadMode } from '@solano/domain';
import type { Column } from '../database/statement.ts';
import { instant, int, statement, text, uuid } from '../database/statement.ts';

const texts: Column<string[]> = { type: '_text', isNullable: false };

const UPLOAD = {
  id: uuid,
  customerId: uuid,
  fileName: text(),
  key: text(),
  digest: text(),
  mode: text<UploadMode>(),
  rows: int,
  plants: texts,
  uploadedAt: instant,
  by: text(),
};

const UPLOAD_COLUMNS = `id, customer_id AS "customerId", file_name AS "fileName",
  object_key AS key, digest, mode, rows, plant_names AS plants, uploaded_at AS "uploadedAt",
  uploaded_by AS by`;

export const ADD_UPLOAD = statement(
  { id: uuid },
  `
    INSERT INTO outage_upload
      (customer_id, id, file_name, object_key, digest, mode, rows, plant_names, uploaded_at,
        uploaded_by)
    SELECT id, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::int, $8::text[],
      $9::timestamptz, $10::text
    FROM customer WHERE id = $1
    ON CONFLICT (customer_id, digest) DO NOTHING
    RETURNING id`,
);

export const WITH_DIGEST = statement(
  UPLOAD,
  `SELECT ${UPLOAD_COLUMNS} FROM outage_upload WHERE customer_id = $1 AND digest = $2`,
);

export const LIST_UPLOADS = statement(
  UPLOAD,
  `
    SELECT ${UPLOAD_COLUMNS} FROM outage_upload WHERE customer_id = $1
    ORDER BY uploaded_at DESC, id DESC`,
);

export const GET_UPLOAD = statement(
  UPLOAD,
  `SELECT ${UPLOAD_COLUMNS} FROM outage_upload WHERE customer_id = $1 AND id = $2`,
);

const RECORD = `customer_id, plant_id, id, start_at, end_at, available_power_mw, availability_type,
  observations, source_unit, source_value, timezone_source, updated_at, created_at`;

/** As `REPLACE_ALL`; what is replaced and what is brought is kept with the upload. */
export const BRING = statement(
  { count: int },
  `
    WITH wanted AS (
      SELECT p.customer_id, p.id AS plant_id, r.*
      FROM json_to_recordset($2::json) AS r (
        plant_name text, id uuid, start_at timestamptz, end_at timestamptz,
        available_power_mw float8, availability_type text, observations text, source_unit text,
        source_value float8, timezone_source text, updated_at timestamptz, created_at timestamptz)
      JOIN plant p ON p.customer_id = $1 AND p.name = r.plant_name
    ), replaced AS (
      DELETE FROM unavailability u USING wanted w
      WHERE u.plant_id = w.plant_id AND u.start_at = w.start_at AND u.end_at = w.end_at
        AND u.availability_type = w.availability_type
      RETURNING u.*
    ), kept AS (
      INSERT INTO outage_upload_previous (upload_id, ${RECORD})
      SELECT $3::uuid, ${RECORD} FROM replaced
    ), added AS (
      INSERT INTO unavailability (${RECORD}) SELECT ${RECORD} FROM wanted
      RETURNING id, plant_id, start_at, end_at, availability_type
    ), brought AS (
      INSERT INTO outage_upload_row (upload_id, id, plant_id, start_at, end_at, availability_type)
      SELECT $3::uuid, id, plant_id, start_at, end_at, availability_type FROM added
    )
    SELECT count(*)::int AS count FROM added`,
);

/** Takes away what else the upload's plants have that overlaps the window. */
export const CLEAR_WINDOW = statement(
  {},
  `
    WITH cleared AS (
      DELETE FROM unavailability u
      USING (SELECT DISTINCT plant_id FROM outage_upload_row WHERE upload_id = $1) p
      WHERE u.plant_id = p.plant_id AND u.start_at < $3::timestamptz AND u.end_at > $2::timestamptz
        AND NOT EXISTS (SELECT 1 FROM outage_upload_row r WHERE r.upload_id = $1 AND r.id = u.id)
      RETURNING u.*
    )
    INSERT INTO outage_upload_previous (upload_id, ${RECORD})
    SELECT $1::uuid, ${RECORD} FROM cleared`,
);

/** What the upload brought and is still as it was then. */
const UNTOUCHED = `
  SELECT u.id FROM outage_upload o
  JOIN outage_upload_row r ON r.upload_id = o.id
  JOIN unavailability u ON u.id = r.id AND u.updated_at = o.uploaded_at
  WHERE o.id = $1`;

const sameKey = (a: string, b: string) =>
  `${a}.plant_id = ${b}.plant_id AND ${a}.start_at = ${b}.start_at AND ${a}.end_at = ${b}.end_at
    AND ${a}.availability_type = ${b}.availability_type`;

/** What else stands where a row was that the upload took away. */
const TAKEN = `EXISTS (
  SELECT 1 FROM unavailability u
  WHERE ${sameKey('u', 'q')} AND u.id NOT IN (SELECT id FROM untouched))`;

export const CONFLICTS = statement(
  { id: uuid, plantName: text(), start: text(), end: text(), availabilityType: text() },
  `
    WITH untouched AS (${UNTOUCHED}), found AS (
      SELECT r.id, r.plant_id, r.start_at, r.end_at, r.availability_type
      FROM outage_upload_row r
      WHERE r.upload_id = $1 AND r.id NOT IN (SELECT id FROM untouched)
      UNION
      SELECT q.id, q.plant_id, q.start_at, q.end_at, q.availability_type
      FROM outage_upload_previous q
      WHERE q.upload_id = $1
        AND (${TAKEN} OR NOT EXISTS (SELECT 1 FROM plant p WHERE p.id = q.plant_id))
    )
    SELECT f.id, COALESCE(p.name, '') AS "plantName", f.start_at::text AS start,
      f.end_at::text AS end, f.availability_type AS "availabilityType"
    FROM found f LEFT JOIN plant p ON p.id = f.plant_id
    ORDER BY f.start_at, f.id LIMIT $2`,
);

/** One statement, which sees the rows as they were before it. */
export const UNDO = statement(
  {},
  `
    WITH untouched AS (${UNTOUCHED}), taken AS (
      DELETE FROM unavailability WHERE id IN (SELECT id FROM untouched)
    ), back AS (
      INSERT INTO unavailability (${RECORD})
      SELECT q.customer_id, q.plant_id, q.id, q.start_at, q.end_at, q.available_power_mw,
        q.availability_type, q.observations, q.source_unit, q.source_value, q.timezone_source,
        q.updated_at, q.created_at
      FROM outage_upload_previous q JOIN plant p ON p.id = q.plant_id
      WHERE q.upload_id = $1 AND NOT ${TAKEN} AND NOT EXISTS (
        SELECT 1 FROM outage_upload_row r
        WHERE r.upload_id = $1 AND ${sameKey('r', 'q')}
          AND r.id NOT IN (SELECT id FROM untouched))
      ON CONFLICT (id) DO NOTHING
    )
    DELETE FROM outage_upload WHERE id = $1`,
);
