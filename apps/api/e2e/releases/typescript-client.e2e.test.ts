import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCE } from '@solano/domain/contracts';
import { setPermission } from '@solano/domain/service';
import { clientRelease } from '@solano/tools/release-client';
import { openBrowser } from '@solano/tools/test-browser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '../service.ts';
import { openEmptyFolder } from './outside.ts';

const TSC = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));
const MAX_KB = 60;
const PROGRAM = `
import { createSolanoClient, type components } from '@solano/client';

declare const process: { readonly argv: readonly string[] };
const [, , url = '', key = ''] = process.argv;
const solano = createSolanoClient({ url, key });
const path = { user: 'ana' };
const purchase: components['schemas']['PurchaseItem'][] = [
  { datetime: '2026-11-25 01:00', purchase: 1.5 },
];
const submitted = await solano.POST('/api/v0/user/{user}/submit-purchase', {
  params: { path, query: { retailer_id: 'acme' } },
  body: { purchase },
});
const listed = await solano.GET('/api/v0/user/{user}/purchases', { params: { path } });
const rejected = await solano.GET('/api/v0/prices/{region}/{market}/prediction', {
  params: { path: { region: 'spain', market: 'md_pdbc_spain' } },
});
const { data } = submitted;
const id: string | undefined = data && 'id' in data ? data.id : undefined;
const ids: string[] | undefined = listed.data?.purchases.map((each) => each.id);
console.log(JSON.stringify({ id, ids, status: rejected.response.status, error: rejected.error }));
`;

interface Printed {
  readonly id: string;
  readonly ids: readonly string[];
  readonly status: number;
  readonly error: unknown;
}

let service: TestService;
let key: string;
let folder: Awaited<ReturnType<typeof openEmptyFolder>>;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  await setPermission(service.stores, SOURCE, 'Norte', 'prices', true);
  folder = await openEmptyFolder();
  const { name: tarball, bytes } = await clientRelease();
  await writeFile(join(folder.path, tarball), bytes);
  await folder.run('npm', ['init', '--yes']);
  await folder.run('npm', [
    'install',
    `./${tarball}`,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test(`the tarball of the client has at most ${MAX_KB} kB, and is the same whenever it is made`, async () => {
  const { name, bytes } = await clientRelease();
  expect(bytes.length).toBeLessThanOrEqual(MAX_KB * 1_000);
  expect(bytes.equals(await readFile(join(folder.path, name)))).toBe(true);
});

test.each([
  ['nodenext', 'nodenext', 'es2022'],
  ['esnext', 'bundler', 'es2022'],
])(
  'a program of modules %s, resolved as %s, is checked by its types and runs',
  async (module, resolution, target) => {
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const kind = ['--module', module, '--moduleResolution', resolution, '--target', target];
    const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
    await writeFile(join(folder.path, 'use.mts'), PROGRAM);
    await folder.run(process.execPath, [TSC, 'use.mts', ...strict, ...kind, ...libraries]);
    const printed = await folder.run('node', ['use.mjs', service.url, key]);
    const { id, ids, status, error } = JSON.parse(printed) as Printed;
    expect(ids[0]).toBe(id);
    const stored = await service.call('GET', `/api/v0/user/ana/purchase/${id}/series`, { key });
    expect(stored.json).toEqual([{ datetime: '2026-11-25 01:00', purchase: 1.5 }]);
    expect(status).toBe(404);
    expect(error).toMatchObject({ detail: expect.any(String) });
  },
);

test('a wrong parameter is an error of types', async () => {
  const wrong = PROGRAM.replace("retailer_id: 'acme'", 'retailer_id: 7');
  await writeFile(join(folder.path, 'wrong.mts'), wrong);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', ''];
  const checked = folder.run(process.execPath, [TSC, 'wrong.mts', ...options]);
  await expect(checked).rejects.toThrow("Type 'number' is not assignable to type 'string'");
});

test('a browser loads the modules as they are, and calls the service by them', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.route(`${service.url}/modules/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/modules/', '');
      const contentType = path.endsWith('.html') ? 'text/html' : 'text/javascript';
      const body =
        path === 'page.html' ? PAGE : await readFile(join(folder.path, 'node_modules', path));
      await route.fulfill({ contentType, body });
    });
    await page.goto(`${service.url}/modules/page.html`);
    const called = `statusOf(${JSON.stringify(service.url)}, ${JSON.stringify(key)})`;
    expect(await page.evaluate(called)).toEqual([200, []]);
  } finally {
    await browser.close();
  }
});

const PAGE = `<!doctype html>
<script type="importmap">{ "imports": {
  "@solano/client": "/modules/@solano/client/dist/index.js",
  "openapi-fetch": "/modules/openapi-fetch/dist/index.mjs"
} }</script>
<script>
  async function statusOf(url, key) {
    const { createSolanoClient } = await import('@solano/client');
    const found = await createSolanoClient({ url, key }).GET('/api/v0/plants/');
    return [found.response.status, found.data];
  }
</script>`;
