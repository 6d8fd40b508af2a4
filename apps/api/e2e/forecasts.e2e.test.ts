import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryObjectStore } from '@solano/directory';
import { type ForecastLocation, putForecast } from '@solano/domain/assets';
import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, type Customer, issueKey } from '@solano/domain/service';
import { readWorkbook } from '@solano/spreadsheet';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
let customer: Customer;
let key: string;

beforeAll(async () => {
  service = await openService();
  ({ customer, key } = await service.customer('Norte & Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

function put(
  place: ForecastLocation,
  name: string,
  text: string,
  options: { of?: Customer; at?: string } = {},
) {
  const objects = new DirectoryObjectStore(join(service.folder, 'objects'));
  const clock = () => (options.at === undefined ? new Date() : new Date(options.at));
  const deps = { ...service.stores, objects, clock };
  const content = Buffer.from(text);
  const file = { customer: options.of ?? customer, location: place, fileName: name, content };
  return putForecast(deps, file);
}

function get(path: string, headers: Record<string, string> = {}, as = key): Promise<TestResponse> {
  return service.call('GET', `/api/v0/forecasts/${path}`, { key: as, headers });
}

describe('a forecast of which there is no file', () => {
  test.each([
    ['latest', 'No forecast found for customer Norte & Sur.'],
    ['normalized/', 'No normalized forecast found for customer Norte & Sur.'],
    ['normalized?plant=P', 'No normalized forecast found for the selected plants.'],
    ['custom', 'No forecast found for type Forecast.'],
    ['custom?type=Daily', 'No forecast found for type Daily.'],
    ['custom?type=all', 'No forecast found for customer Norte & Sur.'],
  ])('a forecast without a file is not found: %s', async (path, error) => {
    const { key: empty } = await fresh();
    expect(await get(path, {}, empty.key)).toMatchObject({
      status: 404,
      json: { error: error.replace('Norte & Sur', empty.name) },
    });
  });
});

let made = 0;
async function fresh() {
  made += 1;
  const name = `Vacío ${made}`;
  const { key: token } = await service.customer(name);
  return { key: { key: token, name } };
}

describe('a rejected request', () => {
  test.each(['latest', 'normalized', 'custom'])(
    'a rejected request gets the error response of its endpoint: %s',
    async (path) => {
      expect(await get(`${path}?format=xml`)).toMatchObject({
        status: 400,
        json: { error: 'Unsupported format: xml. Use json or csv.' },
      });
      expect(await service.call('GET', `/api/v0/forecasts/${path}`)).toMatchObject({
        status: 401,
        json: { detail: 'Authentication credentials were not provided.' },
      });
      await addCustomer(service.stores, SOURCE, `folderless ${path}`, { withoutFolder: true });
      const { token } = await issueKey(service.stores, SOURCE, `folderless ${path}`);
      expect(await get(path, {}, token)).toMatchObject({
        status: 400,
        json: { error: 'Customer name not available.' },
      });
    },
  );

  test('an unknown timezone is rejected with the names of those that exist', async () => {
    const response = await get('normalized?timezone=Mars');
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ error: expect.stringContaining('EUR-MAD') });
  });
});

describe('the latest forecast', () => {
  test('the latest forecast is the newest file of the newest day, as rows and unchanged', async () => {
    await put({ form: 'latest' }, 'old.csv', 'a\n1\n', { at: '2020-02-29T10:00:00Z' });
    await put({ form: 'latest' }, 'future.csv', 'a\n3\n', { at: '2090-01-01T00:00:00Z' });
    expect((await get('latest')).json).toEqual([{ a: '1' }]);
    const text = '\ufeff"date,time";"wind ""x"""\r\n2026-01-01 01:00;1.10\n"a;b";=2\r\n';
    await put({ form: 'latest' }, 'new.CSV', text);
    const json = await get('latest/');
    expect(json.json).toEqual([
      { 'date,time': '2026-01-01 01:00', 'wind "x"': '1.10' },
      { 'date,time': 'a;b', 'wind "x"': '=2' },
    ]);
    const csv = await get('latest?format=csv');
    expect(csv.text).toBe(text.slice(1));
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="forecast.csv"');
    expect(csv.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  test('the latest forecast is not sent again to a client that has it', async () => {
    await put({ form: 'latest' }, 'kept.csv', 'a\n1\n');
    const { headers } = await get('latest');
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    expect(modified).toMatch(/ GMT$/);
    expect(await get('latest', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect(await get('latest', { 'if-modified-since': modified })).toMatchObject({ status: 304 });
    expect(await get('latest?format=csv', { 'if-none-match': etag })).toMatchObject({
      status: 200,
    });
    await put({ form: 'latest' }, 'kept.csv', 'a\n2\n');
    expect(await get('latest', { 'if-none-match': etag })).toMatchObject({
      status: 200,
      json: [{ a: '2' }],
    });
  });

  test.each(['', 'a;b\n1\n', 'a\n"1\n', 'a;a\n1;2\n'])(
    'the latest forecast is an error if its file is not a forecast: %j',
    async (text) => {
      const { customer: own, key: ownKey } = await service.customer(`bad ${JSON.stringify(text)}`);
      await put({ form: 'latest' }, 'bad.csv', text, { of: own });
      expect(await get('latest', {}, ownKey)).toMatchObject({
        status: 500,
        json: { error: 'Invalid forecast file format.' },
      });
    },
  );
});

test('an error shows nothing of the file that could not be sent', async () => {
  const { customer: own, key: ownKey } = await service.customer('half');
  await put({ form: 'normalized', plant: 'A' }, 'a.csv', ';pred\n2025-10-26 00:00;1\n', {
    of: own,
  });
  await put({ form: 'normalized', plant: 'B' }, 'b.csv', ';pred\nyesterday;1\n', { of: own });
  const response = await get('normalized?format=csv', {}, ownKey);
  expect(response).toMatchObject({ status: 500, json: { error: 'Invalid forecast file format.' } });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  for (const name of ['etag', 'last-modified', 'content-disposition']) {
    expect(response.headers.get(name)).toBeNull();
  }
});

describe('partial=true', () => {
  const ROWS = ';pred\n2025-10-26 00:00;1\n';
  let own: Customer;
  let ownKey: string;
  beforeAll(async () => {
    ({ customer: own, key: ownKey } = await service.customer('partly'));
    await put({ form: 'normalized', plant: 'A' }, 'a.csv', ROWS, { of: own });
    for (const plant of ['Ríos, altos', 'B']) {
      await put({ form: 'normalized', plant }, 'b.csv', ';pred\nyesterday;1\n', { of: own });
    }
  });

  test.each([
    ['json', '[{"plant":"A","datetime":"2025-10-26 00:00","pred":"1"}]'],
    ['csv', 'plant,datetime,pred\nA,2025-10-26 00:00,1\n'],
  ])(
    'partial=true leaves out plants whose file cannot be read, and names them, as %s',
    async (format, text) => {
      const response = await get(`normalized?partial=true&format=${format}`, {}, ownKey);
      expect(response).toMatchObject({ status: 200, text });
      expect(response.headers.get('x-invalid-plant')).toBe('B, R%C3%ADos%2C%20altos');
    },
  );

  test('partial=true names no plant if all files can be read', async () => {
    const response = await get('normalized?partial=true&plant=A', {}, ownKey);
    expect(response.status).toBe(200);
    expect(response.headers.has('x-invalid-plant')).toBe(false);
  });

  test.each(['', '?partial=false', '?partial='])('partial has no effect with %j', async (query) => {
    expect(await get(`normalized${query}`, {}, ownKey)).toMatchObject({
      status: 500,
      json: { error: 'Invalid forecast file format.' },
    });
  });

  test('partial is rejected unless it is true or false', async () => {
    expect(await get('normalized?partial=maybe', {}, ownKey)).toMatchObject({
      status: 400,
      json: { error: `Parameter 'partial' must be true or false, not "maybe"` },
    });
  });
});

test('a file that disappears while a ZIP is sent ends that response, and nothing else', async () => {
  const { customer: own, key: ownKey } = await service.customer('zipped');
  // Random enough to be larger compressed than the connection's buffers.
  const lines = Array.from({ length: 400_000 }, () => `${Math.random()};${Math.random()}`);
  await put({ form: 'custom', type: 'A' }, 'a.csv', `x;y\n${lines.join('\n')}\n`, { of: own });
  const lost = await put({ form: 'custom', type: 'B' }, 'b.csv', 'x\n1\n', { of: own });
  const response = await fetch(`${service.url}/api/v0/forecasts/custom?type=all&format=csv`, {
    headers: { authorization: `Bearer ${ownKey}` },
  });
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await rm(join(service.folder, 'objects', lost));
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('terminated');
  expect(await get('custom?type=A&format=csv', {}, ownKey)).toMatchObject({ status: 200 });
});

describe('the normalized forecast', () => {
  const hours = ';pred\n2025-10-26 00:00;1.50\n2025-10-26 01:00;-2\n';

  beforeAll(async () => {
    await put({ form: 'normalized', plant: 'Zeta' }, 'a.csv', hours);
    await put({ form: 'normalized', plant: 'Álamo, "x"' }, 'a.csv', hours);
    await put({ form: 'normalized', plant: '=1+1' }, 'a.csv', ';pred\n2025-10-26 00:00;3\n');
  });

  test('the normalized forecast has every plant in order, with converted times and unchanged values', async () => {
    const rows = [
      { plant: '=1+1', datetime: '2025-10-26 00:00', pred: '3' },
      { plant: 'Zeta', datetime: '2025-10-26 00:00', pred: '1.50' },
      { plant: 'Zeta', datetime: '2025-10-26 01:00', pred: '-2' },
      { plant: 'Álamo, "x"', datetime: '2025-10-26 00:00', pred: '1.50' },
      { plant: 'Álamo, "x"', datetime: '2025-10-26 01:00', pred: '-2' },
    ];
    expect((await get('normalized/')).json).toEqual(rows);
    expect((await get('normalized?plant=Zeta&plant=nobody')).json).toEqual(rows.slice(1, 3));
    expect((await get('normalized?plant=Zeta&plant=')).json).toEqual(rows.slice(1, 3));
    expect((await get('normalized?plant=')).json).toEqual({
      error: 'No normalized forecast found for the selected plants.',
    });
    for (const zone of ['EUR-MAD', 'es', 'europe/madrid']) {
      // 00:00 and 01:00 UTC are both 02:00, before and after the clock goes back.
      expect((await get(`normalized?plant=Zeta&timezone=${zone}`)).json).toEqual([
        { plant: 'Zeta', datetime: '2025-10-26 02:00', pred: '1.50' },
        { plant: 'Zeta', datetime: '2025-10-26 02:00', pred: '-2' },
      ]);
    }
  });

  test('the normalized forecast is a CSV file that is safe for a spreadsheet', async () => {
    const response = await get('normalized?format=csv');
    expect(response.text).toBe(
      "plant,datetime,pred\n'=1+1,2025-10-26 00:00,3\n" +
        'Zeta,2025-10-26 00:00,1.50\nZeta,2025-10-26 01:00,-2\n' +
        '"Álamo, ""x""",2025-10-26 00:00,1.50\n"Álamo, ""x""",2025-10-26 01:00,-2\n',
    );
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="normalized_forecast.csv"',
    );
  });
});

describe('a custom forecast', () => {
  beforeAll(async () => {
    await put({ form: 'custom', type: 'Forecast' }, 'a.csv', 'x\n1\n');
    await put({ form: 'custom', type: 'Día/Hora' }, 'a.csv', 'y\n2\n', { at: '2024-01-01T00:00Z' });
  });

  test('a custom forecast is of one type, or of all of them', async () => {
    expect((await get('custom')).json).toEqual([{ x: '1' }]);
    expect((await get('custom?type=D%C3%ADa%2FHora')).json).toEqual([{ y: '2' }]);
    expect((await get('custom?type=all')).json).toEqual({
      'Día/Hora': [{ y: '2' }],
      Forecast: [{ x: '1' }],
    });
    const csv = await get('custom?type=Forecast&format=csv');
    expect(csv.text).toBe('x\n1\n');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="forecast.csv"');
  });

  test('a custom forecast of all types is a ZIP file', async () => {
    const response = await get('custom/?type=all&format=csv');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="forecasts.zip"',
    );
    const bytes = Buffer.from(response.bytes);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
    const text = bytes.toString('latin1');
    for (const name of ['D%C3%ADa%2FHora_latest.csv', 'Forecast_latest.csv']) {
      expect(text).toContain(name);
    }
  });
});

test('a customer cannot read the files of another', async () => {
  const { customer: other } = await service.customer('Otro');
  await put({ form: 'latest' }, 'theirs.csv', 'secret\n1\n', { of: other });
  expect((await get('latest')).text).not.toContain('secret');
});

describe('large files', () => {
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 900_000).toISOString();
  const label = (i: number) => at(i).slice(0, 16).replace('T', ' ');
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `${label(i)};${i}.5\n`);

  test('large files are read in a thread, with the same result', async () => {
    const { customer: owner, key: own } = await service.customer('Large');
    const text = `datetime;pred\n${rows(20_000).join('')}`;
    await put({ form: 'latest' }, 'f.csv', text, { of: owner });
    const response = await get('latest', {}, own);
    expect(response.status).toBe(200);
    const found = response.json as object[];
    expect(found).toHaveLength(20_000);
    expect(found.at(-1)).toEqual({ datetime: label(19_999), pred: '19999.5' });
    await put({ form: 'latest' }, 'g.csv', `${text}too;many;fields\n`, { of: owner });
    expect(await get('latest', {}, own)).toMatchObject({
      status: 500,
      json: { error: 'Invalid forecast file format.' },
    });
  });

  test('all six requests at once for many plants get a response', async () => {
    const { customer: owner, key: own } = await service.customer('Many');
    const text = `;pred\n${rows(35_000).join('')}`;
    for (const plant of ['A', 'B', 'C', 'D', 'E']) {
      await put({ form: 'normalized', plant }, 'f.csv', text, { of: owner });
    }
    const zones = ['UTC', 'ES', 'PT', 'FR', 'IT', 'GR'];
    const responses = await Promise.all(
      zones.map((zone) => get(`normalized?format=csv&timezone=${zone}`, {}, own)),
    );
    for (const { status, text: csv, headers } of responses) {
      expect([200, 503]).toContain(status);
      const isWhole = csv.split('\n').length === 5 * 35_000 + 2;
      expect([isWhole, headers.has('retry-after')]).toEqual([status === 200, status === 503]);
    }
    expect(responses.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('an export', () => {
  const number = (text: string) => ({ number: text, isPercent: false });
  const parquetOf = ({ bytes }: TestResponse) =>
    parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  const withFiles = async () => {
    made += 1;
    const { customer: own, key: ownKey } = await service.customer(`Exportada ${made}`);
    await put({ form: 'latest' }, 'f.csv', 'datetime;Muxía\n2026-11-23 01:00;=1+1\n', { of: own });
    for (const plant of ['B', 'A']) {
      const text = ';pred\n2026-10-25 00:15;12.5\n2026-10-25 01:15;\n';
      await put({ form: 'normalized', plant }, 'a.csv', text, { of: own });
    }
    await put({ form: 'custom', type: 'Forecast' }, 'c.csv', 'mw\n1.5\n', { of: own });
    await put({ form: 'custom', type: 'Daily/Hourly' }, 'd.csv', 'mw\n2.5\n', { of: own });
    return { own, read: (path: string, headers = {}) => get(path, headers, ownKey) };
  };

  test('an export is a spreadsheet of typed cells for each kind', async () => {
    const { read } = await withFiles();
    const latest = await read('latest/export');
    expect(latest.headers.get('content-disposition')).toBe('attachment; filename="forecast.xlsx"');
    expect(readWorkbook(latest.bytes)[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['datetime', 'Muxía'],
      [{ wall: '2026-11-23 01:00:00' }, '=1+1'],
    ]);
    const normalized = await read('normalized/export?format=xlsx&timezone=EUR-MAD&plant=A&plant=B');
    const [header, first, second, third] = readWorkbook(normalized.bytes)[0]?.rows ?? [];
    expect(header?.cells).toEqual(['plant', 'datetime', 'end_utc', 'pred']);
    const times = [{ wall: '2026-10-25 02:15:00' }, { wall: '2026-10-25 00:15:00' }];
    expect(first?.cells).toEqual(['A', ...times, number('12.5')]);
    expect(second?.cells).toEqual(['A', times[0], { wall: '2026-10-25 01:15:00' }]);
    expect(third?.cells[0]).toBe('B');
    const all = readWorkbook((await read('custom/export?type=all')).bytes);
    expect(all.map(({ name, rows }) => [name, rows[1]?.cells[0]])).toEqual([
      ['Daily_Hourly', number('2.5')],
      ['Forecast', number('1.5')],
    ]);
  });

  test('an export is a Parquet file for each kind', async () => {
    const { read } = await withFiles();
    const normalized = await read('normalized/export?format=parquet&timezone=EUR-MAD');
    expect(normalized.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(await parquetOf(normalized)).toMatchObject([
      {
        plant: 'A',
        datetime: new Date('2026-10-25T02:15Z'),
        end_utc: new Date('2026-10-25T00:15Z'),
        pred: 12.5,
      },
      { plant: 'A', pred: null },
      { plant: 'B', pred: 12.5 },
      { plant: 'B' },
    ]);
    expect(await parquetOf(await read('custom/export?format=parquet'))).toEqual([{ mw: 1.5 }]);
    const zip = await read('custom/export?type=all&format=parquet');
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename="forecasts.zip"');
    expect(zip.text).toContain('Daily%2FHourly_latest.parquet');
  });

  test('an export is not sent again to a client that has it, and HEAD has no body', async () => {
    const { read } = await withFiles();
    for (const path of [
      'latest/export',
      'normalized/export?format=parquet',
      'custom/export?type=all',
    ]) {
      const { headers } = await read(path);
      const etag = headers.get('etag') ?? '';
      expect(await read(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    }
    const head = await service.call('HEAD', '/api/v0/forecasts/normalized/export', { key });
    expect(head.text).toBe('');
  });

  test('an export fails whole, or leaves the plant out, if a file cannot be read', async () => {
    const { own, read } = await withFiles();
    const text = ';pred\n2026-10-25 00:15;mucho\n';
    await put({ form: 'normalized', plant: 'Muxía' }, 'a.csv', text, { of: own });
    expect(await read('normalized/export?format=parquet')).toMatchObject({
      status: 500,
      json: { error: 'Invalid forecast file format.' },
    });
    const partial = await read('normalized/export?format=parquet&partial=true');
    expect(partial.headers.get('x-invalid-plant')).toBe('Mux%C3%ADa');
    expect(await parquetOf(partial)).toHaveLength(4);
  });

  test.each(['latest', 'normalized', 'custom'])(
    'an export in another format is rejected: %s',
    async (kind) => {
      expect(await get(`${kind}/export?format=csv`)).toMatchObject({
        status: 400,
        json: { error: 'Unsupported format: csv. Use xlsx or parquet.' },
      });
      expect((await service.call('GET', `/api/v0/forecasts/${kind}/export`)).status).toBe(401);
    },
  );
});
