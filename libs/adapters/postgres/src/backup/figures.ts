import type { Figures, KeyState, TableFigures } from '@solano/domain/operations';
import type { BackupClient } from './client.ts';

type Rows = Pick<BackupClient, 'rows'>;

/** A table's columns as a backup reads them. */
export interface TableColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Of these a backup without a key has but the column. */
const SECRETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  webhook: { secret: `''`, previous_secret: 'NULL', previous_secret_until: 'NULL' },
};

const TABLES = `
  SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    AND table_name <> '_prisma_migrations'
  GROUP BY table_name ORDER BY table_name COLLATE "C"`;

export function readTables(client: Rows): Promise<TableColumns[]> {
  return client.rows<TableColumns>(TABLES);
}

/** The rows of a table, as a SELECT. */
export function rowsOf({ table, columns }: TableColumns, withSecrets: boolean): string {
  const redacted = withSecrets ? {} : (SECRETS[table] ?? {});
  const values = columns.map((column) => `${redacted[column] ?? `"${column}"`} AS "${column}"`);
  return `SELECT ${values.join(', ')} FROM "${table}"`;
}

/**
 * Counts and digests of the tables' rows. A digest is the sum of the rows' hashes, whatever their
 * order; it takes the database about a second for 100 MB.
 */
export async function readFigures(client: Rows, withSecrets = true): Promise<Figures> {
  const tables: Record<string, TableFigures> = {};
  for (const each of await readTables(client)) {
    const [row] = await client.rows<TableFigures>(`
      SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS digest
      FROM (${rowsOf(each, withSecrets)}) AS t`);
    if (row) tables[each.table] = { rows: row.rows, digest: row.digest };
  }
  const [newestAudit = null] = await client.rows<NonNullable<Figures['newestAudit']>>(`
    SELECT id::text, at::text, md5(t::text) AS digest FROM audit_entry t ORDER BY id DESC LIMIT 1`);
  return { tables, newestAudit, newestSeal: await readNewestSeal(client, tables) };
}

async function readNewestSeal(
  client: Rows,
  tables: Figures['tables'],
): Promise<NonNullable<Figures['newestSeal']> | null> {
  // A schema of the first releases has no seals.
  if (!('audit_seal' in tables)) return null;
  const [newest = null] = await client.rows<NonNullable<Figures['newestSeal']>>(
    'SELECT number AS seal, mac FROM audit_seal ORDER BY number DESC LIMIT 1',
  );
  return newest;
}

export function readKeys(client: Rows): Promise<KeyState[]> {
  return client.rows<KeyState>(`
    SELECT k.id, c.name AS customer, k.label, to_json(k.expires_at) #>> '{}' AS "expiresAt",
      to_json(k.revoked_at) #>> '{}' AS "revokedAt"
    FROM api_key k JOIN customer c ON c.id = k.customer_id ORDER BY k.created_at, k.id`);
}

export async function readMigrations(client: Rows): Promise<string[]> {
  const rows = await client.rows<{ name: string }>(`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`);
  return rows.map(({ name }) => name);
}

export async function readVersion(client: Rows): Promise<string> {
  const [row] = await client.rows<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return row?.version ?? '';
}
