import { readFileSync } from 'node:fs';
import { readConfig } from '@solano/config';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: { readonly default: { ipam: { config: { subnet: string }[] } } };
}

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const example = file('deploy/compose/example.env');
const names = [...example.matchAll(/^([A-Z0-9_]+)=$/gm)].map(([, name]) => name as string);
/** A value for each variable that the example leaves empty. */
const secrets: Record<string, string> = Object.fromEntries(
  names.map((name) => [
    name,
    `${name.toLowerCase().replaceAll('_', '')}0123456789abcdef0123456789`,
  ]),
);
const compose = parse(interpolate(file('compose.yaml')), { merge: true }) as Compose;
const proxy = file('deploy/compose/nginx.conf');
const dockerfile = file('Dockerfile');
const { services } = compose;
const apis = ['api-1', 'api-2'] as const;
const workers = ['worker-1', 'worker-2'] as const;

/** As docker compose does: `${NAME:?}` must be set, `${NAME:-default}` may. */
function interpolate(text: string): string {
  return text.replaceAll(/\$\{(\w+):(\?|-([^}]*))\}/g, (_, name: string, __, standard?: string) => {
    const value = secrets[name] ?? standard;
    if (value === undefined) throw new Error(`${name} is not in example.env`);
    return value;
  });
}

function serviceOf(name: string): Service {
  return services[name] as Service;
}

describe('the service of compose.yaml', () => {
  test.each([...apis, ...workers])(
    'the service %s of compose.yaml has a valid configuration',
    (name) => {
      const config = readConfig(serviceOf(name).environment);
      expect(config).toMatchObject({
        databaseUrl: `postgres://solano:${secrets.POSTGRES_PASSWORD}@postgres:5432/solano`,
        objectStore: { kind: 's3', bucket: 'solano', forcePathStyle: true },
        workflow: {
          kind: 'temporal',
          address: 'temporal:7233',
          callbacks: { secret: secrets.CALLBACK_SECRET, url: 'http://proxy:8080' },
        },
        secretsKey: secrets.SECRETS_KEY,
        trustedProxies: [compose.networks.default.ipam.config[0]?.subnet],
        demo: false,
      });
    },
  );

  test.each([...apis, ...workers])(
    'the service %s names no variable that Solano does not read',
    (name) => {
      const read = [...file('libs/config/src/environment.ts').matchAll(/^ {4}([A-Z0-9_]+):/gm)];
      const known = new Set(read.map(([, variable]) => variable));
      const own = Object.keys(serviceOf(name).environment).filter((key) => !key.startsWith('AWS_'));
      expect(own.filter((variable) => !known.has(variable))).toEqual([]);
    },
  );

  test.each([...apis, ...workers])('the service %s writes below /tmp alone', (name) => {
    expect(serviceOf(name)).toMatchObject({ read_only: true, tmpfs: ['/tmp:mode=1777'] });
    expect(dockerfile).toMatch(/^ENV .*SOLANO_DATA=\/tmp\/solano/m);
  });

  test.each([
    ...apis.map((name) => [name, 'http://127.0.0.1:3000/readyz']),
    ...workers.map((name) => [name, 'http://127.0.0.1:9464/metrics']),
  ])('the health check of %s calls an address that responds', (name, url) => {
    const { environment, healthcheck } = serviceOf(name);
    const { port, metricsAddress: metrics } = readConfig(environment);
    expect([`:${port}`, `:${metrics?.split(':')[1]}`]).toContain(`:${new URL(url).port}`);
    const [kind, program, , script] = healthcheck?.test ?? [];
    expect([kind, program]).toEqual(['CMD', entrypoint()]);
    expect(script).toContain(`fetch('${url}')`);
  });

  test.each(workers)('the service %s runs the worker, and an API the image’s command', (name) => {
    expect(serviceOf(name).command).toEqual(['apps/worker/src/main.ts']);
    expect(serviceOf('api-1').command).toBeUndefined();
  });

  test('an image and the unit of systemd run an API with the options that npm start gives to Node', () => {
    const { scripts } = JSON.parse(file('package.json')) as { scripts: { start: string } };
    const [, command = ''] = scripts.start.split('node_modules/.bin/node ');
    expect(command).toMatch(/^--.* apps\/api\/src\/main\.ts$/);
    expect(dockerfile).toContain(`CMD ["${command.replaceAll(' ', '", "')}"]`);
    expect(file('deploy/systemd/solano.service')).toContain(`/node ${command}\n`);
  });

  test('a service waits only for services with a health check', () => {
    for (const name of [...apis, ...workers, 'proxy']) {
      for (const other of Object.keys(serviceOf(name).depends_on ?? {})) {
        expect(serviceOf(other).healthcheck?.test.length).toBeGreaterThan(1);
      }
    }
    expect(Object.keys(serviceOf('api-1').depends_on ?? {})).toEqual([
      'postgres',
      's3',
      'temporal',
    ]);
  });
});

test('the servers of compose.yaml get the secrets that the service has', () => {
  const { environment } = serviceOf('api-1');
  expect(serviceOf('postgres').environment.POSTGRES_PASSWORD).toBe(secrets.POSTGRES_PASSWORD);
  expect(serviceOf('s3').environment).toEqual({
    ROOT_ACCESS_KEY: environment.AWS_ACCESS_KEY_ID,
    ROOT_SECRET_KEY: environment.AWS_SECRET_ACCESS_KEY,
  });
});

test('the volumes of compose.yaml are those that its servers use', () => {
  const used = Object.values(services).flatMap(({ volumes = [] }) => volumes);
  const named = used
    .filter((volume) => !volume.startsWith('.'))
    .map((volume) => volume.split(':')[0]);
  expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
});

test('the proxy of compose.yaml reaches both APIs, and accepts bodies as large as they do', () => {
  const { port } = readConfig(serviceOf('api-1').environment);
  expect([...proxy.matchAll(/server (\S+:\d+);/g)].map(([, server]) => server)).toEqual(
    apis.map((name) => `${name}:${port}`),
  );
  expect(serviceOf('proxy').ports).toEqual(['127.0.0.1:8080:8080']);
  expect(proxy).toContain('listen 8080;');
  expect(proxy).toContain('client_max_body_size 64m;');
});

/** The program of the image. */
function entrypoint(): unknown {
  const [, list] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? [];
  return (JSON.parse(list ?? '[]') as unknown[])[0];
}
