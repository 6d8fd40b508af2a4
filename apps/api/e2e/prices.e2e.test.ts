import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import { MARKETS, type Market, parseMilli } from '@solano/domain/market';
import { setPermission } from '@solano/domain/service';
import { postgresStores } from '@solano/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, openService, type TestService } from './service.ts';

const MD = 'md_pdbc_spain';
const PATH = `/api/v0/prices/spain/${MD}`;
const GENERATED = new Date('2026-11-21T08:00:00Z');
const LAST_MODIFIED = 'Sat, 21 Nov 2026 08:00:00 GMT';

let service: TestService;
let key: string;
let anonymousKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: anonymousKey } = await service.customer('Sur'));
  await setPermission(service.stores, SOURCE, 'Norte', 'prices', true);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Stores a prediction of the quarter hours of a day, priced by their place. */
async function put(market: Market, date: string, generatedAt: Date, price = (i: number) => `${i}`) {
  const ends = quartersOfDate(date);
  const prices = ends.map((_, i) => parseMilli(price(i)) as number);
  const made = { generatedAt, origin: 'imported', inputsUntil: null } as const;
  const prediction = { market, ...made, stepMinutes: 15, ends, prices };
  await service.stores.prices.putPredictions([prediction]);
}

const get = (path = PATH, headers: Record<string, string> = {}, method = 'GET') => {
  return service.call(method, path, { key, headers });
};

describe('an empty store of predictions', () => {
  const NONE = 'No price prediction available yet.';
  test('a prediction is not found before one is stored', async () => {
    expect(await get()).toMatchObject({ status: 404, json: { detail: NONE } });
    expect((await get()).headers.has('last-modified')).toBe(false);
  });

  test('a bad query and an unacceptable Accept header are rejected first', async () => {
    expect((await get(`${PATH}?day=1`)).status).toBe(400);
    expect((await get(PATH, { accept: 'text/html' })).status).toBe(406);
  });
});

