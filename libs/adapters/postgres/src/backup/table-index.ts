import { invalidRequest, limited, type SolanoError } from '@solano/domain/kernel';
import type { ArchiveEntry } from '@solano/domain/operations';
import type { BackupClient } from './client.ts';
import { readTables, type TableColumns } from './figures.ts';

/** The part of a file before the rows. */
export interface TableIndex {
  readonly tables: readonly TableColumns[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

/** Tables and sequences of a database. */
export interface TableSchema {
  readonly tables: readonly TableColumns[];
  readonly sequences: readonly string[];
}

export const INDEX = 'index.json';

/** Bytes; that of a release has some 20,000. */
const MAX_INDEX_BYTES = 4 * 2 ** 20;
/** The last value of a sequence: a positive bigint. */
const COUNT = /^[1-9]\d{0,18}$/;
const MAX_COUNT = 2n ** 63n - 1n;

export async function readSchema(client: Pick<BackupClient, 'rows'>): Promise<TableSchema> {
  const tables = await readTables(client);
  const rows = await client.rows<{ name: string }>(
    'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema()',
  );
  return { tables, sequences: rows.map(({ name }) => name) };
}

/** The name of a file of a table's rows. */
export function fileName(table: string, number: number): string {
  return `${table}/${String(number).padStart(7, '0')}.copy`;
}

/**
 * Reads the index of an archive, which anyone may have written: it has to name the tables, columns and
 * sequences of the schema, and comes back with the schema's own names. Errors: `invalid_request`.
 */
export async function readIndex(file: ArchiveEntry, schema: TableSchema): Promise<TableIndex> {
  if (file.name !== INDEX) throw damagedArchive('it does not begin with its index');
  const { tables, sequences } = asFields(await parse(file));
  if (!Array.isArray(tables) || !Array.isArray(sequences)) {
    throw damagedArchive('its index has no tables or no sequences');
  }
  return {
    tables: tables.map((each, i) => requireTable(asFields(each), schema, tables.slice(0, i))),
    sequences: sequences.map((each) => requireSequence(asFields(each), schema)),
  };
}

/** Follows the files of an archive: those of a table are together and in order, and no table comes twice. */
export class FileOrder {
  readonly #tables: Map<string, TableColumns>;
  #table = '';
  #number = 0;

  constructor({ tables }: TableIndex) {
    this.#tables = new Map(tables.map((each) => [each.table, each]));
  }

  /** The table whose first file has this name. Errors: `invalid_request`. */
  begin(name: string): TableColumns {
    const [folder = ''] = name.split('/');
    const table = this.#tables.get(folder);
    if (!table || name !== fileName(folder, 0)) {
      throw damagedArchive(`it has a file ${shown(name)} where none of a table begins`);
    }
    this.#tables.delete(folder);
    [this.#table, this.#number] = [folder, 0];
    return table;
  }

  /** Whether a file is the next one of that table. */
  continues(name: string): boolean {
    if (name !== fileName(this.#table, this.#number)) return false;
    this.#number += 1;
    return true;
  }
}

export function damagedArchive(reason: string): SolanoError {
  return invalidRequest(`The backup is damaged: ${reason}.`);
}

async function parse({ content }: ArchiveEntry): Promise<unknown> {
  const tooLong = () => damagedArchive('its index is too long');
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(content, MAX_INDEX_BYTES, tooLong)) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw damagedArchive('its index is not JSON');
  }
}

function requireTable(
  { table, columns }: Record<string, unknown>,
  { tables }: TableSchema,
  before: readonly unknown[],
): TableColumns {
  const known = tables.find((each) => each.table === table);
  if (!known)
    throw damagedArchive(`its index names a table ${shown(table)}, which the schema has not`);
  if (before.some((each) => asFields(each).table === table)) {
    throw damagedArchive(`its index names the table ${known.table} twice`);
  }
  const names: readonly unknown[] = Array.isArray(columns) ? columns : [];
  const unknown = names.find((name) => !known.columns.some((each) => each === name));
  if (unknown !== undefined) {
    throw damagedArchive(
      `its index names a column ${shown(unknown)}, which the table ${known.table} has not`,
    );
  }
  if (names.length !== known.columns.length || new Set(names).size !== names.length) {
    throw damagedArchive(`its index does not name each column of the table ${known.table} once`);
  }
  return { table: known.table, columns: names as readonly string[] };
}

function requireSequence(
  { name, value }: Record<string, unknown>,
  { sequences }: TableSchema,
): TableIndex['sequences'][number] {
  const known = sequences.find((each) => each === name);
  if (known === undefined) {
    throw damagedArchive(`its index names a sequence ${shown(name)}, which the schema has not`);
  }
  if (typeof value !== 'string' || !COUNT.test(value) || BigInt(value) > MAX_COUNT) {
    throw damagedArchive(`its index has no valid count of the sequence ${known}`);
  }
  return { name: known, value };
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** For a message: in quotes, without control characters. */
function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'undefined';
}
