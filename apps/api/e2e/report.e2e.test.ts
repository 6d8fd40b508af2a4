import { SOURCE } from '@solano/domain/contracts';
import { quartersOfDate } from '@solano/domain/kernel';
import { issueKey } from '@solano/domain/service';
import { readWorkbook } from '@solano/spreadsheet';
import { openBrowser } from '@solano/tools/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

const DAY = '2026-03-10';
const BASE = '/api/v0/user/ana/report';
const REPORT = `${BASE}?retailer_id=acme&month=2026-03`;
/** Pixels of 210 mm without the margins of 12 mm. */
const A4_WIDTH = Math.floor((186 / 25.4) * 96);
const CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

let service: TestService;
let key: string;

/** Ten hours of 2 MW are bought at 60 EUR/MWh, day-ahead at 65, and 2.5 MW are consumed; a MWh short costs 90. */
beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  const ends = quartersOfDate(DAY);
  const flat = (euros: number) => ends.map(() => euros * 1000);
  const { prices, imbalance } = service.stores;
  await prices.putRealised([
    {
      market: 'md_pdbc_spain',
      date: DAY,
      stepMinutes: 15,
      ends,
      prices: flat(65),
      source: 'omie',
      version: 1,
    },
  ]);
  const known = { settlement: 'C2', source: 'csv', knownAt: new Date() } as const;
  await imbalance.revise([DAY], () => [
    { date: DAY, stepMinutes: 15, short: flat(90), long: flat(40), ...known },
  ]);
  const hours = Array.from({ length: 10 }, (_, hour) => {
    const [start_time_utc, end_time_utc] = [hour, hour + 1].map((each) =>
      new Date(Date.UTC(2026, 2, 10, each)).toISOString(),
    );
    return { start_time_utc, end_time_utc };
  });
  const post = async (what: string, body: object) => {
    const path = `/api/v0/user/ana/${what}/?retailer_id=acme`;
    expect(await service.call('POST', path, { key, body })).toMatchObject({ status: 201 });
  };
  const trades = hours.map((each) => ({ ...each, session: 'BIL', mw: 2, price: 60 }));
  await post('trades', { trades });
  await post('consumption', { values: hours.map((each) => ({ ...each, mw: 2.5 })) });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}, as = key) =>
  service.call('GET', path, { key: as, headers });