describe('the order of checks', () => {
  const NO_KEY = 'Authentication credentials were not provided.';
  const NOT_ALLOWED = 'You do not have permission to perform this action.';
  const NO_UTF8 = 'The URL is not valid percent-encoded UTF-8.';
  const bad = '/api/v0/prices/portugal/nothing?a=1&format=xml';
  test.each<[string, string, Call, number, string]>([
    ['no key', bad, {}, 401, NO_KEY],
    ['an unknown key', bad, { key: 'sol_aaaaaaaaaaaa_b' }, 401, 'Invalid token.'],
    ['no permission', bad, {}, 403, NOT_ALLOWED],
    ['an unknown region', bad, {}, 404, 'Not found.'],
    ['an unknown market', '/api/v0/prices/spain/md_pdbc_portugal?a=1', {}, 404, 'Not found.'],
    ['unknown parameters', `${PATH}?b=1&a&format=xml`, {}, 400, 'Unknown query parameters: b, a.'],
    ['one of them', `${PATH}?Format=csv`, {}, 400, 'Unknown query parameters: Format.'],
    ['their order', `${PATH}?x=1&2=1&1=1&x=2`, {}, 400, 'Unknown query parameters: x, 2, 1.'],
    [
      'the format',
      `${PATH}?format=xml`,
      { headers: { accept: 'text/html' } },
      400,
      'Unsupported format: xml. Use json or csv.',
    ],
    ['what is no UTF-8', `${PATH}?%ff=1`, {}, 400, NO_UTF8],
    ['half an escape', `${PATH}?format=json&a=%`, {}, 400, NO_UTF8],
    ['an empty format', `${PATH}?format=`, {}, 400, 'Unsupported format: . Use json or csv.'],
    ['its case', `${PATH}?format=CSV`, {}, 400, 'Unsupported format: CSV. Use json or csv.'],
    [
      'a repeated format',
      `${PATH}?format=json&format=csv`,
      {},
      400,
      'Unsupported format: json, csv. Use json or csv.',
    ],
    [
      'the Accept header',
      PATH,
      { headers: { accept: 'text/html' } },
      406,
      'Could not satisfy the request Accept header.',
    ],
  ])(
    'the first fault in the order of checks is reported: %s',
    async (what, path, call, status, detail) => {
      const keys: Record<number, string> = { 403: anonymousKey };
      const own = status === 401 ? {} : { key: keys[status] ?? key };
      const response = await service.call('GET', path, { ...own, ...call });
      expect([what, response.status, response.json]).toEqual([what, status, { detail }]);
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    },
  );

  test.each([PATH, `${PATH}/`])(
    'a customer without permission is told in a link whom to ask: %s',
    async (path) => {
      const response = await service.call('GET', path, { key: anonymousKey });
      expect([response.status, response.text]).toEqual([
        403,
        JSON.stringify({ detail: NOT_ALLOWED }),
      ]);
      const [, target = '', title] =
        /^<(.+)>; rel="help"; title="(.+)"$/.exec(response.headers.get('link') ?? '') ?? [];
      const page = `${service.url}/docs/guide/remedies.html#a-key-may-not-do-that`;
      expect(new URL(target, service.url + path).href).toBe(page);
      expect(title).toBe(
        'The operator of the service grants the permission prices: solano permission grant <customer> prices',
      );
      expect((await service.call('GET', path, { key })).headers.has('link')).toBe(false);
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the method %s is rejected', async (method) => {
    const response = await get(PATH, {}, method);
    expect(response.status).toBe(405);
    expect(response.json).toEqual({ detail: `Method "${method}" not allowed.` });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

test('synthetic prices are readable by their customer alone', async () => {
  const { key: demoKey, customer } = await service.customer('demo');
  await setPermission(service.stores, SOURCE, 'demo', 'prices', true);
  const synthetic = service.stores.prices.seenBy(customer.id);
  const made = { generatedAt: GENERATED, origin: 'live', inputsUntil: null } as const;
  const series = { stepMinutes: 60, ends: [Date.parse('2026-11-22T11:00Z')], prices: [7_000] };
  await synthetic.putPredictions([{ market: 'mid_pibc02_spain', ...made, ...series }]);
  const path = '/api/v0/prices/spain/mid_pibc02_spain';
  const rows = [{ datetime: '2026-11-22 12:00', price: '7.000' }];
  for (let i = 0; i < 2; i += 1) {
    expect((await service.call('GET', path, { key: demoKey })).json).toEqual(rows);
    expect((await get(path)).status).toBe(404);
  }
  await put('mid_pibc02_spain', '2026-11-22', new Date(GENERATED.getTime() + 1));
  expect((await get(path)).json).toHaveLength(96);
  expect((await service.call('GET', path, { key: demoKey })).json).toHaveLength(96);
});

describe('a prediction', () => {
  beforeAll(() => put(MD, '2026-11-22', GENERATED, (i) => (i === 0 ? '-1.5' : `${i}.25`)));

  const first = [
    { datetime: '2026-11-22 00:15', price: '-1.500' },
    { datetime: '2026-11-22 00:30', price: '1.250' },
  ];

  test('a prediction is read by the client', async () => {
    const { data, response } = await service.client(key).GET('/api/v0/prices/{region}/{market}', {
      params: { path: { region: 'spain', market: MD } },
    });
    expect(response.headers.get('last-modified')).toBe(LAST_MODIFIED);
    expect(data?.slice(0, 2)).toEqual(first);
  });

  test.each([PATH, `${PATH}/`, `${PATH}?format=json`])(
    'a prediction is JSON at %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('last-modified')).toBe(LAST_MODIFIED);
      const rows = response.json as object[];
      expect(rows).toHaveLength(96);
      expect(rows.slice(0, 2)).toEqual(first);
      expect(rows.at(-1)).toEqual({ datetime: '2026-11-23 00:00', price: '95.250' });
    },
  );

  test('a prediction is a CSV file, by the parameter or the Accept header', async () => {
    const responses = await Promise.all([
      get(`${PATH}?format=csv`),
      get(PATH, { accept: 'text/csv' }),
      get(`${PATH}?format=csv`, { accept: 'application/json' }),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${MD}.csv"`);
      expect(response.headers.get('last-modified')).toBe(LAST_MODIFIED);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(response.text.split('\n').slice(0, 3)).toEqual([
        'datetime;price',
        '2026-11-22 00:15;-1.500',
        '2026-11-22 00:30;1.250',
      ]);
      expect(response.text.endsWith('2026-11-23 00:00;95.250\n')).toBe(true);
    }
  });

  test('a prediction is JSON if the parameter says so and the caller accepts CSV only', async () => {
    const response = await get(`${PATH}?format=json`, { accept: 'text/csv' });
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  test('a prediction has the same headers for HEAD as for GET, without the body', async () => {
    const [head, full] = await Promise.all([get(PATH, {}, 'HEAD'), get()]);
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified']) {
      expect(head.headers.get(name)).toBe(full.headers.get(name));
    }
  });

  test('a prediction has an ETag for each format, which wins over If-Modified-Since', async () => {
    const [json, csv] = await Promise.all([get(), get(`${PATH}?format=csv`)]);
    const [tag, other] = [json, csv].map(({ headers }) => headers.get('etag') ?? '');
    expect(tag).not.toBe(other);
    expect((await get(PATH, { 'if-none-match': `"x", ${tag}` })).status).toBe(304);
    // The tag is weak, because the body may be compressed; its strong form matches too.
    expect(tag).toMatch(/^W\//);
    expect((await get(PATH, { 'if-none-match': tag?.slice(2) ?? '' })).status).toBe(304);
    expect((await get(PATH, { 'if-none-match': '*' })).status).toBe(304);
    const both = { 'if-none-match': other as string, 'if-modified-since': LAST_MODIFIED };
    expect((await get(PATH, both)).status).toBe(200);
  });

  test.each([400, 406])('a %d has the generation time of the prediction too', async (status) => {
    const response = await (status === 400
      ? get(`${PATH}?a=1`)
      : get(PATH, { accept: 'application/xml' }));
    expect(response.status).toBe(status);
    expect(response.headers.get('last-modified')).toBe(LAST_MODIFIED);
  });

  test('a method that is rejected has the generation time of the prediction too', async () => {
    const response = await get(PATH, {}, 'DELETE');
    expect(response.status).toBe(405);
    expect(response.headers.get('last-modified')).toBe(LAST_MODIFIED);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([
    ['GET', 403],
    ['POST', 405],
  ])(
    'a client that may not read a prediction does not see its generation time by %s',
    async (method, status) => {
      const response = await service.call(method, PATH, { key: anonymousKey });
      expect(response.status).toBe(status);
      expect(response.headers.has('last-modified')).toBe(false);
    },
  );
});

describe('several predictions', () => {
  const market = 'mid_pibc02_spain';
  const path = `/api/v0/prices/spain/${market}`;
  const later = new Date('2026-11-21T12:00:00Z');

  test('the prediction that was generated last is returned, whenever it was put', async () => {
    await put(market, '2026-11-23', later, () => '2');
    await put(market, '2026-11-24', GENERATED, () => '1');
    const response = await get(path);
    expect(response.headers.get('last-modified')).toBe(later.toUTCString());
    expect((response.json as { datetime: string; price: string }[])[0]).toEqual({
      datetime: '2026-11-23 00:15',
      price: '2.000',
    });
  });

  test('a prediction that is put again for the same time replaces it, and has another tag', async () => {
    const before = (await get(path)).headers.get('etag');
    await put(market, '2026-11-23', later, () => '3');
    const response = await get(path, { 'if-none-match': before ?? '' });
    expect(response.status).toBe(200);
    expect((response.json as { price: string }[])[0]?.price).toBe('3.000');
  });

  test('each market has its own prediction', async () => {
    await put('mid_pibc03_spain', '2026-11-22', new Date('2026-11-20T01:02:03Z'));
    const responses = await Promise.all(
      MARKETS.map(async (name) => [name, await get(`/api/v0/prices/spain/${name}`)] as const),
    );
    const times = responses.map(([name, { headers }]) => [name, headers.get('last-modified')]);
    expect(Object.fromEntries(times)).toEqual({
      md_pdbc_spain: LAST_MODIFIED,
      mid_pibc01_spain: null,
      mid_pibc02_spain: later.toUTCString(),
      mid_pibc03_spain: 'Fri, 20 Nov 2026 01:02:03 GMT',
    });
  });
});

describe('the days of a clock change', () => {
  const market = 'mid_pibc01_spain';
  const path = `/api/v0/prices/spain/${market}?format=csv`;
  const around = (text: string, from: string, to: string) => {
    const lines = text.split('\n').map((line) => line.split(' ')[1] ?? '');
    return lines.filter((line) => line >= from && line < to);
  };

  test('autumn has the repeated hour twice, in order', async () => {
    await put(market, '2025-10-26', new Date('2025-10-25T08:00:00Z'));
    const { text } = await get(path);
    expect(text.trim().split('\n')).toHaveLength(101);
    expect(around(text, '01:45', '03:15')).toEqual([
      '01:45;6.000',
      '02:00;7.000',
      '02:15;8.000',
      '02:30;9.000',
      '02:45;10.000',
      '02:00;11.000',
      '02:15;12.000',
      '02:30;13.000',
      '02:45;14.000',
      '03:00;15.000',
    ]);
  });

  test('spring leaves out the skipped hour', async () => {
    await put(market, '2026-03-29', new Date('2026-03-28T08:00:00Z'));
    const { text } = await get(path);
    expect(text.trim().split('\n')).toHaveLength(93);
    expect(around(text, '01:45', '03:30')).toEqual(['01:45;6.000', '03:00;7.000', '03:15;8.000']);
  });
});

test('prices of two APIs are never older than what a third process has put', async () => {
  await using other = await openService({ DATABASE_URL: service.databaseUrl });
  // These do not wait until the APIs have heard of a change.
  const { prices } = postgresStores(service.database);
  const ends = quartersOfDate('2026-11-23');
  for (let minute = 1; minute <= 40; minute += 1) {
    const generatedAt = new Date(GENERATED.getTime() + minute * 60_000);
    const made = { generatedAt, origin: 'imported', inputsUntil: null, stepMinutes: 15 } as const;
    await prices.putPredictions([{ market: MD, ...made, ends, prices: ends.map(() => minute) }]);
    for (const api of [service, other]) {
      const { headers } = await api.call('GET', PATH, { key });
      expect(headers.get('last-modified')).toBe(generatedAt.toUTCString());
    }
  }
});
