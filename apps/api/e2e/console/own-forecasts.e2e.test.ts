import { text } from 'node:stream/consumers';
import { anEntry } from '@solano/domain/contracts';
import { gridPlace } from '@solano/domain/forecasting';
import type { Customer } from '@solano/domain/service';
import type { Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPlant, PLANT } from '../plant.ts';
import { openConsole, signIn, type TestConsole, type Visitor, visit } from './console.ts';

const HOUR_MS = 3_600_000;
const MICRO = 1_000_000;

let opened: TestConsole;
let demo: Customer;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  opened = await openConsole();
  const customers = await opened.service.stores.customers.list();
  demo = customers.find(({ name }) => name === 'demo') as Customer;
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  visitor = await opened.visitor();
  ({ page } = visitor);
  await signIn(page, opened.service.url, opened.key);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.errors.length > 0) throw new Error(visitor.errors.join('\n'));
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const hourNow = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** Records so many MW in each of some hours, up to now. */
async function measure(series: object, mw: number, hours: number): Promise<void> {
  const microMw = Array.from({ length: hours }, () => mw * MICRO);
  const runs = [{ start: hourNow() - hours * HOUR_MS, step: 60, microMw }] as const;
  const delivery = { customerId: demo.id, deliveredAt: new Date() };
  const delivered = { series: series as { kind: 'production'; plantId: string }, runs };
  await opened.service.stores.measurements.record(delivery, [delivered], anEntry());
}

test('the page of a plant shows what it produced, and Solano’s forecast of its weather with its band', async () => {
  const { service, key } = opened;
  const id = await addPlant(service, key, 'Serra');
  await measure({ kind: 'production', plantId: id }, 7, 48);
  await visit(page, `plants/${id}`);
  await page.getByText('Solano has no forecast yet').waitFor();
  await page.getByRole('img', { name: /Measured: 7\.000 – 7\.000/ }).waitFor();
  const at = hourNow();
  const fields = { wind_speed_100m: new Float64Array(72).fill(8) };
  const run = { source: 'file', issuedAt: at, knownAt: at, start: at, fields };
  await service.stores.weather.record(gridPlace(PLANT), [run], new Date());
  const path = `/api/v0/plants/${id}/forecast?origin=solano`;
  await expect.poll(async () => (await service.call('GET', path, { key })).status).toBe(200);
  await visit(page, `plants/${id}?lead=1`);
  await page.reload();
  await page.getByText(/^Solano’s newest forecast: .*weather: file, /).waitFor();
  const chart = page.getByRole('img', { name: /Solano’s forecast: \d+\.\d{3} – / });
  expect(await chart.getAttribute('aria-label')).toMatch(/Measured: 7\.000 – 7\.000/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const rows = (await text(await (await downloading).createReadStream())).trim().split('\r\n');
  const [titles = [], ...periods] = rows.map((row) => row.split(','));
  const [line = -1, p10 = -1, p90 = -1] = ['', ' p10', ' p90'].map((edge) => {
    return titles.indexOf(`Solano’s forecast${edge} (MW)`);
  });
  const forecast = periods.filter((cells) => cells[line] !== '');
  expect(forecast.length).toBeGreaterThan(0);
  for (const cells of forecast) {
    expect(Number(cells[p10])).toBeLessThan(Number(cells[line]));
    expect(Number(cells[line])).toBeLessThan(Number(cells[p90]));
  }
});

test('the desk buys tomorrow’s forecast once however often it is pressed, and the purchase names it', async () => {
  const series = { kind: 'consumption', user: 'berta', retailer: 'este', group: '' };
  await measure(series, 4, 40 * 24);
  await visit(page, 'desk');
  await page.getByLabel('User').fill('berta');
  await page.getByLabel('Retailer').fill('este');
  await page.keyboard.press('Enter');
  const buy = button('Buy tomorrow’s forecast');
  await buy.click();
  // Of the forecast until it is listed, then of all that is bought.
  const link = page.getByRole('link', {
    name: /^The purchase of the forecast|^There is already 1/,
  });
  await link.waitFor();
  await expect.poll(() => buy.count()).toBe(0);
  const { json } = await opened.service.call('GET', '/api/v0/user/berta/purchases', {
    key: opened.key,
  });
  expect((json as { purchases: unknown[] }).purchases).toHaveLength(1);
  await link.click();
  await page.getByText('completed', { exact: true }).waitFor();
  const fact = page.locator('dt', { hasText: 'Forecast of consumption' }).locator('~ dd').first();
  await expect.poll(() => fact.textContent()).toMatch(/^\w+ \d+ \w+, quantile 50 %, known \d/);
  await page.goBack();
  await page.reload();
  await page.getByRole('link', { name: /^There is already 1 purchase for tomorrow: \d/ }).waitFor();
  await button('Buy the forecast as well').click();
  await page.getByRole('dialog').getByText('it would be').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
