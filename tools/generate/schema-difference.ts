import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { type MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));
export const migrationsFolder = join(prismaFolder, 'migrations');
export const schemaFile = join(prismaFolder, 'schema.prisma');

/** Object ids of the internal type "char", which the stock adapter does not know, and of text. */
const INTERNAL_CHAR = 18;
const TEXT = { dataTypeID: 25 };

// The engine reports a panic of its own here, and nowhere else.
Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });

/**
 * The SQL that brings a database with all migrations to the schema; undefined if the two agree.
 * The migrations run in a database made for it and dropped afterwards.
 *
 * @param serverUrl a database of a server where databases may be created; it stays as it is.
 * @param schema text of the Prisma schema.
 */
export async function schemaDifference(
  serverUrl: string,
  schema: string,
): Promise<string | undefined> {
  return withEngine(serverUrl, schema, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content: schema }] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? undefined : (stdout ?? '');
  });
}

/** Lets Prisma's own engine work on the database of a URL. */
export async function withEngine<T>(
  url: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(url));
  const options = { datamodels: [[schemaFile, schema]] as [string, string][] };
  using engine = await SchemaEngine.new(options, () => undefined, factory);
  return await work(engine);
}

/** The migrations for Prisma's engine. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const lockfile = join(migrationsFolder, 'migration_lock.toml');
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: await readFile(lockfile, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => {
        const value = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
        return { path: name, migrationFile: { path: 'migration.sql', content: ok(value) } };
      }),
    ),
  };
}

function ok(value: string) {
  return { tag: 'ok', value } as const;
}

/**
 * The stock factory uses the real database as its shadow, splits scripts at every semicolon and
 * cannot decode "char"; this one does none of that.
 */
function adapterFactory(url: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => openAdapter(new SchemaPool(url)),
    connectToShadowDb: () => openShadow(url),
  };
}

async function openShadow(url: string) {
  const server = new SchemaPool(url);
  const name = `shadow_${randomUUID()}`;
  await server.query(`CREATE DATABASE "${name}"`);
  const shadowUrl = new URL(url);
  shadowUrl.pathname = `/${name}`;
  return openAdapter(new SchemaPool(shadowUrl.href), async () => {
    await server.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    await server.end();
  });
}

async function openAdapter(pool: SchemaPool, afterwards?: () => Promise<void>) {
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: async (query: SqlQuery) => {
      const result = await queryRaw(query);
      for (const column of pool.charColumns) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    },
    executeScript: async (script: string) => void (await pool.query(script)),
    dispose: async () => {
      await pool.end();
      await afterwards?.();
    },
  });
}

/** One connection that passes PostgreSQL's internal type "char" off as text, and says where. */
class SchemaPool extends pg.Pool {
  /** The columns of the latest result that were of that type. */
  charColumns: number[] = [];

  constructor(connectionString: string) {
    super({ connectionString, max: 1 });
    this.on('error', () => undefined);
  }

  override query = (async (statement: string) => {
    const result = await super.query(statement);
    const types = (result.fields ?? []).map(({ dataTypeID }) => dataTypeID);
    this.charColumns = [...types.keys()].filter((column) => types[column] === INTERNAL_CHAR);
    for (const column of this.charColumns) Object.assign(result.fields[column] ?? {}, TEXT);
    return result;
  }) as pg.Pool['query'];
}
