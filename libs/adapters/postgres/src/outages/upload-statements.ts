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

const sameKey = (a: string, b: string) =>
  `${a}.plant_id = ${b}.plant_id AND ${a}.start_at = ${b}.start_at AND ${a}.end_at = ${b}.end_at
    AND ${a}.availability_type = ${b}.availability_type`;

/** The rows that the upload brought; those are touched whose record was changed or deleted since. */
const BROUGHT = `
  SELECT r.id, r.plant_id, r.start_at, r.end_at, r.availability_type, u.id IS NULL AS is_touched
  FROM outage_upload o
  JOIN outage_upload_row r ON r.upload_id = o.id
  LEFT JOIN unavailability u ON u.id = r.id AND u.updated_at = o.uploaded_at
  WHERE o.id = $1`;

/** Whether a record that will stay has the place of a row that the upload replaced. */
const IS_TAKEN = `EXISTS (
  SELECT 1 FROM unavailability u
  WHERE ${sameKey('u', 'q')} AND NOT (
    u.updated_at = (SELECT uploaded_at FROM outage_upload WHERE id = $1)
    AND EXISTS (SELECT 1 FROM outage_upload_row r WHERE r.upload_id = $1 AND r.id = u.id)))`;

/**
 * The rows that the upload replaced, and touched rows, whose other columns are null. The join is a full one
 * as no plan of those is a loop over all pairs, which the planner takes where its statistics are older than
 * the upload.
 */
const REPLACED = `
  SELECT q.*, t.id IS NOT NULL AS is_touched, p.id IS NULL OR ${IS_TAKEN} AS is_lost
  FROM (SELECT * FROM outage_upload_previous WHERE upload_id = $1) q
  FULL JOIN (SELECT * FROM brought WHERE is_touched) t ON ${sameKey('t', 'q')}
  LEFT JOIN plant p ON p.id = q.plant_id`;

/**
 * Takes an upload back where there is no conflict, or with force; returns the conflicts. By hand, as
 * {@link CLEAR_WINDOW}; one statement, which sees the rows as they were before it.
 */
export const TAKE_BACK = statement(
  { id: uuid, plantName: text(), start: text(), end: text(), availabilityType: text() },
  `
    WITH brought AS MATERIALIZED (${BROUGHT}), replaced AS MATERIALIZED (${REPLACED}), conflict AS (
      SELECT id, plant_id, start_at, end_at, availability_type FROM brought WHERE is_touched
      UNION
      SELECT id, plant_id, start_at, end_at, availability_type FROM replaced
      WHERE id IS NOT NULL AND is_lost
    ), decision AS (
      SELECT $2::boolean OR NOT EXISTS (SELECT 1 FROM conflict) AS "isTakenBack"
    ), removed AS (
      DELETE FROM unavailability
      WHERE id IN (SELECT id FROM brought WHERE NOT is_touched)
        AND (SELECT "isTakenBack" FROM decision)
    ), restored AS (
      INSERT INTO unavailability (${STORED}, recorded_at)
      SELECT ${STORED}, $4::timestamptz FROM replaced
      WHERE id IS NOT NULL AND NOT is_lost AND NOT is_touched
        AND (SELECT "isTakenBack" FROM decision)
      ON CONFLICT (id) DO NOTHING
    ), purged AS (
      DELETE FROM outage_upload WHERE id = $1 AND (SELECT "isTakenBack" FROM decision)
    )
    SELECT c.id, COALESCE(p.name, '') AS "plantName", c.start_at::text AS start,
      c.end_at::text AS end, c.availability_type AS "availabilityType"
    FROM conflict c LEFT JOIN plant p ON p.id = c.plant_id
    ORDER BY c.start_at, c.id LIMIT $3`,
);
