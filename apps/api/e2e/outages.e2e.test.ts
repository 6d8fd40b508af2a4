import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, issueKey } from '@solano/domain/service';
import { readWorkbook } from '@solano/spreadsheet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_UPLOAD_BYTES: '2000' });
  ({ key } = await service.customer('Norte'));
  for (const name of ['Muxía', 'Kenia']) await addPlant(service, key, name);
});
afterAll(() => service[Symbol.asyncDispose]());

const ROWS =
  'start_time_utc;end_time_utc;available_power_mw\n2026-03-01T10:00Z;2026-03-01T12:00Z;5\n';

interface Parts {
  readonly fields?: Record<string, string>;
  readonly file?: string;
  readonly name?: string;
  readonly type?: string;
}

function upload(path: string, parts: Parts, as?: string, target = service): Promise<TestResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts.fields ?? {})) form.append(name, value);
  if (parts.file !== undefined) {
    const blob = new Blob([parts.file], { type: parts.type ?? 'text/csv' });
    form.append('file', blob, parts.name ?? 'outages.csv');
  }
  return target.call('POST', path, { body: form, ...(as !== undefined && { key: as }) });
}

const byKey = (parts: Parts, as = key) => upload('/api/v0/outages/upload/', parts, as);
const byToken = (parts: Parts) => upload('/api/v0/outages', parts);

async function recorded(plant: string): Promise<object[]> {
  const path = `/api/v0/unavailabilities/?plant_id=${encodeURIComponent(plant)}`;
  return (await service.call('GET', path, { key })).json as object[];
}

async function storedFiles(): Promise<string[]> {
  const root = join(service.folder, 'objects');
  const names = await readdir(root, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.csv')).map((name) => join(root, name));
}

describe('an upload with a key', () => {
  test('an upload with a key stores the file and records its rows; the same rows replace the first', async () => {
    const fields = { plant_id: 'Muxía' };
    expect(await byKey({ fields, file: `\ufeff${ROWS}` })).toMatchObject({
      status: 201,
      json: { message: 'Outages CSV stored: 1 row.' },
    });
    expect(
      await byKey({ fields, file: ROWS.replace(';5', ';6'), type: 'application/csv' }),
    ).toMatchObject({ status: 201 });
    expect(await recorded('Muxía')).toMatchObject([
      {
        plant_id: 'Muxía',
        start_time_utc: '2026-03-01T10:00:00Z',
        available_power_mw: 6,
        availability_type: 'UNAVAILABILITY',
        source_unit: 'MW',
        source_value: 6,
      },
    ]);
    const files = await storedFiles();
    expect(
      files.every((path) => /Norte\/outages\/Mux%C3%ADa\/\d{4}\/\d\d\/\d\d\//.test(path)),
    ).toBe(true);
    const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
    expect(texts.toSorted()).toEqual([ROWS.replace(';5', ';6'), `\ufeff${ROWS}`].toSorted());
  });

  test.each<[string, Parts, object]>([
    ['nothing', {}, { plant_id: ['This field is required.'], file: ['This field is required.'] }],
    [
      'a blank plant',
      { fields: { plant_id: ' ' }, file: ROWS },
      { plant_id: ['This field may not be blank.'] },
    ],
    [
      'another name and type',
      { fields: { plant_id: 'Muxía' }, file: ROWS, name: 'x.txt', type: 'text/plain' },
      {
        file: [
          'The file name must end in .csv.',
          'The content type must be text/csv or application/csv.',
        ],
      },
    ],
    [
      'bad rows',
      {
        fields: { plant_id: 'Muxía' },
        file: `${ROWS}x;2026-03-01T12:00Z;5\n2026-03-01T10:00Z;2026-03-01T11:00Z;21\n`,
      },
      {
        file: [
          expect.stringMatching(/^line 3, column start_time_utc: /),
          expect.stringMatching(/^line 4, column available_power_mw: /),
        ],
      },
    ],
  ])('an upload with a key is rejected with %s', async (_what, parts, json) => {
    const before = await storedFiles();
    expect(await byKey(parts)).toMatchObject({ status: 400, json });
    expect(await storedFiles()).toEqual(before);
  });

  test('an upload’s plant is looked for before its rows are read', async () => {
    const fields = { plant_id: 'Nowhere' };
    expect(await byKey({ fields, file: 'nonsense' })).toMatchObject({
      status: 404,
      json: { detail: 'Plant with this ID does not exist.' },
    });
  });

  test('an upload with a key is rejected if its file is too large, or without a form or a key', async () => {
    const fields = { plant_id: 'Muxía' };
    expect(await byKey({ fields, file: ROWS.padEnd(3000, '\n') })).toMatchObject({
      status: 413,
      json: { detail: 'Request body is too large.' },
    });
    const path = '/api/v0/outages/upload';
    expect(await service.call('POST', path, { key, body: {} })).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported media type "application/json" in request.' },
    });
    expect(await upload(path, { fields, file: ROWS })).toMatchObject({
      status: 401,
      json: { detail: 'Authentication credentials were not provided.' },
    });
  });

  test('an upload whose form breaks off is rejected', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="plant_id"\r\n\r\nMux';
    const path = '/api/v0/outages/upload';
    expect(await service.call('POST', path, { key, body, headers })).toMatchObject({
      status: 400,
      json: { file: ['The form cannot be read.'] },
    });
  });
});

