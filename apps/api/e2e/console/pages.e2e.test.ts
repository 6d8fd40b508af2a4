import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import type { Page } from '@solano/tools/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from '../plant.ts';
import { overflow, violations } from './accessibility.ts';
import { settled, signIn, type Visitor, visit } from './console.ts';
import { DESK, DIALOGS, type Example, openExample, PAGES } from './example.ts';

let opened: Example;
/** When the demonstration was made: its yesterday is the day before. */
let madeAt: Date;
let axe: string;

beforeAll(async () => {
  madeAt = new Date();
  opened = await openExample();
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
});
afterAll(() => opened[Symbol.asyncDispose]());

/** The cards that wait for one before them, though nothing is loading any more. */
const HIDDEN_CARDS = `[...document.querySelectorAll('main .card')]
  .filter((each) => getComputedStyle(each).visibility === 'hidden')
  .map((each) => each.textContent.slice(0, 60))`;

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
    expect(await violations(visitor.page, axe)).toEqual([]);
    await signIn(visitor.page, opened.service.url, opened.key);
  });

  test.each(PAGES)('the page /%s is accessible and fits, 320 px too', async (path) => {
    const { page, errors } = visitor;
    await visit(page, opened.addressOf(path));
    expect(await violations(page, axe)).toEqual([]);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(HIDDEN_CARDS)).toEqual([]);
    await page.setViewportSize({ width: 320, height });
    // Charts follow when they see that there is less room.
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width, height });
    expect(errors).toEqual([]);
  });

  test('the page of a delivered purchase shows the model that was decided for', async () => {
    const { page } = visitor;
    await visit(page, `purchases/ana/${opened.delivered}`);
    const chosen = page.getByRole('radio', { name: /^2 / });
    await expect.poll(() => chosen.isChecked()).toBe(true);
    await page.getByText('MW per session, 2').waitFor();
  });

  test('the list and the page of a purchase show the result of the best constant rule', async () => {
    const { page } = visitor;
    await visit(page, `purchases/ana/${opened.delivered}`);
    const gave =
      /the best constant rule \(.+\) (saved|cost) [\d,]+\.\d\d EUR( more)?, and model 2 Fixed shares (saved|cost) [\d,]+\.\d\d EUR/;
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
    await signIn(page, opened.service.url, opened.key);
  });
  afterAll(() => page.context().close());

  test.each(DIALOGS)(
    'the dialog that /%s opens by "%s" is accessible, and gives the focus back',
    async (path, name) => {
      await visit(page, opened.addressOf(path));
      const button = page.locator('button', { hasText: new RegExp(`^${name}$`) }).first();
      await button.click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page, axe)).toEqual([]);
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
  await signIn(page, opened.service.url, opened.key);
  await visit(page, opened.addressOf(path));
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
  ['consumption', /name them to begin/],
  ['prices', /may not read prices yet.*solano permission grant 'Primera' prices/],
  ['purchases', /name them to begin/],
  ['keys', /does not have the permission.*scope “Keys”, keys/],
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
  await addPlant(opened.service, first, 'Serra');
  await visit(page, 'production');
  await page.reload();
  await page.getByText('Solano has no forecast yet').first().waitFor();
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
  await page.getByRole('row', { name: /^MD / }).waitFor();
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
  // As Chromium names the language of a system that has none.
  await context.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })",
  );
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
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe('DEMO_WIND_NORTH.csv');
  await context.close();
});

test('the desk is loaded again once, where a part of it cannot be loaded', async () => {
  const { page, context } = await opened.visitor();
  await context.addInitScript(DESK);
  await signIn(page, opened.service.url, opened.key);
  await settled(page);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await context.route(/\/assets\/yesterday-.*\.js$/, (route) => route.abort());
  await page.goto(opened.service.url);
  await expect.poll(() => loads).toBe(2);
  await page.locator('main').getByRole('alert').waitFor();
  // Each response says that the service is there.
  await visit(page, 'plants');
  expect(loads).toBe(2);
  await context.close();
});

test('the desk shows yesterday’s deviation, whose figures lead to the page of deviations', async () => {
  const { page, context } = await opened.visitor();
  await context.clock.setFixedTime(madeAt);
  await context.addInitScript(DESK);
  await signIn(page, opened.service.url, opened.key);
  await page.getByRole('img', { name: /^Over day-ahead, by day\. / }).waitFor();
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
