import { modelColumns, statement } from '../database/statement.ts';
import { columnOf, PLANT_FIELDS, type PlantRow } from './plant-row.ts';

const PLANT = PLANT_FIELDS.map((field) => `p.${columnOf(field)} AS "${field}"`).join();
const ROW = modelColumns<PlantRow>('plant', PLANT_FIELDS);

/**
 * By hand: a list of 50 costs a third of what it does by Prisma, and is a goal of
 * docs/performance.md. The driver gives the decimals as PostgreSQL writes them.
 */
export const LIST = statement(
  ROW,
  `
    SELECT ${PLANT} FROM plant p WHERE customer_id = $1
    ORDER BY name, id LIMIT $2 OFFSET $3`,
  'plant-list',
);

/** By hand, as {@link LIST}. */
export const BY_IDS = statement(
  ROW,
  `SELECT ${PLANT} FROM plant p WHERE customer_id = $1 AND id = ANY($2::uuid[])`,
  'plant-by-ids',
);

/** The columns that a change leaves unchanged. */
const KEPT: readonly string[] = ['id', 'customerId', 'createdAt'];
const CHANGED = PLANT_FIELDS.filter((field) => !KEPT.includes(field)).map(columnOf);

/**
 * By hand: Prisma changes no rows to a value for each, and plants exchange their names in one
 * statement only. The parameter is one JSON array of plants, with the columns' names.
 */
export const CHANGE_ALL = statement(
  {},
  `
    UPDATE plant p SET ${CHANGED.map((column) => `${column} = input.${column}`).join()}
    FROM json_populate_recordset(NULL::plant, $2::json) AS input
    WHERE p.customer_id = $1 AND p.id = input.id`,
  'plant-change-all',
);
