// Writes a new migration: `node tools/generate/migration.ts <name>`. Commit it once it exists; edit it only
// before any database has it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrationsFolder, schemaDifference, schemaFile } from './schema-difference.ts';

const [, , name = ''] = process.argv;
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error(
    'usage: node tools/generate/migration.ts <name>    (lower-case letters, digits and _)',
  );
  process.exit(1);
}
const sql = await withServer(async (url) => {
  return schemaDifference(url, await readFile(schemaFile, 'utf8'));
});
console.log(
  sql === undefined ? 'The migrations agree with the schema: nothing to write.' : await write(sql),
);

async function write(text: string): Promise<string> {
  const time = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${time}_${name}`);
  await mkdir(folder);
  const file = join(folder, 'migration.sql');
  await writeFile(file, text);
  return `Wrote ${relative(process.cwd(), file)}: read it before you commit it.`;
}

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-migration-'));
  try {
    await using server = await openEmbeddedServer(folder);
    return await work(server.url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
