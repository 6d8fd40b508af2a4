import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SOURCE } from '@solano/domain/contracts';
import { dateAfter, dateAt, QUARTER_MS, quartersOfDate } from '@solano/domain/kernel';
import { issueKey, SCOPES } from '@solano/domain/service';
import type { Page } from '@solano/tools/test-browser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendFile } from '../measurements.ts';
import { openConsole, signIn, type TestConsole, type Visitor, visit } from './console.ts';

const PAGES = [
  '',
  'plants',
  'plants/PLANT',
  'outages',
  'forecasts',
  'production',
  'consumption',
  'prices',
  'purchases',
  'purchases/new',
  'purchases/ana/PURCHASE',
  'purchases/ana/DELIVERED',
  'deviation',
  'strategies',
  'keys',
  'service',
];

/** The text of an outage in the calendar: its MW. */
const OUTAGE = '3.25';

const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['plants', 'New plant'],
  ['plants', 'Import'],
  ['plants/PLANT', 'Change'],
  ['plants/PLANT', 'Delete'],
  ['outages', 'New outage'],
  ['outages', 'Upload a file'],
  ['outages', OUTAGE],
  ['production', 'Upload production'],
  ['production', 'Take back'],
  ['consumption', 'Upload consumption'],
  ['keys', 'Issue a key'],
  ['keys', 'Rotate'],
  ['keys', 'Revoke'],
  ['keys', 'New webhook'],
  ['keys', 'Deliveries'],
  ['keys', 'Change'],
  ['keys', 'New secret'],
  ['keys', 'Delete'],
];

const DAY_AFTER_TOMORROW = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)} 20:00`;

/** The user and retailer of the page, which it stores itself. */
const DESK = `
  localStorage.setItem('solano.user', 'ana');
  localStorage.setItem('solano.retailer', 'acme');
`;

let opened: TestConsole;
/** When the demonstration was made: its yesterday is the day before. */
let madeAt: Date;
let axe: string;
/** A key that may see every page. */
let key: string;
let delivered: string;
/** Placeholders of ids in addresses. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  madeAt = new Date();
  opened = await openConsole();
  const { stores, call } = opened.service;
  key = (await issueKey(stores, SOURCE, 'demo', { scopes: SCOPES })).token;
  const plants = await call('GET', '/api/v0/plants/', { key });
  const purchase = [{ datetime: DAY_AFTER_TOMORROW, purchase: 1 }];
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
  const submitted = await call('POST', path, { key, body: { purchase } });
  delivered = await deliveredPurchase();
  const [plant] = plants.json as { id: string; name: string }[];
  const outage = {
    plant_id: plant?.name,
    start_time_utc: new Date().toISOString(),
    end_time_utc: new Date(Date.now() + 86_400_000).toISOString(),
    available_power_mw: Number(OUTAGE),
    availability_type: 'OTHER',
  };
  await call('POST', '/api/v0/unavailabilities/', { key, body: outage });
  await measure(plant?.name ?? '');
  await settle();
  const webhook = { url: 'http://127.0.0.1:1/', events: ['purchase.completed'] };
  await call('POST', '/api/v0/webhooks', { key, body: webhook });
  ids = {
    PLANT: plant?.id ?? '',
    PURCHASE: (submitted.json as { id: string }).id,
    DELIVERED: delivered,
  };
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
});
afterAll(() => opened[Symbol.asyncDispose]());

/** Uploads an hour of yesterday's production, and of consumption in two groups. */
async function measure(plant: string): Promise<void> {
  const { service } = opened;
  const yesterday = dateAfter(dateAt(Date.now()), -1);
  const fields = { zone: 'Europe/Madrid' };
  const production = `Planta;Fecha y hora;MW\n${plant};${yesterday} 12:00;12,5\n`;
  const consumption = `Fecha y hora;2.0TD (MW);3.0TD (MW)\n${yesterday} 12:00;1,5;20,25\n`;
  const portfolio = '/api/v0/user/ana/consumption/files?retailer_id=acme';
  for (const [path, content] of [
    ['/api/v0/production/files', production],
    [portfolio, consumption],
  ] as const)
    expect((await sendFile(service, path, { content, fields }, key)).status).toBe(201);
}

/** Executed trades of yesterday, too much and too little by turns, and its prices of deviations. */
async function settle(): Promise<void> {
  const { stores, call } = opened.service;
  const date = dateAfter(dateAt(Date.now()), -1);
  const ends = quartersOfDate(date);
  const price = { short: ends.map(() => 80_000), long: ends.map(() => 20_000) };
  const settlement = { date, stepMinutes: 15, settlement: 'C1', source: 'csv' } as const;
  await stores.imbalance.revise([date], () => [{ ...settlement, ...price, knownAt: new Date() }]);
  const trades = ends.map((end, i) => ({
    session: 'MD',
    start_time_utc: new Date(end - QUARTER_MS).toISOString(),
    end_time_utc: new Date(end).toISOString(),
    mw: i % 2 === 0 ? 5 : 50,
    price: 50,
  }));
  const path = '/api/v0/user/ana/trades/?retailer_id=acme';
  expect((await call('POST', path, { key, body: { trades } })).status).toBe(201);
}

/** A purchase of large amounts, whose delivery is past, decided for a model that is not the best. */
async function deliveredPurchase(): Promise<string> {
  const { call } = opened.service;
  const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  const purchase = Array.from({ length: 23 }, (_, hour) => {
    return { datetime: `${day} ${String(hour + 1).padStart(2, '0')}:00`, purchase: 1234.5 };
  });
  await call('PUT', '/api/v0/strategies/ana/settings?idretailer=acme', {
    key,
    body: [{ idmodel: 6, enabled: true }],
  });
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
  const { id } = (await call('POST', path, { key, body: { purchase } })).json as { id: string };
  const own = `/api/v0/user/ana/purchase/${id}`;
  const realised = async () => {
    const { json } = await call('GET', `${own}/evaluation`, { key });
    return (json as { models?: { realised: unknown }[] }).models?.every((each) => each.realised);
  };
  await vi.waitUntil(realised, { timeout: 4 * 60_000 });
  await call('POST', `${own}/decision`, { key, body: { idmodel: 2 } });
  return id;
}

function addressOf(path: string): string {
  return path.replace(/[A-Z]+$/, (name) => ids[name] ?? name);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Returns the findings of axe on the page, by WCAG 2.2 AA and best practices. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

/** Returns the tables that are wider than their container: their last columns are cut off. */
function cutTables(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.table-scroll')].flatMap((place) => {
    const right = place.getBoundingClientRect().right;
    const cells = [...place.querySelectorAll('th, td')].filter((cell) => cell.offsetWidth > 0);
    const isCut = cells.some((cell) => cell.getBoundingClientRect().right > right + 1);
    return isCut ? [place.getAttribute('aria-label')] : [];
  })`);
}

