import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig } from '@solano/config';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { imageConfig } from '../image/dockerfile.ts';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CHART = at('deploy/helm/solano');
/** Helm is built once on a new machine. */
const BUILD_TIMEOUT_MS = 20 * 60_000;
/** Helm does not know a version by itself. */
const KUBERNETES = ['--kube-version', '1.37.0'];

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly envFrom: readonly Record<string, { readonly name: string }>[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: string[] } } };
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: unknown;
    readonly ingress?: readonly unknown[];
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: { readonly containers: readonly Container[] };
    };
  };
}

const SECRET = { DATABASE_URL: 'postgres://db/solano', SECRETS_KEY: 'k'.repeat(32) };
const ALONE = {
  image: { repository: 'registry.example/solano' },
  secretName: 'solano',
  settings: { OBJECT_STORE: 's3://solano', PUBLIC_URL: 'https://solano.example' },
};
const WITH_TEMPORAL = {
  ...ALONE,
  settings: { ...ALONE.settings, TEMPORAL_ADDRESS: 'temporal:7233', RATE_LIMIT_PER_MINUTE: 0 },
};
const EVERYTHING = {
  ...WITH_TEMPORAL,
  filesSecretName: 'database-authority',
  image: { repository: 'registry.example/solano', tag: '1', pullSecrets: [{ name: 'registry' }] },
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/solano' } },
  podAnnotations: { 'prometheus.io/port': '9464' },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '64m' },
    host: 'solano.example',
    tlsSecretName: 'certificate',
  },
  networkPolicy: {
    clients: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    prometheus: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { 'app.kubernetes.io/component': 'api' } },
    },
  ],
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
};
const VALUES = { ALONE, WITH_TEMPORAL, EVERYTHING };
type Case = keyof typeof VALUES;
const CASES = Object.keys(VALUES) as Case[];

