import type { ListPosition } from '@solano/domain/kernel';
import type { Value } from './statement.ts';
import { int, type Statement, statement } from './statement.ts';
import { columnOf, rowsJson, type Table } from './table.ts';

/*
 * The plain statements of stores whose others Prisma cannot say, or not quickly enough.
 */

type Made<Row> = readonly [Statement<Row>, readonly Value[]];

/** From one value to another, both included. */
interface Between {
  readonly first: string | number;
  readonly last: string | number;
}

/** Fields and the values that they have; of an array, any of its values. */
type Where<Row> = { readonly [Field in keyof Row]?: Value | Between };

interface Selection {
  /** Columns; of a list with `after`, the column of its key and `id`. */
  readonly orderBy?: string;
  /** Only together with an order. */
  readonly page?: { readonly limit: number; readonly offset: number };
  /** Only rows behind this position in the order: the values of its columns. */
  readonly after?: ListPosition | undefined;
  /** Only rows up to this position, it included. */
  readonly upTo?: ListPosition | undefined;
  /** Locks the rows for the rest of the transaction. */
  readonly locks?: boolean;
}

export function selectRows<Row>(
  { name, result, columns }: Table<Row>,
  where: Where<Row>,
  { orderBy, page, after, upTo, locks = false }: Selection = {},
): Made<Row> {
  const values: Value[] = [];
  let text = `SELECT ${result} FROM ${name}${condition(where, values)}`;
  if (orderBy && after) text += ` AND ${behind(orderBy, after, values)}`;
  if (orderBy && upTo) text += ` AND NOT ${behind(orderBy, upTo, values)}`;
  if (orderBy) text += ` ORDER BY ${orderBy}`;
  if (page) text += ` LIMIT $${values.push(page.limit)} OFFSET $${values.push(page.offset)}`;
  if (locks) text += ' FOR NO KEY UPDATE';
  const kind = `select${orderBy ? '-ordered' : ''}${page ? '-page' : ''}${after ? '-after' : ''}${upTo ? '-up-to' : ''}${locks ? '-lock' : ''}`;
  return [{ columns, text, ...nameOf(name, kind, where) }, values];
}

export function countRows<Row>(
  { name }: Table<Row>,
  where: Where<Row>,
): Made<{ readonly count: number }> {
  const values: Value[] = [];
  const text = `SELECT count(*)::int AS count FROM ${name}${condition(where, values)}`;
  return [{ ...statement({ count: int }, text), ...nameOf(name, 'count', where) }, values];
}

/** Gives the rows that were there. */
export function removeRows<Row>(
  { name, result, columns }: Table<Row>,
  where: Where<Row>,
): Made<Row> {
  const values: Value[] = [];
  const text = `DELETE FROM ${name}${condition(where, values)} RETURNING ${result}`;
  return [{ columns, text, ...nameOf(name, 'remove', where) }, values];
}

/** @throws SolanoError `invalid_request` for a text that cannot be stored. */
export function insertRows<Row>(table: Table<Row>, rows: readonly Row[]): Made<unknown> {
  const { name, fields } = table;
  const columns = fields.map(columnOf).join();
  const text = `INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`;
  return [statement({}, text, `${name}-insert`), [rowsJson(table, rows)]];
}

function condition(where: object, values: Value[]): string {
  const bind = (value: Value) => `$${values.push(value)}`;
  const conditions = Object.entries<Value | Between>({ ...where }).map(([field, value]) => {
    const column = columnOf(field);
    if (isBetween(value)) return `${column} BETWEEN ${bind(value.first)} AND ${bind(value.last)}`;
    return `${column} = ${Array.isArray(value) ? `ANY(${bind(value)})` : bind(value)}`;
  });
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** The condition of being behind a position in an order of two columns. */
function behind(orderBy: string, { key, id }: ListPosition, values: Value[]): string {
  const columns = orderBy.replaceAll(' DESC', '');
  const position = `($${values.push(key)}, $${values.push(id)})`;
  return `(${columns}) ${orderBy.includes(' DESC') ? '<' : '>'} ${position}`;
}

function isBetween(value: Value | Between): value is Between {
  return value !== null && typeof value === 'object' && 'first' in value;
}

/** Characters of a name that PostgreSQL tells from others. */
const MAX_NAME_LENGTH = 63;

/** One name for each text that the statements of a table have; none where it would be too long. */
function nameOf(table: string, kind: string, where: object): { readonly name?: string } {
  const fields = Object.entries<Value | Between>({ ...where }).map(([field, value]) => {
    if (isBetween(value)) return `${field}-between`;
    return Array.isArray(value) ? `${field}s` : field;
  });
  const name = [table, kind, ...fields].join('-');
  return name.length <= MAX_NAME_LENGTH ? { name } : {};
}