describe('report of a month', () => {
  test('report has energy, costs, savings and deviation, by day, hour and weekday', async () => {
    const { status, json } = await get(REPORT);
    expect(status).toBe(200);
    const figures = {
      bought_mwh: '20.000',
      measured_mwh: '25.000',
      short_mwh: '5.000',
      long_mwh: '0.000',
      // 20 × 60.25, 5 × 90, 5 × 25
      market_cost: '1205.00',
      deviation_cost: '450.00',
      cost_over_day_ahead: '125.00',
      // 20 × 65.25; no session has had a spread, so that the rule buys the same
      day_ahead_only_cost: '1305.00',
      saved_against_day_ahead: '100.00',
      rule_cost: '1305.00',
      saved_against_rule: '100.00',
      rule_not_bought_mwh: '0.000',
    };
    expect(json).toMatchObject({
      user: 'ana',
      retailer_id: 'acme',
      month: '2026-03',
      periods: 40,
      sessions: [{ session: 'BIL', rests_on: 'executed', bought_mwh: '20.000', cost: '1205.00' }],
      total: figures,
      causes: { volume_short: '125.00', volume_long: '0.00', market_choice: '-95.00' },
      days: [{ day: DAY, ...figures }],
      weekdays: [{ weekday: 2, ...figures }],
    });
    const { hours, missing } = json as { hours: object[]; missing: object[] };
    expect(hours).toHaveLength(10);
    expect(hours[0]).toMatchObject({ hour: 1, bought_mwh: '2.000', deviation_cost: '45.00' });
    expect(missing[0]).toEqual({
      from: '2026-02-28T23:00:00Z',
      to: '2026-03-10T00:00:00Z',
      what: 'measurement',
    });
  });

  test('report as html is a file that runs nothing, in the requested language', async () => {
    const { status, headers, text } = await get(`${REPORT}&format=html&lang=es`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(CSP);
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-2026-03.html"');
    expect(headers.get('content-language')).toBe('es');
    expect(headers.get('vary') ?? '').not.toContain('Accept-Language');
    expect(text).toContain('<h1>Informe de marzo de 2026</h1>');
    expect(text).toContain('1.205,00');
  });

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.5', 'pt'],
    ['de, es-ES;q=0.8, en;q=0.7', 'es'],
    ['de', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
  ])('report without a language goes by Accept-Language: %s is %s', async (accepted, language) => {
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const response = await get(`${REPORT}&format=html`, headers);
    expect(response.text).toContain(`<html lang="${language}">`);
    expect(response.headers.get('vary')).toContain('Accept-Language');
  });

  test('report as html escapes the names that its address has', async () => {
    const name = encodeURIComponent('<script>alert(1)</script>');
    const path = `/api/v0/user/${name}/report?retailer_id=${name}&month=2026-03&format=html`;
    const { text } = await get(path);
    expect(text).not.toContain('<script');
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  });

  test('report as xlsx has a sheet for each table, whose texts are no formulas', async () => {
    const path = '/api/v0/user/%3D1%2B1/report?retailer_id=%3D2&month=2026-03&format=xlsx&lang=en';
    const [summary] = readWorkbook((await get(path)).bytes);
    expect(JSON.stringify(summary?.rows)).toContain('User: =1+1');
    const { headers, bytes } = await get(`${REPORT}&format=xlsx&lang=en`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-2026-03.xlsx"');
    const sheets = readWorkbook(bytes);
    expect(sheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Cost by session',
      'Causes',
      'By day',
      'By hour of the day',
      'By weekday',
      'What is missing',
      'Purchases not decided in time',
    ]);
  });

  test.each([
    ['', 'Missing required query parameter: retailer_id'],
    ['?retailer_id=acme', 'Missing required parameter: month'],
    ['?retailer_id=acme&month=', `Parameter 'month' must be a month such as 2026-11, not ""`],
    [
      '?retailer_id=acme&month=2026-13',
      `Parameter 'month' must be a month such as 2026-11, not "2026-13"`,
    ],
    [
      '?retailer_id=acme&month=2026-11-01',
      `Parameter 'month' must be a month such as 2026-11, not "2026-11-01"`,
    ],
    [
      '?retailer_id=acme&month=9999-01',
      `Parameter 'month' must be a month such as 2026-11, not "9999-01"`,
    ],
    [
      '?retailer_id=acme&month=2026-03&format=pdf',
      'Unsupported format: pdf. Use json, xlsx or html.',
    ],
    [
      '?retailer_id=acme&month=2026-03&lang=de',
      `Parameter 'lang' must be one of: en, es, pt, not "de"`,
    ],
  ])('report names a bad parameter: %s', async (query, error) => {
    expect(await get(`${BASE}${query}`)).toMatchObject({ status: 400, json: { error } });
  });

  test('report needs a key, of the scope of reading or of purchases', async () => {
    expect(await service.call('GET', REPORT)).toMatchObject({ status: 401 });
    for (const [scope, status] of [
      ['read', 200],
      ['purchases', 200],
      ['plants', 403],
    ] as const) {
      const { token } = await issueKey(service.stores, SOURCE, 'Norte', { scopes: [scope] });
      expect([scope, (await get(REPORT, {}, token)).status]).toEqual([scope, status]);
    }
  });

  test('report is its customer’s, user’s and retailer’s alone', async () => {
    const { key: otherKey } = await service.customer('Sur');
    const others = [
      await get(REPORT, {}, otherKey),
      await get('/api/v0/user/eva/report?retailer_id=acme&month=2026-03'),
      await get('/api/v0/user/ana/report?retailer_id=other&month=2026-03'),
    ];
    for (const { json } of others) expect(json).toMatchObject({ periods: 0, days: [] });
  });

  test('report as html loads nothing, and is as wide as A4 where it is printed', async () => {
    const { text } = await get(`${REPORT}&format=html&lang=pt`);
    await using browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: A4_WIDTH, height: 1000 } });
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => problems.push(request.url()));
    await page.setContent(text);
    await page.emulateMedia({ media: 'print' });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(A4_WIDTH);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sizes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, size]) => {
      return size?.split(' ').map((points) => Math.round(Number(points)));
    });
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) expect(size).toEqual([0, 0, 595, 842]);
    expect(problems).toEqual([]);
  });
});
