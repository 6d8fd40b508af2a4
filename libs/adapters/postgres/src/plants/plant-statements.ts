import type { Plant } from '@solano/domain/assets';
import { statement } from '../database/statement.ts';
import { columnOf, tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

/** The driver gives the decimals as PostgreSQL writes them: with the zeros that the domain's have. */
export const PLANTS = tableOf<Plant>('plant', Prisma.PlantScalarFieldEnum);

/** The columns that a change leaves unchanged. */
const KEPT: readonly string[] = ['id', 'customerId', 'createdAt'];
const CHANGED = PLANTS.fields.filter((field) => !KEPT.includes(field)).map(columnOf);

/**
 * Changes rows to a value for each: plants exchange their names in one statement only. The parameter is one
 * JSON array of plants, with the columns' names.
 */
export const CHANGE_ALL = statement(
  {},
  `
    UPDATE plant p SET ${CHANGED.map((column) => `${column} = input.${column}`).join()}
    FROM json_populate_recordset(NULL::plant, $2::json) AS input
    WHERE p.customer_id = $1 AND p.id = input.id`,
  'plant-change-all',
);
