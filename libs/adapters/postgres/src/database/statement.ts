/** A column of a result as PostgreSQL describes it; `Value` is what the driver makes of it. */
export interface Column<Value = unknown> {
  /** The type's name in pg_type. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Never there: it carries the type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column>>;

export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/**
 * A statement written by hand. Its name caches the plan, per connection; without a
 * name it is planned for the values of each call. A test prepares each that a store uses
 * against a migrated database and compares its columns with what PostgreSQL describes.
 */
export interface Statement<Row = unknown> {
  readonly name?: string;
  readonly text: string;
  readonly columns?: Columns;
  /** Never there: it carries the type. */
  readonly row?: Row;
}

export type Value = string | number | boolean | Date | null | readonly (string | number | null)[];

/** Runs one statement; the rows have the type that its columns make. Errors: translated. */
export type Run = <Row>(statement: Statement<Row>, values: readonly Value[]) => Promise<Row[]>;

/** A condition that an index on the hash serves. */
export function sameText(column: string, value: string): string {
  return `hashtextextended(${column}, 0) = hashtextextended(${value}, 0) AND ${column} = ${value}`;
}

/** @param columns of its result; empty where it gives no rows. */
export function statement<C extends Columns>(
  columns: C,
  text: string,
  name?: string,
): Statement<RowOf<C>> {
  return { columns, text, ...(name === undefined ? {} : { name }) };
}

/**
 * The columns of a table that Prisma has a model of, all of them, under the names of its fields.
 * The model's own type is the row's; that schema and migrations agree has a test of its own.
 */
export function modelColumns<Row>(
  table: string,
  fields: readonly (keyof Row & string)[],
): { readonly [Field in keyof Row]: Column<Row[Field]> } {
  const columns = fields.map((field) => [field, { type: `${table}.*`, isNullable: false }]);
  return Object.fromEntries(columns) as { readonly [Field in keyof Row]: Column<Row[Field]> };
}

export function orNull<Value>({ type }: Column<Value>): Column<Value | null> {
  return { type, isNullable: true };
}

export const uuid = column<string>('uuid');
export const int = column<number>('int4');
export const bool = column<boolean>('bool');
export const float = column<number>('float8');
export const instant = column<Date>('timestamptz');

export function text<Value extends string = string>(): Column<Value> {
  return column<Value>('text');
}

function column<Value>(type: string): Column<Value> {
  return { type, isNullable: false };
}