let helm: string;
let python: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-chart-'));
  const [program, interpreter] = await Promise.all(
    ['helm', 'python'].map((name) => run(at(`tools/install/${name}`))),
  );
  helm = program?.stdout.trim() ?? '';
  python = interpreter?.stdout.trim() ?? '';
}, BUILD_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The text that helm renders, with values of one's own in a file and, as `--set` takes them, on the command line. */
async function rendered(values: object, set: readonly string[] = []): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`);
  await writeFile(path, stringify(values));
  const { stdout } = await run(helm, [
    'template',
    'energia',
    CHART,
    '--values',
    path,
    ...set.flatMap((each) => ['--set', each]),
    ...KUBERNETES,
  ]);
  return stdout;
}

async function resourcesOf(values: object, set: readonly string[] = []): Promise<Resource[]> {
  return parseAllDocuments(await rendered(values, set)).map((each) => each.toJS() as Resource);
}

const find = (all: readonly Resource[], kind: string, name: string) =>
  all.find((each) => each.kind === kind && each.metadata.name === name);

function containerOf(all: readonly Resource[], part: string): Container {
  const deployment = find(all, 'Deployment', `energia-solano-${part}`);
  return deployment?.spec?.template?.spec.containers[0] as Container;
}

describe('the chart', () => {
  test.each(CASES)('the chart passes lint, with the values %s', async (name) => {
    const path = join(folder, `${name}.yaml`);
    await writeFile(path, stringify(VALUES[name]));
    const { stdout } = await run(helm, [
      'lint',
      '--strict',
      CHART,
      '--values',
      path,
      ...KUBERNETES,
    ]);
    expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  test.each(CASES)(
    'the chart gives resources as Kubernetes defines them, with the values %s',
    async (name) => {
      const path = join(folder, `${name}-rendered.yaml`);
      await writeFile(path, await rendered(VALUES[name]));
      const check = ['-m', 'kubernetes_validate', '--strict', path];
      const { stdout } = await run(python, check);
      const count = parseAllDocuments(await readFile(path, 'utf8')).length;
      expect(stdout.match(/passed/g)).toHaveLength(count);
    },
  );

  test('the check of resources finds a field that Kubernetes does not know', async () => {
    const path = join(folder, 'wrong.yaml');
    const text = await rendered(ALONE);
    await writeFile(path, text.replace('readOnlyRootFilesystem:', 'readOnlyRoot:'));
    const check = run(python, ['-m', 'kubernetes_validate', '--strict', path]);
    await expect(check).rejects.toMatchObject({ stdout: expect.stringContaining('readOnlyRoot') });
  });

  test.each([
    ['ALONE', { kind: 'embedded' }],
    [
      'WITH_TEMPORAL',
      {
        kind: 'temporal',
        address: 'temporal:7233',
        callbacks: { url: 'http://energia-solano:3000' },
      },
    ],
  ] as const)('the settings of %s and the secret are a configuration', async (name, workflow) => {
    const all = await resourcesOf(VALUES[name]);
    const { data } = find(all, 'ConfigMap', 'energia-solano') as Resource;
    const config = readConfig({ ...data, ...SECRET, CALLBACK_SECRET: 'c'.repeat(32) });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      metricsAddress: '0.0.0.0:9464',
      publicUrl: 'https://solano.example',
      workflow,
    });
    expect(containerOf(all, 'api').envFrom).toEqual([
      { configMapRef: { name: 'energia-solano' } },
      { secretRef: { name: 'solano' } },
    ]);
  });

  test('numbers among the settings keep their digits, from a file and from the command line', async () => {
    const settings = {
      ...ALONE.settings,
      MAX_JSON_BYTES: 8_000_000,
      EIGHTH: 0.125,
      SMALL: 0.000_01,
      FLAG: true,
      TEXT: '08',
    };
    const all = await resourcesOf({ ...ALONE, settings }, [
      'settings.MAX_UPLOAD_BYTES=1000000',
      'settings.HALF=0.5',
    ]);
    const { data } = find(all, 'ConfigMap', 'energia-solano') as Resource;
    expect(data).toMatchObject({
      MAX_JSON_BYTES: '8000000',
      EIGHTH: '0.125',
      SMALL: '0.00001',
      FLAG: 'true',
      TEXT: '08',
      MAX_UPLOAD_BYTES: '1000000',
      HALF: '0.5',
    });
    expect(readConfig({ ...data, ...SECRET })).toMatchObject({
      maxJsonBytes: 8_000_000,
      maxUploadBytes: 1_000_000,
    });
  });

  test('the command before a stop is a program of the image', async () => {
    const { lifecycle } = containerOf(await resourcesOf(ALONE), 'api');
    const { Entrypoint } = await imageConfig();
    expect(lifecycle?.preStop.exec.command[0]).toBe(Entrypoint[0]);
  });

  test('workers run with Temporal alone, and each part is its own in services, budgets and policies', async () => {
    const alone = await resourcesOf(ALONE);
    expect(alone.filter(({ kind }) => kind === 'Deployment')).toHaveLength(1);
    const all = await resourcesOf(WITH_TEMPORAL);
    expect(containerOf(all, 'worker').args).toEqual(['apps/worker/src/main.ts']);
    expect(containerOf(all, 'api').args).toBeUndefined();
    for (const part of ['api', 'worker']) {
      const component = { 'app.kubernetes.io/component': part };
      const name = `energia-solano-${part}`;
      for (const kind of ['Deployment', 'PodDisruptionBudget'])
        expect(find(all, kind, name)?.spec?.selector).toMatchObject({ matchLabels: component });
      expect(find(all, 'NetworkPolicy', name)?.spec).toMatchObject({
        podSelector: { matchLabels: component },
      });
    }
    expect(find(all, 'Service', 'energia-solano')?.spec?.selector).toMatchObject({
      'app.kubernetes.io/component': 'api',
    });
    expect(find(all, 'NetworkPolicy', 'energia-solano-worker')?.spec?.ingress).toEqual([]);
  });

  test.each(['api', 'worker'])(
    'the part %s writes below /tmp alone, as nobody in particular',
    async (part) => {
      const all = await resourcesOf(WITH_TEMPORAL);
      const container = containerOf(all, part);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(find(all, 'Deployment', `energia-solano-${part}`)?.spec?.template?.spec).toMatchObject(
        {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }],
        },
      );
      const dockerfile = await readFile(at('Dockerfile'), 'utf8');
      expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    },
  );

  test('the probes ask where the processes answer', async () => {
    const all = await resourcesOf(WITH_TEMPORAL);
    const [api, worker] = [containerOf(all, 'api'), containerOf(all, 'worker')];
    const asked = [api, worker].map((each) =>
      [each.startupProbe, each.livenessProbe, each.readinessProbe].map((probe) => probe?.httpGet),
    );
    const live = { path: '/healthz', port: 'http' };
    const metrics = { path: '/metrics', port: 'metrics' };
    expect(asked).toEqual([
      [live, live, { path: '/readyz', port: 'http' }],
      [metrics, metrics, undefined],
    ]);
    expect(api.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9464 },
    ]);
  });

  test('the files of a secret are mounted where an address of the database can name them', async () => {
    const all = await resourcesOf(EVERYTHING);
    for (const part of ['api', 'worker']) {
      const pod = find(all, 'Deployment', `energia-solano-${part}`)?.spec?.template?.spec;
      expect(pod).toMatchObject({
        containers: [{ volumeMounts: [{}, { mountPath: '/etc/solano', readOnly: true }] }],
        volumes: [{}, { secret: { secretName: 'database-authority' } }],
      });
    }
  });

  test('an ingress without a host is rejected, and one with it leads to the service', async () => {
    await expect(rendered({ ...ALONE, ingress: { enabled: true } })).rejects.toThrow(
      'ingress.host is required',
    );
    const ingress = find(await resourcesOf(EVERYTHING), 'Ingress', 'energia-solano');
    expect(ingress?.spec).toMatchObject({
      tls: [{ secretName: 'certificate', hosts: ['solano.example'] }],
      rules: [{ host: 'solano.example' }],
    });
  });

  test.each([
    ['no registry', { image: {} }, 'image.repository is required'],
    ['no secret', { secretName: '' }, 'secretName is required'],
    [
      'no bucket',
      { settings: { PUBLIC_URL: 'https://a.example' } },
      'settings.OBJECT_STORE is required',
    ],
    ['no address', { settings: { OBJECT_STORE: 's3://a' } }, 'settings.PUBLIC_URL is required'],
    [
      'a secret among the settings',
      { settings: { DATABASE_URL: 'postgres://u:p@db' } },
      'DATABASE_URL',
    ],
    ['an unknown value', { replicas: 3 }, "additional properties 'replicas' not allowed"],
    ['no process', { api: { replicas: 0 } }, 'minimum'],
  ])('values with %s are rejected', async (_, values, reason) => {
    await expect(rendered({ ...ALONE, ...values })).rejects.toThrow(reason);
  });

  test('the settings that the chart keeps to itself or to the secret are variables of the service', async () => {
    const schema = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8')) as {
      properties: { settings: { propertyNames: { not: { enum: string[] } } } };
    };
    const source = await readFile(at('libs/config/src/environment.ts'), 'utf8');
    const known = [...source.matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name);
    const { enum: kept } = schema.properties.settings.propertyNames.not;
    expect(known).toEqual(expect.arrayContaining(kept.filter((name) => !name.startsWith('AWS_'))));
  });

  test('the chart has the version of the service', async () => {
    const { version } = JSON.parse(await readFile(at('package.json'), 'utf8')) as {
      version: string;
    };
    const chart = await readFile(join(CHART, 'Chart.yaml'), 'utf8');
    expect(chart).toContain(`version: ${version}\nappVersion: ${version}\n`);
  });
});
