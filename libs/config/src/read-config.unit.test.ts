import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { readConfig } from './read-config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('variables that are not set, or empty, have their defaults', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    dataFolder: './.solano',
    databaseUrl: undefined,
    objectStore: { kind: 'directory', folder: './.solano/objects' },
    workflow: { kind: 'embedded' },
    secretsKey: undefined,
    previousSecretsKeys: [],
    maxPurchaseItems: 35_136,
    maxWaitingPurchases: 10_000,
    maxJsonBytes: 33_554_432,
    maxUploadBytes: 10_485_760,
    maxSeriesBytes: 67_108_864,
    maxRequestsInWork: 256,
    requestsPerMinute: 600,
    trustedProxies: [],
    metricsAddress: undefined,
    privateWebhooks: false,
    outageUploads: true,
    testingToken: 'testing-token',
    demo: true,
    marketData: { sources: [], pollEveryMs: 300_000, limits: [] },
    weatherSources: [],
    backup: undefined,
    logLevel: 'info',
    warnings: [],
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', OBJECT_STORE: '', UNKNOWN: 'x' })).toEqual(defaults);
});

test('backups have a target, a key and a time for which they are kept', () => {
  const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
  const { backup } = readConfig({ BACKUP_TARGET: 's3://b/p', BACKUP_KEY: key, BACKUP_KEEP: '3d' });
  const target = { kind: 's3', bucket: 'b', prefix: 'p', forcePathStyle: false };
  expect(backup).toEqual({ target, key, keepMs: 3 * 24 * 3_600_000 });
  expect(readConfig({ BACKUP_TARGET: 'file:/b' }).backup).toMatchObject({ key: undefined });
});

test.each([
  ['BACKUP_TARGET', { BACKUP_TARGET: '/b' }],
  ['BACKUP_TARGET', { BACKUP_TARGET: 'file:./.solano/objects/backups' }],
  ['BACKUP_TARGET', { BACKUP_TARGET: `file:${resolve('.solano')}` }],
  ['BACKUP_TARGET', { BACKUP_TARGET: 's3://b/', OBJECT_STORE: 's3://b/p' }],
  ['BACKUP_KEY', { BACKUP_KEY: 'secret' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: '0d' }],
])('the variable %s is rejected, without its value, in %j', (name, env) => {
  const [problem, ...others] = problemsOf(env);
  expect(problem).toMatch(new RegExp(`^${name} must`));
  expect([problem, others].join()).not.toContain('secret');
});

test('market data come from the sources that are named, in that order', () => {
  const { marketData } = readConfig({
    MARKET_SOURCES: 'esios, omie',
    MARKET_POLL_EVERY: '1s',
    MARKET_LIMITS: 'day-ahead 2027-01-01 -700 5000;intraday 2027-02-01 -1 1',
    ESIOS_TOKEN: 'x',
    OMIE_URL: 'http://omie.example/',
  });
  expect(marketData).toEqual({
    sources: [
      { name: 'esios', url: 'https://api.esios.ree.es', token: 'x' },
      { name: 'omie', url: 'http://omie.example' },
    ],
    pollEveryMs: 1_000,
    limits: [
      { auction: 'day-ahead', since: '2027-01-01', min: -700, max: 5_000 },
      { auction: 'intraday', since: '2027-02-01', min: -1, max: 1 },
    ],
  });
});

test.each([
  ['MARKET_SOURCES', 'omie,ree'],
  ['MARKET_SOURCES', 'omie,omie'],
  ['MARKET_POLL_EVERY', '0s'],
  ['MARKET_POLL_EVERY', '5'],
  ['MARKET_LIMITS', 'day-ahead 2027-02-30 0 1'],
  ['MARKET_LIMITS', 'day-ahead 2027-01-01 1 0'],
  ['ESIOS_IMBALANCE_INDICATORS', 'short=687'],
  ['ESIOS_IMBALANCE_INDICATORS', 'long=686,short=687'],
  ['ESIOS_IMBALANCE_INDICATORS', 'short=0,long=1'],
])('the setting %s=%s is rejected with an error naming it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test.each([
  [{}, undefined],
  [{ ESIOS_IMBALANCE_INDICATORS: 'off' }, 'off'],
  [{ ESIOS_IMBALANCE_INDICATORS: 'short=1,long=200' }, { short: 1, long: 200 }],
])('the indicators of prices of deviations with %j are %j', (env, indicators) => {
  expect(readConfig(env).marketData.imbalanceIndicators).toEqual(indicators);
});

