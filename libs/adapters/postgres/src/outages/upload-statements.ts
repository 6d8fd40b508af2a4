import { statement, text, uuid } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { type OutageUpload, Prisma } from '../generated/prisma/browser.ts';
import { STORED } from '../unavailabilities/unavailability-statements.ts';

export const UPLOADS = tableOf<OutageUpload>('outage_upload', Prisma.OutageUploadScalarFieldEnum);

/**
 * Deletes the other unavailabilities of the upload's plants that overlap the window. By hand: Prisma
 * does not move rows from one table to another, and keeps milliseconds only.
 */
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
    INSERT INTO outage_upload_previous (upload_id, ${STORED})
    SELECT $1::uuid, ${STORED} FROM cleared`,
);

/** The records of the upload that are unchanged since. */
const UNTOUCHED = `
  SELECT u.id FROM outage_upload o
  JOIN outage_upload_row r ON r.upload_id = o.id
  JOIN unavailability u ON u.id = r.id AND u.updated_at = o.uploaded_at
  WHERE o.id = $1`;

const sameKey = (a: string, b: string) =>
  `${a}.plant_id = ${b}.plant_id AND ${a}.start_at = ${b}.start_at AND ${a}.end_at = ${b}.end_at
    AND ${a}.availability_type = ${b}.availability_type`;

/** Records that have the place of a row that the upload replaced. */
const TAKEN = `EXISTS (
  SELECT 1 FROM unavailability u
  WHERE ${sameKey('u', 'q')} AND u.id NOT IN (SELECT id FROM untouched))`;

/**
 * Takes an upload back where there is no conflict, or with force; returns the conflicts. By hand, as
 * {@link CLEAR_WINDOW}; one statement, which sees the rows as they were before it.
 */
export const TAKE_BACK = statement(
  { id: uuid, plantName: text(), start: text(), end: text(), availabilityType: text() },
  `
    WITH untouched AS (${UNTOUCHED}), conflict AS (
      SELECT r.id, r.plant_id, r.start_at, r.end_at, r.availability_type
      FROM outage_upload_row r
      WHERE r.upload_id = $1 AND r.id NOT IN (SELECT id FROM untouched)
      UNION
      SELECT q.id, q.plant_id, q.start_at, q.end_at, q.availability_type
      FROM outage_upload_previous q
      WHERE q.upload_id = $1
        AND (${TAKEN} OR NOT EXISTS (SELECT 1 FROM plant p WHERE p.id = q.plant_id))
    ), decision AS (
      SELECT $2::boolean OR NOT EXISTS (SELECT 1 FROM conflict) AS "isTakenBack"
    ), removed AS (
      DELETE FROM unavailability
      WHERE id IN (SELECT id FROM untouched) AND (SELECT "isTakenBack" FROM decision)
    ), restored AS (
      INSERT INTO unavailability (${STORED}, recorded_at)
      SELECT q.customer_id, q.plant_id, q.id, q.start_at, q.end_at, q.available_power_mw,
        q.availability_type, q.observations, q.source_unit, q.source_value, q.timezone_source,
        q.updated_at, q.created_at, $4::timestamptz
      FROM outage_upload_previous q JOIN plant p ON p.id = q.plant_id
      WHERE q.upload_id = $1 AND (SELECT "isTakenBack" FROM decision)
        AND NOT ${TAKEN} AND NOT EXISTS (
          SELECT 1 FROM outage_upload_row r
          WHERE r.upload_id = $1 AND ${sameKey('r', 'q')}
            AND r.id NOT IN (SELECT id FROM untouched))
      ON CONFLICT (id) DO NOTHING
    ), purged AS (
      DELETE FROM outage_upload WHERE id = $1 AND (SELECT "isTakenBack" FROM decision)
    )
    SELECT c.id, COALESCE(p.name, '') AS "plantName", c.start_at::text AS start,
      c.end_at::text AS end, c.availability_type AS "availabilityType"
    FROM conflict c LEFT JOIN plant p ON p.id = c.plant_id
    ORDER BY c.start_at, c.id LIMIT $3`,
);
