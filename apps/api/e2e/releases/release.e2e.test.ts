import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineEnvironment, openEmptyFolder } from './outside.ts';

const RELEASE = fileURLToPath(new URL('../../../../tools/release/main.ts', import.meta.url));
const HELM = fileURLToPath(new URL('../../../../tools/install/helm', import.meta.url));
const CHART = fileURLToPath(new URL('../../../../deploy/helm/solano', import.meta.url));
const MAX_INSTALLED_MB = 350;

let folder: Awaited<ReturnType<typeof openEmptyFolder>>;

beforeAll(async () => {
  folder = await openEmptyFolder();
  for (const out of ['first', 'second'])
    await folder.run(process.execPath, [RELEASE, '--out', out]);
});
afterAll(() => folder[Symbol.asyncDispose]());

test('a release has clients, service, chart, bills of materials and checksums, the same bytes each time', async () => {
  const names = (await readdir(join(folder.path, 'first'))).sort();
  expect(names).toEqual([
    'SHA256SUMS',
    'solano-1.0.0-py3-none-any.whl',
    'solano-1.0.0-py3-none-any.whl.cdx.json',
    'solano-1.0.0.tar.gz',
    'solano-1.0.0.tar.gz.cdx.json',
    'solano-chart-1.0.0.tgz',
    'solano-chart-1.0.0.tgz.cdx.json',
    'solano-client-1.0.0.tgz',
    'solano-client-1.0.0.tgz.cdx.json',
  ]);
  await folder.run('sh', ['-c', 'cd first && sha256sum --check --strict SHA256SUMS']);
  await folder.run('diff', ['--recursive', 'first', 'second']);
});

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly { readonly 'bom-ref': string; readonly licenses: unknown }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

test.each([
  ['solano-client-1.0.0.tgz', 'pkg:npm/openapi-fetch@0.17.0'],
  ['solano-1.0.0-py3-none-any.whl', 'pkg:pypi/httpx@0.28.1'],
  ['solano-1.0.0.tar.gz', 'pkg:npm/express@5.3.0'],
  ['solano-1.0.0.tar.gz', 'pkg:npm/preact@11.2.0'],
])(
  'the bill of materials of %s has %s and all that is needed, with its licence',
  async (name, part) => {
    const text = await readFile(join(folder.path, 'first', `${name}.cdx.json`), 'utf8');
    const { bomFormat, specVersion, components, dependencies } = JSON.parse(text) as Bill;
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
    const references = components.map((each) => each['bom-ref']);
    expect(references).toContain(part);
    expect(references).toEqual(
      expect.arrayContaining(dependencies.flatMap((each) => each.dependsOn)),
    );
    expect(components.filter(({ licenses }) => !isNamed(licenses))).toEqual([]);
  },
);

function isNamed(licenses: unknown): boolean {
  return /^\[\{"(?:license":\{"id|expression)":"[^"]+"/.test(JSON.stringify(licenses));
}

test('the chart gives the same from its archive as from its folder', async () => {
  const helm = (await folder.run(HELM, [])).trim();
  const values = [
    'image.repository=registry.example/solano',
    'secretName=solano',
    'settings.OBJECT_STORE=s3://solano',
    'settings.PUBLIC_URL=https://solano.example',
  ];
  const given = (chart: string) =>
    folder.run(helm, [
      'template',
      'energia',
      chart,
      '--kube-version',
      '1.37.0',
      ...values.flatMap((value) => ['--set', value]),
    ]);
  expect(await given('first/solano-chart-1.0.0.tgz')).toBe(await given(CHART));
});

test('the service is installed from its archive, runs, and its command finds it', async () => {
  await folder.run('tar', ['-xzf', 'first/solano-1.0.0.tar.gz']);
  const place = join(folder.path, 'solano-1.0.0');
  const shell = (script: string, environment: Record<string, string> = {}) =>
    folder.run('sh', ['-c', `cd "${place}" && ${script}`], environment);
  const lock = async () =>
    JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8')) as unknown;
  const released = await lock();
  await shell('npm install --omit=dev --omit=peer --prefer-offline --no-audit --no-fund');
  expect(await lock()).toEqual(released);
  const [megabytes] = (await shell('du -sm .')).split('\t');
  expect(Number(megabytes)).toBeLessThanOrEqual(MAX_INSTALLED_MB);

  const settings = { SOLANO_DATA: join(folder.path, 'data'), PORT: '0', SOLANO_DEMO: 'off' };
  const service = spawn('npm', ['start'], {
    cwd: place,
    env: { ...machineEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const url = await listening(service.stdout);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<title>Solano</title>');
    const guide = await fetch(`${url}/docs/guide/`);
    expect(await guide.text()).toContain('<title>Solano guide</title>');
    await shell('npx --no-install solano customer add Norte', settings);
    const issued = await shell('npx --no-install solano key issue Norte --json', settings);
    const { key } = JSON.parse(issued) as { readonly key: string };
    const headers = { Authorization: `Bearer ${key}` };
    const plants = await fetch(`${url}/api/v0/plants/`, { headers });
    expect(await plants.json()).toEqual([]);
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
});

/** Waits for the address at which the service listens. */
async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /"url":"([^"]+)","msg":"listening"/.exec(line)?.[1];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new Error('The service ended before it listened.');
}
