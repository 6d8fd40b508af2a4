import type { Statement } from '../database/statement.ts';

/** Instants as text, since the driver's dates have no microseconds; see `readUtcInstant`. */
const RECORD = `u.id, u.customer_id AS "customerId", p.name AS "plantName",
  u.start_at::text AS start, u.end_at::text AS end, u.available_power_mw AS "availablePowerMw",
  u.availability_type AS "availabilityType", u.observations, u.source_unit AS "sourceUnit",
  u.source_value AS "sourceValue", u.timezone_source AS "timezoneSource",
  u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;

/** Waits for whoever is removing or renaming the plant, and then goes by what has become of it. */
export const ADD: Statement = {
  name: 'unavailability-add',
  text: `
    INSERT INTO unavailability
      (customer_id, plant_id, id, start_at, end_at, available_power_mw, availability_type,
        observations, source_unit, source_value, timezone_source, updated_at, created_at)
    SELECT customer_id, id, $3::uuid, $4::timestamptz, $5::timestamptz, $6::float8, $7::text,
      $8::text, $9::text, $10::float8, $11::text, $12::timestamptz, $13::timestamptz
    FROM plant WHERE customer_id = $1 AND name = $2
    FOR KEY SHARE
    RETURNING id`,
};

export const GET: Statement = {
  name: 'unavailability-get',
  text: `
    SELECT ${RECORD} FROM unavailability u JOIN plant p ON p.id = u.plant_id
    WHERE u.customer_id = $1 AND u.id = $2`,
};

const ORDER = 'ORDER BY start_at, id';

/** All of a customer's records. */
export const LIST: Statement = {
  name: 'unavailability-list',
  text: listed('customer_id = $1', 'LIMIT $2 OFFSET $3'),
};

export const LIST_IDS: Statement = {
  name: 'unavailability-list-ids',
  text: `
    SELECT id FROM unavailability WHERE customer_id = $1
    ${ORDER} LIMIT $2::bigint OFFSET $3`,
};

export const BY_IDS: Statement = {
  name: 'unavailability-by-ids',
  text: `
    SELECT ${RECORD} FROM unavailability u JOIN plant p ON p.id = u.plant_id
    WHERE u.customer_id = $1 AND u.id = ANY($2::uuid[])`,
};

/** The records of one plant, by its name. */
export const LIST_OF_PLANT: Statement = {
  name: 'unavailability-list-of-plant',
  text: listed(
    'plant_id = (SELECT id FROM plant WHERE customer_id = $1 AND name = $2)',
    'LIMIT $3 OFFSET $4',
  ),
};

/** By the plant's id. */
export const LIST_IDS_OF_PLANT: Statement = {
  name: 'unavailability-list-ids-of-plant',
  text: `
    SELECT id FROM unavailability WHERE plant_id = $1
    ${ORDER} LIMIT $2::bigint OFFSET $3`,
};

/** By the plant's id. */
export const BY_IDS_OF_PLANT: Statement = {
  name: 'unavailability-by-ids-of-plant',
  text: `
    SELECT ${RECORD} FROM unavailability u JOIN plant p ON p.id = u.plant_id
    WHERE u.plant_id = $1 AND u.id = ANY($2::uuid[])`,
};

/** The join is outside, where it touches no rows but those of the page. */
function listed(condition: string, part: string): string {
  return `
    SELECT ${RECORD} FROM (
      SELECT * FROM unavailability WHERE ${condition} ${ORDER} ${part}
    ) AS u JOIN plant p ON p.id = u.plant_id
    ORDER BY u.start_at, u.id`;
}

export const COUNT: Statement = {
  name: 'unavailability-count',
  text: 'SELECT count(*)::int AS count FROM unavailability WHERE customer_id = $1',
};

export const COUNT_OF_PLANT: Statement = {
  name: 'unavailability-count-of-plant',
  text: `
    SELECT count(*)::int AS count FROM unavailability WHERE plant_id =
      (SELECT id FROM plant WHERE customer_id = $1 AND name = $2)`,
};

/**
 * Keeps the customer's plants as they are (see `LOCK_PLANTS`): a record may move from one to
 * another while it is locked itself, and a removal locks a plant before its records.
 */
export const KEEP_PLANTS: Statement = {
  name: 'unavailability-keep-plants',
  text: 'SELECT id FROM customer WHERE id = $1 FOR SHARE',
};

export const LOCK: Statement = {
  name: 'unavailability-lock',
  text: `${GET.text} FOR NO KEY UPDATE OF u`,
};

export const CHANGE: Statement = {
  name: 'unavailability-change',
  text: `
    UPDATE unavailability u SET
      plant_id = p.id, start_at = $4, end_at = $5, available_power_mw = $6,
      availability_type = $7, observations = $8, source_unit = $9, source_value = $10,
      timezone_source = $11, updated_at = $12
    FROM plant p
    WHERE p.customer_id = $1 AND p.name = $2 AND u.customer_id = $1 AND u.id = $3
    RETURNING ${RECORD}`,
};

/**
 * Takes the records as one JSON array, of which there may be many. Those that stand in the place
 * of a new one go in the same statement, so that it sees the same plants throughout.
 */
export const REPLACE_ALL: Statement = {
  name: 'unavailability-replace-all',
  text: `
    WITH wanted AS (
      SELECT p.id AS plant_id, r.*
      FROM json_to_recordset($2::json) AS r (
        plant_name text, id uuid, start_at timestamptz, end_at timestamptz,
        available_power_mw float8, availability_type text, observations text, source_unit text,
        source_value float8, timezone_source text, updated_at timestamptz, created_at timestamptz)
      JOIN plant p ON p.customer_id = $1 AND p.name = r.plant_name
    ), replaced AS (
      DELETE FROM unavailability u USING wanted w
      WHERE u.plant_id = w.plant_id AND u.start_at = w.start_at AND u.end_at = w.end_at
        AND u.availability_type = w.availability_type
    ), added AS (
      INSERT INTO unavailability
        (customer_id, plant_id, id, start_at, end_at, available_power_mw, availability_type,
          observations, source_unit, source_value, timezone_source, updated_at, created_at)
      SELECT $1, plant_id, id, start_at, end_at, available_power_mw, availability_type,
        observations, source_unit, source_value, timezone_source, updated_at, created_at
      FROM wanted
      RETURNING id
    )
    SELECT count(*)::int AS count FROM added`,
};

export const REMOVE: Statement = {
  name: 'unavailability-remove',
  text: 'DELETE FROM unavailability WHERE customer_id = $1 AND id = $2 RETURNING id',
};