const WIDTHS = [360, 768, 1024, 1280, 1600, 2560];

describe.each([
  ['on a desk, light', { width: 1300 }],
  ['on a phone, dark', { width: 390, isDark: true }],
])('the console %s', (_name, options) => {
  let visitor: Visitor;

  beforeAll(async () => {
    visitor = await opened.visitor(options);
    await visitor.context.addInitScript(DESK);
    await visitor.page.goto(opened.service.url);
    await visitor.page.getByLabel('API key').waitFor();
  });
  afterAll(() => visitor.context.close());

  test('a user signs in on an accessible page', async () => {
    expect(await violations(visitor.page)).toEqual([]);
    await signIn(visitor.page, opened.service.url, key);
  });

  test.each(PAGES)('the page /%s is accessible and fits, 320 px too', async (path) => {
    const { page, errors } = visitor;
    await visit(page, addressOf(path));
    expect(await violations(page)).toEqual([]);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 320, height });
    // Charts follow when they see that there is less room.
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width, height });
    expect(errors).toEqual([]);
  });

  test.each(PAGES)('the tables on /%s are not cut, from 360 to 2560 px', async (path) => {
    const { page } = visitor;
    await visit(page, addressOf(path));
    const { width: usual = 0, height = 0 } = page.viewportSize() ?? {};
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => cutTables(page), { message: `${width} px` }).toEqual([]);
      // Where a page changes to two columns, its charts shrink once they see their new room.
      await expect.poll(() => overflow(page), { message: `${width} px` }).toBe(0);
    }
    await page.setViewportSize({ width: usual, height });
  });

  test('the page of a delivered purchase shows the model that was decided for', async () => {
    const { page } = visitor;
    await visit(page, `purchases/ana/${delivered}`);
    const chosen = page.getByRole('radio', { name: /^2 / });
    await expect.poll(() => chosen.isChecked()).toBe(true);
    await page.getByText('MW per session, 2').waitFor();
  });

  test('the list and the page of a purchase show the result of the best constant rule', async () => {
    const { page } = visitor;
    await visit(page, `purchases/ana/${delivered}`);
    const gave =
      /the best constant rule \(.+\) saved -?[\d,]+\.\d\d EUR, and model 2 LADDER -?[\d,]+\.\d\d EUR/;
    await page.getByText(gave).waitFor();
    await page.getByRole('button', { name: 'All models' }).click();
    expect(await page.getByText('best constant rule', { exact: true }).count()).toBe(1);
    await visit(page, 'purchases');
    await page
      .getByText(/^best realised: /)
      .first()
      .waitFor();
    await page
      .getByText(/^Constant: /)
      .first()
      .waitFor();
  });

  test('the console requests nothing from another host', () => {
    const hosts = new Set(visitor.requests.map((url) => new URL(url).origin));
    expect([...hosts]).toEqual([opened.service.url]);
  });
});