test('a source that does not exist is rejected under the name of the variable', () => {
  expect(problemsOf({ MARKET_SOURCES: 'omie,ree' })).toEqual([
    'MARKET_SOURCES must be names between commas: omie, esios, entsoe',
  ]);
});

test.each(['esios', 'entsoe'])('the source %s needs its token', (source) => {
  const missing = `${source.toUpperCase()}_TOKEN must be set`;
  expect(() => readConfig({ MARKET_SOURCES: source })).toThrow(missing);
});

test.each([
  [{}, []],
  [{ OPEN_METEO_KEY: 'k' }, []],
  [{ WEATHER_SOURCES: 'open-meteo' }, [['https://api.open-meteo.com', undefined]]],
  [
    { WEATHER_SOURCES: 'open-meteo', OPEN_METEO_KEY: 'k' },
    [['https://customer-api.open-meteo.com', 'k']],
  ],
  [
    { WEATHER_SOURCES: 'open-meteo', OPEN_METEO_URL: 'http://127.0.0.1:9/' },
    [['http://127.0.0.1:9', undefined]],
  ],
])('the sources of weather with %j are %j', (env, expected) => {
  const { weatherSources } = readConfig(env);
  expect(weatherSources.map(({ url, key }) => [url, key])).toEqual(expected);
});

test('a source of weather that does not exist is rejected under the name of the variable', () => {
  expect(problemsOf({ WEATHER_SOURCES: 'meteo' })).toEqual([
    'WEATHER_SOURCES must be names between commas: open-meteo',
  ]);
});

const TEMPORAL = { TEMPORAL_ADDRESS: 'temporal.example:7233', CALLBACK_SECRET: 'c'.repeat(32) };

test.each<[Record<string, string>, string]>([
  [{ PUBLIC_URL: 'https://solano.example/' }, 'https://solano.example'],
  [
    { PUBLIC_URL: 'https://solano.example', CALLBACK_URL: 'http://api:3000/x/' },
    'http://api:3000/x',
  ],
  [{ CALLBACK_URL: 'http://api:3000' }, 'http://api:3000'],
])('callbacks with %j are sent to %s', (environment, url) => {
  const publicUrl = environment.PUBLIC_URL?.replace(/\/$/, '');
  const workflow = { callbacks: { url } };
  expect(readConfig({ ...TEMPORAL, ...environment })).toMatchObject({ publicUrl, workflow });
});

test.each([
  ['CALLBACK_URL', 'api:3000'],
  ['CALLBACK_URL', 'http://api:3000/?a=1'],
  ['CALLBACK_URL', 'https://ana:secret@solano.example'],
  ['CALLBACK_SECRET', 'short'],
  ['CALLBACK_SECRET_PREVIOUS', 'short'],
])(
  'the setting %s=%s is rejected with Temporal, and ignored by the embedded engine',
  (name, value) => {
    expect(problemsOf({ ...TEMPORAL, [name]: value })).toEqual([
      expect.stringMatching(`^${name} `),
    ]);
    expect(problemsOf({ [name]: value })).toEqual([]);
  },
);

test.each([
  ['file:/srv/objects', { kind: 'directory', folder: '/srv/objects' }],
  ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '', forcePathStyle: true }],
  ['s3://bucket/a/b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b', forcePathStyle: true }],
])('objects are stored at %s', (OBJECT_STORE, objectStore) => {
  expect(readConfig({ OBJECT_STORE, S3_FORCE_PATH_STYLE: 'true' })).toMatchObject({ objectStore });
});

