import { connect } from 'node:net';
import { SOURCE } from '@solano/domain/contracts';
import { issueKey, revokeKey } from '@solano/domain/service';
import { serialOf, styled, TEST_STYLE, testWorkbook } from '@solano/spreadsheet/test-workbook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, openService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_PURCHASE_ITEMS: '4', MAX_JSON_BYTES: '1000' });
  ({ key } = await service.customer('Energía Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

const PATH = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
const item = { datetime: '2026-11-23 20:00', purchase: 1.5 };

function submit(purchase: unknown, path = PATH) {
  return service.call('POST', path, { key, body: { purchase } });
}

describe('a valid submission', () => {
  test.each([
    ['in the query', PATH],
    ['in the path', '/api/v0/user/ana/submit-purchase/acme'],
    ['in the path, which wins', '/api/v0/user/ana/submit-purchase/acme?retailer_id=other'],
    ['with a slash behind', '/api/v0/user/ana/submit-purchase/?retailer_id=acme'],
    ['with a slash behind the retailer', '/api/v0/user/ana/submit-purchase/acme/'],
  ])('a submission for the retailer %s is accepted', async (_where, path) => {
    const response = await submit([item, { ...item, datetime: '2026-11-23 21:00' }], path);
    const id = idOf(response);
    expect(response.status).toBe(201);
    expect(response.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
      status: 'pending',
      error: '',
      rows_uploaded: 2,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      message: `Purchase ${id} created for user ana and retailer acme.`,
    });
  });

  test('a submission may have both occurrences of a label of the repeated hour', async () => {
    const labels = ['2025-10-26 02:00', '2025-10-26 02:00', '2025-10-26 03:00'];
    const response = await submit(labels.map((datetime) => ({ datetime, purchase: -1 })));
    expect(response).toMatchObject({ status: 201, json: { rows_uploaded: 3 } });
  });

  test('a submission may have a user and a retailer with any text in them', async () => {
    const user = 'año/1 ☀ %';
    const path = `/api/v0/user/${encodeURIComponent(user)}/submit-purchase?retailer_id=a%26b`;
    const response = await submit([item], path);
    expect(response.json).toMatchObject({
      message: `Purchase ${idOf(response)} created for user ${user} and retailer a&b.`,
    });
  });
});

describe('an error response', () => {
  const bad = (index: number, what: string) => `Purchase item at index ${index} ${what}`;
  const invalid = 'has an invalid datetime format (expected YYYY-MM-DD HH:MM)';
  const noNumber = "has a 'purchase' field that is not a number (MW)";

  test.each([
    ['no user', '/api/v0/user//submit-purchase', {}, 'Missing required URL parameter: user'],
    [
      'no retailer',
      '/api/v0/user/ana/submit-purchase',
      {},
      'Missing required query parameter: retailer_id',
    ],
    [
      'an empty retailer',
      '/api/v0/user/ana/submit-purchase?retailer_id=',
      {},
      'Missing required query parameter: retailer_id',
    ],
    ['no purchase', PATH, {}, 'Missing required field: purchase'],
    ['null', PATH, { purchase: null }, 'Missing required field: purchase'],
    ['a body that is an array', PATH, [item], 'Missing required field: purchase'],
    ['an object', PATH, { purchase: item }, "Field 'purchase' must be an array of objects"],
    ['texts', PATH, { purchase: ['a'] }, "Field 'purchase' must be an array of objects"],
    ['arrays', PATH, { purchase: [item, []] }, "Field 'purchase' must be an array of objects"],
    ['nothing', PATH, { purchase: [] }, "Field 'purchase' must not be empty"],
    [
      'too much',
      PATH,
      { purchase: Array(5).fill(item) },
      "Field 'purchase' must not hold more than 4 items",
    ],
    [
      'no datetime',
      PATH,
      { purchase: [item, { purchase: 1 }] },
      bad(1, 'is missing required field: datetime'),
    ],
    ['no label', PATH, { purchase: [{ ...item, datetime: '2026-11-23T20:00' }] }, bad(0, invalid)],
    ['a number for a label', PATH, { purchase: [{ ...item, datetime: 5 }] }, bad(0, invalid)],
    [
      'a label that the clock never shows',
      PATH,
      { purchase: [{ ...item, datetime: '2026-03-29 02:30' }] },
      bad(0, invalid),
    ],
    ['a text for MW', PATH, { purchase: [{ ...item, purchase: '1.5' }] }, bad(0, noNumber)],
    ['no MW', PATH, { purchase: [{ datetime: item.datetime }] }, bad(0, noNumber)],
    [
      'a label twice',
      PATH,
      { purchase: [item, item] },
      bad(1, 'repeats the datetime 2026-11-23 20:00'),
    ],
  ])('the error response names the first problem: %s', async (_what, path, body, error) => {
    const response = await service.call('POST', path, { key, body });
    expect(response).toMatchObject({ status: 400, json: { error } });
  });

  test('the error response names MW that are too large for a number', async () => {
    const body = `{"purchase":[{"datetime":"${item.datetime}","purchase":1e999}]}`;
    const response = await service.call('POST', PATH, { key, body });
    expect(response).toMatchObject({ status: 400, json: { error: bad(0, noNumber) } });
  });

  test('the error response names the bad part of the URL before the body', async () => {
    const response = await service.call('POST', '/api/v0/user//submit-purchase', {
      key,
      body: '{',
    });
    expect(response.json).toEqual({ error: 'Missing required URL parameter: user' });
  });
});

describe('a rejected body', () => {
  test.each(['{', '', '{"purchase":[}', Uint8Array.of(0x22, 0xff, 0x22)])(
    'a body that is no JSON is rejected: %j',
    async (body) => {
      const error =
        body === '' ? 'Missing required field: purchase' : 'Request body is not valid JSON.';
      const response = await service.call('POST', PATH, { key, body });
      expect(response).toMatchObject({ status: 400, json: { error } });
    },
  );

  test('a body with a NUL or half a surrogate pair anywhere is rejected', async () => {
    for (const text of ['\\u0000', '\\ud800', '\\uDC00']) {
      const body = `{"purchase":[{"datetime":"2026-11-23 20:00","purchase":1,"note":["${text}"]}]}`;
      const response = await service.call('POST', PATH, { key, body });
      expect(response.status).toBe(400);
      expect(response.json).toEqual({ error: expect.stringContaining('NUL') });
    }
  });

  test('a compressed body is rejected, because only callbacks may be compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const response = await service.call('POST', PATH, { key, body: '{}', headers });
    expect(response).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported content encoding "gzip" in request.' },
    });
  });

  test('a body of another content type is rejected', async () => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' };
    const response = await service.call('POST', PATH, { key, body: 'x', headers });
    expect(response).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported media type "text/plain;charset=UTF-8" in request.' },
    });
  });

  test('a body that is too large is rejected', async () => {
    const body = JSON.stringify({ purchase: [item], note: 'x'.repeat(1000) });
    const response = await service.call('POST', PATH, { key, body });
    expect(response).toMatchObject({ status: 413, json: { detail: 'Request body is too large.' } });
  });
});

