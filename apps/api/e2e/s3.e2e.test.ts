import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { putForecast } from '@solano/domain/assets';
import { S3ObjectStore } from '@solano/s3';
import { createTestBucket, environmentOf, startTestS3Server, testS3 } from '@solano/tools/test-s3';
import { afterEach, expect, test, vi } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestResponse, type TestService } from './service.ts';

// Builds the server where the machine has none yet: no test's timeout applies here.
await testS3();

const CSV =
  'plant_id;start_time_utc;end_time_utc;available_power_mw\nP;2026-03-01T10:00Z;2026-03-01T12:00Z;5\n';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A service that keeps its objects under a prefix of a bucket, as its environment says. */
async function openOnS3(access: Parameters<typeof environmentOf>[0], bucket: string) {
  for (const [name, value] of Object.entries(environmentOf(access))) vi.stubEnv(name, value);
  return openService({ OBJECT_STORE: `s3://${bucket}/a/b`, S3_FORCE_PATH_STYLE: 'true' });
}

function upload(service: TestService, key: string): Promise<TestResponse> {
  const form = new FormData();
  form.append('plant_id', 'P');
  form.append('file', new Blob([CSV], { type: 'text/csv' }), 'o.csv');
  return service.call('POST', '/api/v0/outages/upload/', { key, body: form });
}

test('forecasts and outage files are stored in a bucket', async () => {
  await using bucket = await createTestBucket();
  await using service = await openOnS3(bucket.access, bucket.bucket);
  const { customer, key } = await service.customer('Norte & Sur');
  await addPlant(service, key, 'P');
  await using objects = new S3ObjectStore({
    bucket: bucket.bucket,
    prefix: 'a/b',
    forcePathStyle: true,
  });
  const deps = { ...service.stores, objects };
  for (const [place, text] of [
    [{ form: 'latest' }, 'a;b\n1;2\n'],
    [{ form: 'normalized', plant: 'P' }, ';pred\n2025-10-26 00:00;1.5\n'],
    [{ form: 'custom', type: 'Forecast' }, 'c\n3\n'],
  ] as const) {
    const content = Buffer.from(text);
    await putForecast(deps, { customer, location: place, fileName: 'f.csv', content });
  }
  const get = async (path: string) => service.call('GET', `/api/v0/forecasts/${path}`, { key });
  expect((await get('latest')).json).toEqual([{ a: '1', b: '2' }]);
  expect((await get('latest?format=csv')).text).toBe('a;b\n1;2\n');
  expect((await get('normalized?timezone=ES')).json).toEqual([
    { plant: 'P', datetime: '2025-10-26 02:00', pred: '1.5' },
  ]);
  expect((await get('custom?type=all')).json).toEqual({ Forecast: [{ c: '3' }] });
  expect(await upload(service, key)).toMatchObject({ status: 201 });
  const files: string[] = [];
  for await (const entry of objects.list('Norte%20%26%20Sur/outages/')) {
    if ('folder' in entry) files.push(entry.folder);
  }
  expect(files).toEqual(['Norte%20%26%20Sur/outages/P/']);
});

test('a stopped store gives an error response, and records no rows', async () => {
  await using server = await startTestS3Server();
  const bucket = 'gone';
  await mkdir(join(server.access.buckets, bucket));
  await using service = await openOnS3(server.access, bucket);
  const { key } = await service.customer('Norte');
  await addPlant(service, key, 'P');
  await server[Symbol.asyncDispose]();
  const [latest, uploaded] = await Promise.all([
    service.call('GET', '/api/v0/forecasts/latest', { key }),
    upload(service, key),
  ]);
  expect(latest).toMatchObject({ status: 500, json: { error: 'Failed to retrieve forecast.' } });
  expect(uploaded).toMatchObject({ status: 502, json: { detail: 'File upload failed.' } });
  expect((await service.call('GET', '/api/v0/unavailabilities', { key })).json).toEqual([]);
});

test('a store that stops while it is read ends that response, and nothing else', async () => {
  await using server = await startTestS3Server();
  const bucket = 'dying';
  await mkdir(join(server.access.buckets, bucket));
  await using service = await openOnS3(server.access, bucket);
  const { customer, key } = await service.customer('Norte');
  await using objects = new S3ObjectStore({ bucket, prefix: 'a/b', forcePathStyle: true });
  const lines = Array.from({ length: 400_000 }, () => `${Math.random()};${Math.random()}`);
  const large = Buffer.from(`x;y\n${lines.join('\n')}\n`);
  const deps = { ...service.stores, objects };
  for (const type of ['A', 'B']) {
    const location = { form: 'custom', type } as const;
    await putForecast(deps, { customer, location, fileName: 'f.csv', content: large });
  }
  const response = await fetch(`${service.url}/api/v0/forecasts/custom?type=all&format=csv`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await server.kill();
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('terminated');
  expect(await service.call('GET', '/api/v0/plants', { key })).toMatchObject({ status: 200 });
});
