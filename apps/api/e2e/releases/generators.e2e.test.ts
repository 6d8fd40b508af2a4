import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OPENAPI_TYPESCRIPT } from '@solano/tools/openapi-typescript';
import { releasePython } from '@solano/tools/release-wheel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService } from '../service.ts';
import { openEmptyFolder } from './outside.ts';

/** Files that the API reads and sends: to a generator they are bytes. */
const FILES = [
  'text/csv',
  'application/zip',
  'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

let folder: Awaited<ReturnType<typeof openEmptyFolder>>;
let operationIds: readonly string[];

beforeAll(async () => {
  await using service = await openService();
  folder = await openEmptyFolder();
  const text = await (await fetch(`${service.url}/openapi.json`)).text();
  await writeFile(join(folder.path, 'openapi.json'), text);
  const { paths } = JSON.parse(text) as {
    readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  operationIds = operations.map(({ operationId }) => operationId);
});
afterAll(() => folder[Symbol.asyncDispose]());

test('openapi-typescript makes a type of every operation, and warns of nothing', async () => {
  const command = `"${process.execPath}" "${OPENAPI_TYPESCRIPT}" openapi.json --output api.ts 2>&1`;
  expect(await folder.run('sh', ['-c', command])).not.toMatch(/warn|error/i);
  const types = await readFile(join(folder.path, 'api.ts'), 'utf8');
  const operations = types.slice(types.indexOf('export interface operations'));
  const made = [...operations.matchAll(/^ {4}(\w+): \{$/gm)].map(([, name]) => name);
  expect(made).toEqual(expect.arrayContaining([...operationIds]));
});

test('openapi-python-client makes a module of every operation, and warns of nothing', async () => {
  const generator = join(dirname(await releasePython()), 'openapi-python-client');
  // The formatters that it would run change nothing of what is made.
  const contents = FILES.map((type) => `  ${type}: application/octet-stream\n`).join('');
  const settings = `post_hooks: []\ncontent_type_overrides:\n${contents}`;
  await writeFile(join(folder.path, 'settings.yml'), settings);
  const options = ['--path', 'openapi.json', '--config', 'settings.yml'];
  const said = await folder.run('sh', [
    '-c',
    '"$0" generate "$@" --output-path client --meta none 2>&1',
    generator,
    ...options,
  ]);
  expect(said.trim()).toBe('Generating client');
  const files = await readdir(join(folder.path, 'client/api'), { recursive: true });
  const made = files.map((path) => path.replace(/^.*\/|\.py$/g, '').replaceAll('_', ''));
  expect(made).toEqual(expect.arrayContaining(operationIds.map((each) => each.toLowerCase())));
});