describe('credentials of a submission', () => {
  const missing = 'Authentication credentials were not provided.';

  test.each([
    ['none', undefined, missing],
    ['another scheme', 'Basic YTpi', missing],
    ['no token', 'Bearer ', missing],
    ['two tokens', 'Bearer a b', missing],
    ['an unknown key', 'Bearer sol_abc123_def456', 'Invalid token.'],
    ['no key at all', 'Bearer hello', 'Invalid token.'],
    ['a callback token', 'Bearer cb_99999999999_00', 'Invalid token.'],
  ])('credentials of a submission are rejected: %s', async (_what, authorization, detail) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await service.call('POST', PATH, { body: '{', headers });
    expect(response).toMatchObject({ status: 401, json: { detail } });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('credentials are rejected if a key is revoked, expired, or has another secret', async () => {
    const revoked = await issueKey(service.stores, SOURCE, 'Energía Norte');
    await revokeKey(service.stores, SOURCE, revoked.key.id);
    const expired = await issueKey(service.stores, SOURCE, 'Energía Norte', { lifetimeMs: 0 });
    for (const bad of [revoked.token, expired.token, `${key}x`, key.toUpperCase()]) {
      const response = await service.call('POST', PATH, { key: bad, body: {} });
      expect(response).toMatchObject({ status: 401, json: { detail: 'Invalid token.' } });
    }
  });

  test('credentials are checked before the method', async () => {
    expect(await service.call('DELETE', PATH)).toMatchObject({ status: 401 });
    const response = await service.call('DELETE', PATH, { key });
    expect(response).toMatchObject({
      status: 405,
      json: { detail: 'Method "DELETE" not allowed.' },
    });
    expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('every response', () => {
  test('every response has a request id, the caller’s own if it is valid', async () => {
    const own = await service.call('GET', '/api/v0/nothing');
    expect(own).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const headers = { 'x-request-id': 'order-7:a' };
    const kept = await service.call('GET', '/nothing', { headers });
    expect(kept.headers.get('x-request-id')).toBe('order-7:a');
    const replaced = await service.call('GET', '/nothing', { headers: { 'x-request-id': 'a b' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('every response is JSON, also for a URL that is no percent-encoded UTF-8', async () => {
    const response = await service.call('GET', '/api/v0/strategies/%E0%A4%A', { key });
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ detail: 'The URL is not valid percent-encoded UTF-8.' });
    for (const retailer of ['caf%E9', '%zz', '%ED%A0%80', '%00']) {
      const path = `/api/v0/user/ana/submit-purchase?retailer_id=${retailer}`;
      expect(await service.call('POST', path, { key, body: {} })).toMatchObject({
        status: 400,
        json: response.json,
      });
    }
  });

  test('the response to a request that is no HTTP is JSON too', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n');
    const response = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(response).toMatch(/\r\n\r\n{"detail":"The request is not valid HTTP."}$/);
  });

  test('a response belongs to a request whose key is not logged', () => {
    expect(service.log.length).toBeGreaterThan(10);
    expect(JSON.stringify(service.log)).not.toContain(key.split('_')[2]);
  });
});

describe('a series in a file', () => {
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const send = (body: Buffer | string, query = '', type = 'text/csv', more = {}) => {
    const headers = { 'content-type': type, ...more };
    return service.call('POST', `${PATH}${query}`, { key, body: Buffer.from(body), headers });
  };
  const seriesOf = async (response: TestResponse) => {
    expect(response.status).toBe(201);
    const path = `/api/v0/user/ana/purchase/${idOf(response)}/series`;
    return (await service.call('GET', path, { key })).json;
  };
  const SPANISH = 'Compra de la semana;\r\nFecha y hora;Compra (MW)\r\n23/11/2026 0:15;12,5\r\n';

  test.each([
    ['in Latin-1', Buffer.from(SPANISH, 'latin1')],
    ['in UTF-16', Buffer.from(`\uFEFF${SPANISH}`, 'utf16le')],
    ['with tabs', `\uFEFF${SPANISH.replaceAll(';', '\t')}`],
  ])('a Spanish spreadsheet gives the array of the same JSON submission: %s', async (_, body) => {
    const response = await send(body, '', 'text/csv; charset=whatever');
    expect(await seriesOf(response)).toEqual([{ datetime: '2026-11-23 00:15', purchase: 12.5 }]);
    expect(response.json).toMatchObject({ status: 'pending', rows_uploaded: 1 });
  });

  test('a series may be a workbook of starts in UTC', async () => {
    const body = testWorkbook({
      Compra: [
        ['datetime', 'purchase'],
        [styled(serialOf('2026-10-24 23:00'), TEST_STYLE.datetime), 1.25],
        [styled(serialOf('2026-10-25 00:00'), TEST_STYLE.datetime), 2],
      ],
    });
    expect(await seriesOf(await send(body, '&labels=start&zone=UTC', XLSX))).toEqual([
      { datetime: '2026-10-25 02:00', purchase: 1.25 },
      { datetime: '2026-10-25 02:00', purchase: 2 },
    ]);
  });

  test('a dry run reads a series and does not submit it, with a body for a bad one too', async () => {
    const item = { datetime: '2026-11-23 00:15', purchase: 12.5 };
    expect(await send(SPANISH, '&dry_run=true')).toMatchObject({
      status: 200,
      json: {
        understood: {
          format: 'csv',
          delimiter: ';',
          decimal: ',',
          columns: { datetime: 'Fecha y hora', purchase: 'Compra (MW)' },
          zone: 'Europe/Madrid',
          date_form: 'dmy',
        },
        rows: [item],
        total: 1,
        problems: [],
        delivery: {
          start_utc: '2026-11-22T22:15:00.000Z',
          end_utc: '2026-11-22T23:15:00.000Z',
          step_minutes: 60,
          missing_minutes: 0,
          mwh: '12.500',
          days: [{ date: '2026-11-23', periods: 1 }],
        },
        series: [item],
      },
    });
    expect(await send('fecha;mw\n2026-11-23 00:15;1.250\n', '&dry_run=true')).toMatchObject({
      status: 200,
      json: {
        rows: [],
        total: 1,
        problems: [{ line: 2, column: 'mw', value: '1.250', code: 'ambiguous_number' }],
        delivery: null,
        series: [],
      },
    });
    expect(await send('hello', '&dry_run=true')).toMatchObject({
      status: 200,
      json: { understood: null, problems: [{ code: 'no_header', params: { lines: 50 } }] },
    });
    const json = { purchase: [item] };
    expect(await service.call('POST', `${PATH}&dry_run=true`, { key, body: json })).toMatchObject({
      status: 400,
      json: { error: "Parameter 'dry_run' is for CSV and .xlsx." },
    });
  });

  test('a series is rejected by its first bad cell, and all are named', async () => {
    const response = await send(`${SPANISH}03/13/2026 0:15;1.250\r\n`);
    const [date, number] = [
      'is no date of the form dmy, which line 3 has',
      'could be 1250 or 1.25',
    ];
    expect(response).toMatchObject({
      status: 400,
      json: {
        error: `line 4, column Fecha y hora: ${date}`,
        problems: [
          { line: 4, value: '03/13/2026 0:15', reason: date, example: '23/11/2026 00:15' },
          { line: 4, column: 'Compra (MW)', value: '1.250', reason: number, example: '12,5' },
        ],
      },
    });
  });

  test.each([
    ['no table', 'a;b\n', {}, /^line 1: no line of the first 50 names the columns$/],
    ['too many rows', `fecha;mw\n${'2026-11-23 00:15;1\n'.repeat(5)}`, {}, /more than 4 rows/],
    ['labels of another kind', SPANISH, '&labels=begin', /^Parameter 'labels' must be one of: end/],
    ['a zone of another place', SPANISH, '&zone=Asia/Tokyo', /^Parameter 'zone' must be one of/],
  ])('a file that is no valid series is rejected: %s', async (_, body, query, error) => {
    const response = await send(body, typeof query === 'string' ? query : '');
    expect(response).toMatchObject({ status: 400, json: { error: expect.stringMatching(error) } });
  });

  test('a series is submitted once under a key, and with other parameters it is a conflict', async () => {
    const again = { 'idempotency-key': 'a-file' };
    const first = await send(SPANISH, '', 'text/csv', again);
    expect(await send(SPANISH, '', 'text/csv', again)).toMatchObject({ json: first.json });
    const other = await send(SPANISH, '&labels=start', 'text/csv', again);
    expect(other.status).toBe(409);
  });

  test('the parameters of a file are rejected with JSON, whose labels are period ends in Madrid', async () => {
    const response = await submit([item], `${PATH}&labels=start`);
    const error = "Parameter 'labels' is for CSV and .xlsx.";
    expect(response).toMatchObject({ status: 400, json: { error } });
    expect((await submit([item], `${PATH}&labels=end`)).status).toBe(201);
  });

  test('a series of another type or a compressed one is rejected with 415', async () => {
    expect((await send(SPANISH, '', 'application/vnd.ms-excel')).status).toBe(415);
    expect((await send(SPANISH, '', 'text/csv', { 'content-encoding': 'gzip' })).status).toBe(415);
  });
});
