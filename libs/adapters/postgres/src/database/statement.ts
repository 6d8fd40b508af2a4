/** A column of a result as PostgreSQL describes it; `Value` is what the driver makes of it. */
interface Column<Value = unknown> {
  /** The type's name in pg_type. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Never there: it carries the type. */
  readonly value?: Value;
}

type Columns = Readonly<Record<string, Column>>;

type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/**
 * A statement written by hand. Its name is what every connection parses and plans it under, once;
 * without one it is planned for the values of each call. A test prepares each against a migrated
 * database and compares what PostgreSQL describes with `columns`.
 */
export interface Statement<Row = never> {
  readonly name?: string;
  readonly text: string;
  readonly columns?: Columns;
  /** Never there: it carries the type. */
  readonly row?: Row;
}

/** @param columns of its result; empty where it gives no rows. */
export function statement<C extends Columns>(
  columns: C,
  text: string,
  name?: string,
): Statement<RowOf<C>> {
  return { columns, text, ...(name === undefined ? {} : { name }) };
}
