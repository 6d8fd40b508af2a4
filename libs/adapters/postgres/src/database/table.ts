import { type Columns, modelColumns } from './statement.ts';
import { requireStorable, timestamp } from './values.ts';

/** A table with the fields of its Prisma model, so that a new one needs no mention in a statement. */
export interface Table<Row> {
  readonly name: string;
  readonly fields: readonly (keyof Row & string)[];
  /** All columns under the names of their fields, as a statement gives them. */
  readonly result: string;
  readonly columns: Columns;
  /** Never there: it carries the type. */
  readonly row?: Row;
}

/** @param model the names of its fields, as Prisma lists them. */
export function tableOf<Row>(
  name: string,
  model: { readonly [Field in keyof Row & string]: Field },
): Table<Row> {
  const fields = Object.values<keyof Row & string>(model);
  const result = fields.map((field) => `${columnOf(field)} AS "${field}"`).join();
  const columns: Columns = { ...modelColumns<Row>(name, fields) };
  return { name, fields, result, columns };
}

/** The column of a field, named as the schema maps them. */
export function columnOf(field: string): string {
  return `"${columnName(field)}"`;
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Rows as one JSON array with the columns' names, of any number: a statement has at most 65,535 parameters.
 *
 * @throws SolanoError `invalid_request` for a text that cannot be stored.
 */
export function rowsJson<Row>({ fields }: Table<Row>, rows: readonly Row[]): string {
  const columns = fields.map((field) => [field, columnName(field)] as const);
  const json = rows.map((row) =>
    Object.fromEntries(columns.map(([field, column]) => [column, jsonValue(row[field])])),
  );
  return JSON.stringify(json);
}

function jsonValue(value: unknown): unknown {
  for (const each of [value].flat()) if (typeof each === 'string') requireStorable(each);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value instanceof Date ? timestamp(value) : value;
}
