import type { Statement } from '../database/statement.ts';

const PLANT = `p.id, p.customer_id AS "customerId", p.name, p.lat, p.lon,
  p.installed_capacity_mw AS "installedCapacityMw", p.nominal_capacity_mw AS "nominalCapacityMw",
  p.area, p.technology_type AS "technologyType", p.last_training_cnn_at AS "lastTrainingCnnAt",
  p.last_training_trees_at AS "lastTrainingTreesAt", p.agrupation,
  p.customer_display_name AS "customerDisplayName", p.timezone,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** What a change may set, in the order of the writing statements' values. */
const FIELDS = [
  'name',
  'lat',
  'lon',
  'installed_capacity_mw',
  'nominal_capacity_mw',
  'area',
  'technology_type',
  'last_training_cnn_at',
  'last_training_trees_at',
  'agrupation',
  'customer_display_name',
  'timezone',
  'updated_at',
];

/** After the customer's id, an array of ids and one for each of the fields. */
const GIVEN = `$2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
  $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
  $15::timestamptz[]`;

/**
 * Whoever adds, changes or removes a customer's plants holds this lock first and for the whole
 * transaction: names are given one after the other, and nobody waits for another in a circle.
 */
export const LOCK_PLANTS: Statement = {
  name: 'plant-lock-all',
  text: 'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
};

export const GET: Statement = {
  name: 'plant-get',
  text: `SELECT ${PLANT} FROM plant p WHERE customer_id = $1 AND id = $2`,
};

export const BY_NAME: Statement = {
  name: 'plant-by-name',
  text: `SELECT ${PLANT} FROM plant p WHERE customer_id = $1 AND name = $2`,
};

export const BY_NAMES: Statement = {
  name: 'plant-by-names',
  text: `SELECT ${PLANT} FROM plant p WHERE customer_id = $1 AND name = ANY($2)`,
};

export const LIST: Statement = {
  name: 'plant-list',
  text: `
    SELECT ${PLANT} FROM plant p WHERE customer_id = $1
    ORDER BY name, id LIMIT $2 OFFSET $3`,
};

export const LIST_IDS: Statement = {
  name: 'plant-list-ids',
  text: `
    SELECT id FROM plant WHERE customer_id = $1
    ORDER BY name, id LIMIT $2::bigint OFFSET $3`,
};

export const BY_IDS: Statement = {
  name: 'plant-by-ids',
  text: `SELECT ${PLANT} FROM plant p WHERE customer_id = $1 AND id = ANY($2::uuid[])`,
};

export const COUNT: Statement = {
  name: 'plant-count',
  text: 'SELECT count(*)::int AS count FROM plant WHERE customer_id = $1',
};

export const ADD: Statement = {
  name: 'plant-add',
  text: `
    INSERT INTO plant (customer_id, id, ${FIELDS.join()}, created_at)
    SELECT $1::uuid, given.* FROM unnest(${GIVEN}, $16::timestamptz[]) AS given`,
};

export const CHANGE: Statement = {
  name: 'plant-change',
  text: `
    UPDATE plant p SET ${FIELDS.map((field) => `${field} = given.${field}`).join()}
    FROM unnest(${GIVEN}) AS given (id, ${FIELDS.join()})
    WHERE p.customer_id = $1 AND p.id = given.id
    RETURNING ${PLANT}`,
};

export const REMOVE: Statement = {
  name: 'plant-remove',
  text: 'DELETE FROM plant WHERE customer_id = $1 AND id = $2 RETURNING id',
};