describe('an upload with a token', () => {
  const withPlants = (name: string) =>
    `plant_id,${ROWS.replaceAll(';', ',').replace('\n', `\n${name},`)}`;

  test('an upload with a token records the rows of each plant', async () => {
    const parts = { fields: { token: key }, file: withPlants('Kenia') };
    expect(await byToken(parts)).toMatchObject({
      status: 200,
      json: { message: 'File uploaded: 1 row.' },
    });
    expect(await recorded('Kenia')).toHaveLength(1);
  });

  test.each<[string, Parts]>([
    ['no token', { file: 'x' }],
    ['an unknown token', { fields: { token: 'sol_abc_def' }, file: 'x' }],
    ['no form', {}],
  ])('an upload is not authenticated with %s', async (_what, parts) => {
    expect(await byToken(parts)).toMatchObject({
      status: 401,
      json: { error: 'Invalid or missing token.' },
    });
  });

  test.each<[string, string | undefined, string]>([
    ['no file', undefined, 'file is required'],
    ['no plants', ROWS, 'line 1, column plant_id'],
    ['an unknown plant', withPlants('Nowhere'), 'line 2, column plant_id'],
  ])('an upload with a token is rejected with %s', async (_what, file, problem) => {
    const response = await byToken({ fields: { token: key }, ...(file !== undefined && { file }) });
    expect(response.status).toBe(400);
    const prefix = 'Invalid file format or missing required fields: ';
    expect((response.json as { error: string }).error.startsWith(prefix + problem)).toBe(true);
  });

  test('an upload whose form cannot be read is rejected', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nsol';
    expect(await service.call('POST', '/api/v0/outages', { body, headers })).toMatchObject({
      status: 400,
      json: {
        error: 'Invalid file format or missing required fields: the form cannot be read',
      },
    });
  });

  test('an upload with the testing token is simulated', async () => {
    const message = 'File received with a testing token: upload simulated, nothing was processed.';
    const parts = { fields: { token: 'testing-token' }, file: 'anything' };
    expect(await byToken(parts)).toMatchObject({ status: 200, json: { message } });
  });

  test('an upload with the testing token is rejected without a file', async () => {
    expect(await byToken({ fields: { token: 'testing-token' } })).toMatchObject({
      status: 400,
      json: { error: 'Invalid file format or missing required fields: file is required' },
    });
  });

  test('an upload with a token is rejected if its file is too large', async () => {
    const parts = { fields: { token: key }, file: 'x'.repeat(3000) };
    expect(await byToken(parts)).toMatchObject({
      status: 413,
      json: { error: 'Request body is too large.' },
    });
  });
});

test('one upload of a customer at a time holds a connection, and other customers do not wait', async () => {
  const mine = await service.customer('Busy');
  const others = await service.customer('Other');
  for (const owner of [mine, others]) await addPlant(service, owner.key, 'P');
  const parts = { fields: { plant_id: 'P' }, file: ROWS };
  const waiting = {
    text: `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  };
  const uploads = await service.database.transaction(async (run) => {
    const lock = 'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE';
    await run({ text: lock }, [mine.customer.id]);
    const first = byKey(parts, mine.key);
    const waiters = async () => {
      // A transaction in which nothing happens is ended after a while.
      await run({ text: 'SELECT 1' }, []);
      return service.database.run(waiting, []);
    };
    // Its thread has yet to start.
    await expect.poll(waiters).toHaveLength(1);
    const queued = Array.from({ length: 3 }, () => byKey(parts, mine.key));
    expect(await byKey(parts, others.key)).toMatchObject({ status: 201 });
    expect(await waiters()).toHaveLength(1);
    return [first, ...queued];
  });
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 201, 201]);
});

test('the template has the columns', async () => {
  const response = await service.call('GET', '/api/v0/outages/template.csv', { key });
  expect(response.bytes.subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const text = new TextDecoder().decode(response.bytes.subarray(3));
  expect(text).toMatch(/^plant_id;start_time_utc;end_time_utc;available_power_mw;[^,]*\r\n$/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
});

test('the workbook to fill in offers the plants of the customer', async () => {
  const response = await service.call('GET', '/api/v0/outages/template.xlsx', { key });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="outages.xlsx"');
  const sheets = readWorkbook(response.bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Outages', 'Columns - Columnas', 'Lists']);
  expect(sheets[2]?.rows.length).toBeGreaterThan(1);
});

describe('an upload that cannot be stored', () => {
  const unconfigured = 'Outages uploads are not configured.';

  test('an upload is rejected if uploads are off, and for a customer without a folder', async () => {
    await using off = await openService({ OUTAGES_UPLOADS: 'off' });
    const { key: offKey } = await off.customer('Off');
    const bearer = await upload('/api/v0/outages/upload', {}, offKey, off);
    expect(bearer).toMatchObject({ status: 503, json: { detail: unconfigured } });
    const token = await upload('/api/v0/outages', { fields: { token: offKey } }, undefined, off);
    expect(token).toMatchObject({ status: 503, json: { error: unconfigured } });

    await addCustomer(service.stores, SOURCE, 'Folderless', { withoutFolder: true });
    const { token: bare } = await issueKey(service.stores, SOURCE, 'Folderless');
    expect(await byKey({}, bare)).toMatchObject({ status: 503, json: { detail: unconfigured } });
  });

  test('an upload records nothing if the object store fails', async () => {
    // The file is in the place of the objects' folder.
    await using broken = await openService({ OBJECT_STORE: 'file:/dev/null/objects' });
    const { key: own } = await broken.customer('Broken');
    await addPlant(broken, own, 'P');
    const parts = { fields: { plant_id: 'P' }, file: ROWS };
    expect(await upload('/api/v0/outages/upload', parts, own, broken)).toMatchObject({
      status: 502,
      json: { detail: 'File upload failed.' },
    });
    expect((await broken.call('GET', '/api/v0/unavailabilities', { key: own })).json).toEqual([]);
    expect(await broken.call('GET', '/api/v0/forecasts/latest', { key: own })).toMatchObject({
      status: 500,
      json: { error: 'Failed to retrieve forecast.' },
    });
  });
});