describe('a dialog', () => {
  let page: Page;

  beforeAll(async () => {
    const visitor = await opened.visitor({ width: 390, isDark: true });
    await visitor.context.addInitScript(DESK);
    ({ page } = visitor);
    await signIn(page, opened.service.url, key);
  });
  afterAll(() => page.context().close());

  test.each(DIALOGS)(
    'the dialog that /%s opens by "%s" is accessible, and gives the focus back',
    async (path, name) => {
      await visit(page, addressOf(path));
      const button = page.locator('button', { hasText: new RegExp(`^${name}$`) }).first();
      await button.click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.locator(':focus').textContent()).toBe(name);
    },
  );
});

test.each([
  'outages',
  'forecasts',
  'production',
  'consumption',
  'prices',
  'purchases/ana/PURCHASE',
])('the files that /%s offers exist', async (path) => {
  const { page, context } = await opened.visitor();
  await context.addInitScript(DESK);
  await signIn(page, opened.service.url, key);
  await visit(page, addressOf(path));
  await page.locator('a[download]').first().waitFor();
  const files = await page.locator('a[download]').evaluateAll((links) => {
    return links.map((link) => (link as unknown as { readonly href: string }).href);
  });
  for (const file of files)
    expect([file, (await context.request.get(file)).status()]).toEqual([file, 200]);
  await context.close();
});

/** Pages of a user without plants, forecasts or permissions. */
const FIRST_STEPS: readonly (readonly [path: string, text: RegExp])[] = [
  ['', /There are no plants yet/],
  ['plants', /Create the first one, or import a list/],
  ['outages', /create a plant first/],
  ['forecasts', /appear when files for your plants arrive/],
  ['production', /create a plant first/],
  ['consumption', /Nothing is measured in these days/],
  ['prices', /may not read prices yet.*solano permission grant 'Primera' prices/],
  ['purchases', /Paste a series from your spreadsheet/],
  ['keys', /does not have the permission.*scope keys/],
];

test('an empty page says what to do first, and a page that is not permitted says whom to ask', async () => {
  const { page, context, errors } = await opened.visitor();
  await context.addInitScript(DESK);
  const { key: first } = await opened.service.customer('Primera');
  await signIn(page, opened.service.url, first);
  for (const [path, text] of FIRST_STEPS) {
    await visit(page, path);
    await page.getByText(text).first().waitFor();
  }
  expect(await page.getByRole('link', { name: 'Service' }).count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('the prices page shows freshness to an operator whose key may not read prices', async () => {
  const { page, context } = await opened.visitor();
  const { stores, url } = opened.service;
  const scopes = ['read', 'operator'] as const;
  const { token } = await issueKey(stores, SOURCE, 'demo', { scopes });
  await signIn(page, url, token);
  await visit(page, 'service');
  await page.getByRole('row', { name: /md_pdbc_spain/ }).waitFor();
  await page.getByText('None are made.').waitFor();
  await context.close();
});

test('the console is served compressed, checked by validators, with scripts and styles from files alone', async () => {
  const { url } = opened.service;
  const page = await fetch(url);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  const tag = page.headers.get('etag') ?? '';
  const again = await fetch(url, {
    // Otherwise fetch adds `Cache-Control: no-cache` to conditional requests.
    headers: { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  const files = [...(await page.text()).matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(
    ([name]) => name,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    for (const encoding of ['gzip', 'br']) {
      const answer = await fetch(`${url}/${file}`, { headers: { 'Accept-Encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
});

test('a plant’s page shows its power as a chart, as a table and as a file', async () => {
  const { page, context } = await opened.visitor({ locale: 'es-ES' });
  await page.goto(opened.service.url);
  await page.getByLabel('Clave de API').fill(opened.key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Mesa' }).waitFor();
  await visit(page, 'plants');
  await page.getByRole('link', { name: 'DEMO_WIND_NORTH' }).click();
  await page.getByRole('heading', { name: 'DEMO_WIND_NORTH' }).waitFor();
  await page.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Tabla' }).click();
  const table = page.getByRole('table', { name: /^Potencia prevista/ });
  await expect.poll(() => table.locator('tbody tr').first().textContent()).toMatch(/\d,\d{3}/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('DEMO_WIND_NORTH.csv');
  await context.close();
});

test('the desk shows yesterday’s deviation, whose figures lead to the page of deviations', async () => {
  const { page, context } = await opened.visitor();
  await context.clock.setFixedTime(madeAt);
  await context.addInitScript(DESK);
  await signIn(page, opened.service.url, key);
  await page.getByRole('img', { name: /^Over day-ahead, by hour of the day/ }).waitFor();
  const short = page.locator('dt', { hasText: 'Short MWh' }).locator('~ dd a');
  const mwh = (await short.textContent()) ?? '';
  expect(Number(mwh)).toBeGreaterThan(0);
  await short.click();
  await page.getByRole('heading', { name: 'Deviation', exact: true }).waitFor();
  await page.getByRole('row', { name: mwh }).waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('hour_of_day');
  const rows = page.getByRole('table', { name: 'Deviation', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await context.close();
});