test('the demo comes with the embedded database unless it is set otherwise', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/solano';
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, SOLANO_DEMO: 'on' }).demo).toBe(true);
  expect(readConfig({ SOLANO_DEMO: 'off' }).demo).toBe(false);
});

test.each([
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, 2001:db8::/32,::1', ['10.0.0.0/8', '2001:db8::/32', '::1']],
])('trusted proxies are %s', (TRUSTED_PROXIES, trustedProxies) => {
  expect(readConfig({ TRUSTED_PROXIES })).toMatchObject({ trustedProxies });
});

test('a rate limit of 0, metrics, and webhooks to private addresses can be configured', () => {
  const METRICS_ADDRESS = '[::1]:9464';
  expect(
    readConfig({
      RATE_LIMIT_PER_MINUTE: '0',
      METRICS_ADDRESS,
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    }),
  ).toMatchObject({ requestsPerMinute: 0, metricsAddress: METRICS_ADDRESS, privateWebhooks: true });
});

describe('the workflow engine', () => {
  const TEMPORAL_ADDRESS = 'temporal.example:7233';
  const CALLBACK_SECRET = 'c'.repeat(32);
  const cluster = {
    kind: 'temporal',
    address: TEMPORAL_ADDRESS,
    namespace: 'default',
    taskQueue: 'purchases',
    tls: false,
    callbacks: { url: undefined, secret: CALLBACK_SECRET, previousSecrets: [] },
  };

  test.each<[string, Record<string, string>, object]>([
    ['the address of a cluster', {}, cluster],
    ['its name and an address', { WORKFLOW_ENGINE: 'temporal' }, cluster],
    [
      'a namespace and a task queue',
      { TEMPORAL_NAMESPACE: 'solano.a1b2c', TEMPORAL_TASK_QUEUE: 'q' },
      { ...cluster, namespace: 'solano.a1b2c', taskQueue: 'q' },
    ],
    ['a key', { TEMPORAL_API_KEY: 'k' }, { ...cluster, apiKey: 'k', tls: true }],
    [
      'a key that is sent in the clear',
      { TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' },
      { ...cluster, apiKey: 'k' },
    ],
    ['TLS without a key', { TEMPORAL_TLS: 'true' }, { ...cluster, tls: true }],
    ['another', { WORKFLOW_ENGINE: 'embedded', TEMPORAL_TLS: 'true' }, { kind: 'embedded' }],
  ])('the workflow engine is chosen by %s', (_, env, workflow) => {
    const config = readConfig({ TEMPORAL_ADDRESS, CALLBACK_SECRET, ...env });
    expect(config.workflow).toEqual(workflow);
  });

  test('the workflow engine needs no secret when embedded, and no settings of a cluster', () => {
    expect(problemsOf({ TEMPORAL_ADDRESS, WORKFLOW_ENGINE: 'embedded' })).toEqual([]);
    expect(problemsOf({ TEMPORAL_NAMESPACE: 'solano', TEMPORAL_API_KEY: 'k' })).toEqual([]);
  });

  test('the workflow engine is rejected for Temporal without an address or a secret, naming them', () => {
    expect(problemsOf({ WORKFLOW_ENGINE: 'temporal' })).toEqual([
      'TEMPORAL_ADDRESS must be set where WORKFLOW_ENGINE is temporal',
      'CALLBACK_SECRET must be set where the engine is temporal, the same for the API and its workers',
    ]);
    expect(problemsOf({ TEMPORAL_ADDRESS })).toEqual([expect.stringMatching('^CALLBACK_SECRET ')]);
    expect(problemsOf({ TEMPORAL_ADDRESS, CALLBACK_SECRET: 'c'.repeat(31) })).toEqual([
      'CALLBACK_SECRET must have at least 32 characters',
    ]);
  });

  test.each(['temporal.example', ':7233', 'https://temporal.example:7233', '::1:7233', 'a:65536'])(
    'the workflow engine is rejected at %s',
    (wrong) => {
      expect(problemsOf({ TEMPORAL_ADDRESS: wrong, CALLBACK_SECRET })).toEqual([
        'TEMPORAL_ADDRESS must be <host>:<port>',
      ]);
    },
  );
});

describe('a bad value is rejected by name', () => {
  test.each([
    ['PORT', 'x'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'solano.example'],
    ['PUBLIC_URL', 'http:solano.example'],
    ['PUBLIC_URL', ' http://solano.example'],
    ['PUBLIC_URL', 'http://solano.example/?a=1'],
    ['PUBLIC_URL', 'https://ana:secret@solano.example'],
    ['PUBLIC_URL', 'https://ana@solano.example'],
    ['DATABASE_URL', 'mysql://127.0.0.1/solano'],
    ['DATABASE_URL', 'postgres:solano'],
    ['OBJECT_STORE', '/srv/objects'],
    ['OBJECT_STORE', 's3://'],
    ['OBJECT_STORE', 'file:/proc/solano'],
    ['SOLANO_DATA', '/proc/solano'],
    ['WORKFLOW_ENGINE', 'cron'],
    ['TEMPORAL_TLS', 'on'],
    ['TEMPORAL_API_KEY', 'k\n'],
    ['TEMPORAL_API_KEY', 'ключ'],
    ['MAX_PURCHASE_ITEMS', '0'],
    ['MAX_JSON_BYTES', '1.5'],
    ['MARKET_SOURCES', ','],
    ['MAX_REQUESTS_IN_WORK', '0'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['METRICS_ADDRESS', '9464'],
    ['METRICS_ADDRESS', 'localhost:9464'],
    ['METRICS_ADDRESS', '0.0.0.0:94640'],
    ['WEBHOOK_PRIVATE_ADDRESSES', 'yes'],
    ['OUTAGES_UPLOADS', 'maybe'],
    ['SOLANO_DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('the setting %s=%s is rejected by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} `)]);
  });

  test('all bad values are named at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud' })).toHaveLength(2);
    const missing = { WORKFLOW_ENGINE: 'temporal', MARKET_SOURCES: 'esios' };
    expect(problemsOf({ LOG_LEVEL: 'loud', ...missing }).map((each) => each.split(' ')[0])).toEqual(
      ['LOG_LEVEL', 'TEMPORAL_ADDRESS', 'CALLBACK_SECRET', 'ESIOS_TOKEN'],
    );
  });

  test('a number of any length is too large', () => {
    const problem = 'MAX_JSON_BYTES must be at most 536870912';
    expect(problemsOf({ MAX_JSON_BYTES: '9'.repeat(400) })).toEqual([problem]);
  });
});

test('a rejected URL does not show its password', () => {
  const [problem, ...more] = problemsOf({ PUBLIC_URL: 'https://ana:hunter2@solano.example' });
  expect(problem).toBe('PUBLIC_URL must have no user name and no password');
  expect(more).toEqual([]);
});

test('a variable by its old name is read, and warned of', () => {
  const { marketData, warnings } = readConfig({ MARKET_LOOK_EVERY: '7s' });
  expect(marketData.pollEveryMs).toBe(7_000);
  expect(warnings).toEqual(['MARKET_LOOK_EVERY is called MARKET_POLL_EVERY now: rename it']);
  const both = readConfig({ MARKET_LOOK_EVERY: '7s', MARKET_POLL_EVERY: '9s' });
  expect(both.marketData.pollEveryMs).toBe(9_000);
  const metrics = readConfig({ TEMPORAL_METRICS: '[::1]:9464' });
  expect(metrics.metricsAddress).toBe('[::1]:9464');
  expect(metrics.warnings).toEqual(['TEMPORAL_METRICS is called METRICS_ADDRESS now: rename it']);
});
