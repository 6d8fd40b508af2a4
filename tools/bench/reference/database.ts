import pg from 'pg';

/** A statement that every connection prepares once. */
export interface Sql {
  readonly name: string;
  readonly text: string;
}

/** The columns of a row as PostgreSQL writes them. */
export type Row = readonly (string | null)[];

/** Runs a statement. */
export type Query = (sql: Sql, values: readonly string[]) => Promise<Row[]>;

/** Every value stays the text that it came as. */
const TEXTS = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Opens connections for as many statements at a time; further ones wait. */
export async function connectAll(connectionString: string, count: number): Promise<Query> {
  const idle = Array.from(
    { length: count },
    () => new pg.Client({ connectionString, options: '-c timezone=UTC' }),
  );
  const waiting: ((client: pg.Client) => void)[] = [];
  await Promise.all(idle.map((client) => client.connect()));
  return async ({ name, text }, values) => {
    const client = idle.pop() ?? (await new Promise<pg.Client>((give) => waiting.push(give)));
    try {
      const config = { name, text, values: [...values], rowMode: 'array' as const, types: TEXTS };
      return (await client.query<(string | null)[]>(config)).rows;
    } finally {
      const next = waiting.shift();
      if (next) next(client);
      else idle.push(client);
    }
  };
}
