import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, issueKey } from '@solano/domain/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SentFile, sendFile, valuesOf } from './measurements.ts';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_SERIES_BYTES: '2000' });
  ({ key } = await service.customer('Norte'));
  await addPlant(service, key, 'Muxía 1');
});
afterAll(() => service[Symbol.asyncDispose]());

const PATH = '/api/v0/telemetry/upload/';
const KEY = 'Norte/telemetry/Mux%C3%ADa%201_onlineHist.csv';
const fields = { plant_id: 'Muxía 1' };
const send = (file: SentFile, as: string | undefined = key) => sendFile(service, PATH, file, as);
const kept = () => readFile(join(service.folder, 'objects', KEY), 'utf8');
const values = (day: string) =>
  valuesOf(service, `/api/v0/production/?plant_id=Mux%C3%ADa%201&from=${day}&to=${day}`, key);

test('a telemetry file is recorded as production, in UTC and MW, and kept in place of the one before', async () => {
  const content = '\ufefftimestamp;power\r\n2026-03-10 00:15;12,5\r\n2026-03-10 00:30;7\r\n';
  expect(await send({ content, fields })).toMatchObject({
    status: 201,
    json: {
      ok: true,
      bucket: '',
      key: KEY,
      message: 'Telemetry CSV stored: 2 rows.',
      rows: 2,
      replaced: 0,
    },
  });
  expect(await kept()).toBe(content);
  const recorded = { '2026-03-10T00:15': 12.5, '2026-03-10T00:30': 7 };
  expect(await values('2026-03-10')).toEqual(recorded);
  const local =
    'Fecha y hora (hora peninsular);Energía (kWh)\n2026-03-11 01:15;250\n2026-03-11 01:30;500\n';
  expect((await send({ content: local, fields })).status).toBe(201);
  expect(await kept()).toBe(local);
  expect(await values('2026-03-10')).toEqual(recorded);
  expect(await values('2026-03-11')).toEqual({ '2026-03-11T00:15': 1, '2026-03-11T00:30': 2 });
  expect(await send({ content: local, fields })).toMatchObject({
    status: 201,
    json: { replaced: 2 },
  });
});

test('implausible telemetry is recorded where force says so', async () => {
  const content = 'utc;MW\n2026-03-20 00:15;2500\n';
  expect((await send({ content, fields })).status).toBe(400);
  expect((await send({ content, fields: { ...fields, force: 'true' } })).status).toBe(201);
  expect(await values('2026-03-20')).toEqual({ '2026-03-20T00:15': 2500 });
  expect(await send({ content, fields: { ...fields, force: 'yes' } })).toMatchObject({
    status: 400,
    json: { force: [expect.any(String)] },
  });
});

test.each<[string, SentFile, object]>([
  ['no plant', { content: 'x', fields: {} }, { plant_id: ['This field is required.'] }],
  [
    'another name and type',
    { content: 'x', fields, name: 'x.xlsx', type: 'text/plain' },
    {
      file: [
        'The file name must end in .csv.',
        'The content type must be text/csv or application/csv.',
      ],
    },
  ],
  [
    'bad rows',
    { content: 'utc;power\n2026-03-10 00:15;x\n2026-03-10 00:30;99\n2026-03-10 00:45;y\n', fields },
    {
      file: [
        expect.stringMatching(/^line 2, column power: /),
        expect.stringMatching(/^line 4, column power: /),
      ],
    },
  ],
  [
    'an implausible value',
    { content: 'utc;power\n2026-03-12 00:15;1\n2026-03-12 00:30;99\n', fields },
    { file: [expect.stringMatching(/^line 3, column power: is 99 MW, where the plant has 30 MW/)] },
  ],
  ['no columns', { content: 'a;b\n1;2\n', fields }, { file: [expect.stringMatching(/^line 1: /)] }],
])('a telemetry file is rejected with %s, and that before it stays', async (_what, file, json) => {
  const good = { content: 'utc;power\n2026-03-13 00:15;1\n2026-03-13 00:30;1\n', fields };
  expect((await send(good)).status).toBe(201);
  expect(await send(file)).toMatchObject({ status: 400, json });
  expect(await kept()).toBe(good.content);
  expect(await values('2026-03-12')).toEqual({});
});

test('a telemetry file of an unknown or another customer’s plant is rejected before its rows are read', async () => {
  const missing = { status: 404, json: { detail: 'Plant with this ID does not exist.' } };
  expect(await send({ content: 'x', fields: { plant_id: 'Nowhere' } })).toMatchObject(missing);
  const { key: other } = await service.customer('Sur');
  expect(await send({ content: 'x', fields }, other)).toMatchObject(missing);
});

test('a telemetry upload needs a key of the scope of uploads, a form and a customer with a folder', async () => {
  const file = { content: 'x', fields };
  expect(await sendFile(service, PATH, file)).toMatchObject({
    status: 401,
    json: { detail: 'Authentication credentials were not provided.' },
  });
  const { token } = await issueKey(service.stores, SOURCE, 'Norte', { scopes: ['read'] });
  expect((await send(file, token)).status).toBe(403);
  expect(await send({ content: 'x'.repeat(3000), fields })).toMatchObject({
    status: 413,
    json: { detail: 'Request body is too large.' },
  });
  expect(await service.call('POST', PATH, { key, body: {} })).toMatchObject({
    status: 415,
    json: { detail: 'Unsupported media type "application/json" in request.' },
  });
  const wrong = await service.call('GET', PATH, { key });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  await addCustomer(service.stores, SOURCE, 'Bare', { withoutFolder: true });
  const bare = await issueKey(service.stores, SOURCE, 'Bare');
  expect(await send({ content: 'x', fields: {} }, bare.token)).toMatchObject({
    status: 503,
    json: { detail: 'Telemetry uploads are not configured.' },
  });
});
