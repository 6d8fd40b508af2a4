import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('nothing set, or set to nothing, gives the defaults', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    dataFolder: './.solano',
    databaseUrl: undefined,
    objectStore: { kind: 'directory', folder: './.solano/objects' },
    callbackSecret: undefined,
    mostPurchaseItems: 35_136,
    mostJsonBytes: 33_554_432,
    mostUploadBytes: 10_485_760,
    outageUploads: true,
    testingToken: 'testing-token',
    demo: true,
    logLevel: 'info',
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', OBJECT_STORE: '', UNKNOWN: 'x' })).toEqual(defaults);
});

test.each([
  ['file:/srv/objects', { kind: 'directory', folder: '/srv/objects' }],
  ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '', forcePathStyle: true }],
  ['s3://bucket/a/b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b', forcePathStyle: true }],
])('objects at %s', (OBJECT_STORE, objectStore) => {
  expect(readConfig({ OBJECT_STORE, S3_FORCE_PATH_STYLE: 'true' })).toMatchObject({ objectStore });
});

test('the demo goes with the embedded database unless it is asked for', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/solano';
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, SOLANO_DEMO: 'on' }).demo).toBe(true);
  expect(readConfig({ SOLANO_DEMO: 'off' }).demo).toBe(false);
});

test('the address of a cluster does not matter where the embedded engine is chosen', () => {
  const env = { TEMPORAL_ADDRESS: '127.0.0.1:7233', WORKFLOW_ENGINE: 'embedded' };
  expect(problemsOf(env)).toEqual([]);
});

describe('what makes no sense is refused, by name', () => {
  test.each([
    ['PORT', 'x'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'solano.example'],
    ['PUBLIC_URL', 'http://solano.example/?a=1'],
    ['DATABASE_URL', 'mysql://127.0.0.1/solano'],
    ['OBJECT_STORE', '/srv/objects'],
    ['OBJECT_STORE', 's3://'],
    ['WORKFLOW_ENGINE', 'cron'],
    ['TEMPORAL_ADDRESS', '127.0.0.1:7233'],
    ['CALLBACK_SECRET', 'short'],
    ['MAX_PURCHASE_ITEMS', '0'],
    ['MAX_JSON_BYTES', '1.5'],
    ['OUTAGES_UPLOADS', 'maybe'],
    ['SOLANO_DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} `)]);
  });

  test('all of it at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud' })).toHaveLength(2);
  });
});
