import type { Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openService } from '../service.ts';
import { openConsole, settled, signIn, type TestConsole, type Visitor, visit } from './console.ts';

let opened: TestConsole;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  visitor = await opened.visitor();
  ({ page } = visitor);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.errors.length > 0) throw new Error(visitor.errors.join('\n'));
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name });
const enter = () => signIn(page, opened.service.url, opened.key);

const CELLS = 'Cells: datetime and MW';
/** A session that has ended, as the browser reports the rejections of it. */
const UNKNOWN = /status of 40[13]/;

async function signInAgain(): Promise<void> {
  await page.getByRole('alert').getByText('Your session has ended').waitFor();
  await page.getByLabel('API key').fill(opened.key);
  await page.keyboard.press('Enter');
  await page.getByLabel('API key').waitFor({ state: 'detached' });
}

test('a session that is lost while a purchase is typed returns to it, and so does a reload', async () => {
  visitor.provoke(UNKNOWN);
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel(CELLS).fill('2026-12-24 20:15;1,5');
  await page.getByText(/^1 period/).waitFor();
  await visitor.context.clearCookies();
  await page.getByLabel(CELLS).pressSequentially('0');
  await signInAgain();
  const address = /#\/purchases\/new\?user=ana&retailer_id=acme$/;
  await expect.poll(() => page.url()).toMatch(address);
  expect(await page.getByLabel(CELLS).inputValue()).toBe('2026-12-24 20:15;1,50');
  await visitor.context.clearCookies();
  await page.reload();
  await signInAgain();
  expect(await page.getByLabel(CELLS).inputValue()).toBe('2026-12-24 20:15;1,50');
  await page.getByText(/^1 period/).waitFor();
});

test('another language is loaded with the page as it was, with what was typed, and stays', async () => {
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel(CELLS).fill('2026-12-24 20:15;1,5');
  await page.getByText(/^1 period/).waitFor();
  const language = page.getByLabel(/^(Language|Idioma)$/);
  await language.selectOption('es');
  await heading('Nueva compra').waitFor();
  expect(await page.locator('main textarea').inputValue()).toBe('2026-12-24 20:15;1,5');
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await page.reload();
  await heading('Nueva compra').waitFor();
  await language.selectOption('en');
  await heading('New purchase').waitFor();
});

test('another language is loaded in a browser that keeps no settings', async () => {
  // Without them it has to ask for the session before somebody signs in.
  visitor.provoke(/status of 401/);
  await visitor.context.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
  `);
  await enter();
  await visit(page, 'plants');
  await page.getByLabel('Language').selectOption('pt');
  await heading('Centrais').waitFor();
  expect(page.url()).toMatch(/\?language=pt#\/plants/);
});

test('a session that is lost in a dialog leaves the dialog as it was', async () => {
  visitor.provoke(UNKNOWN);
  await enter();
  await visit(page, 'outages');
  await button('New outage').click();
  await page.getByLabel('Observations').fill('blade repair');
  await visitor.context.clearCookies();
  await button('Save').click();
  await signInAgain();
  expect(await page.getByLabel('Observations').inputValue()).toBe('blade repair');
  await button('Save').click();
  await page.getByText('Saved.').waitFor();
});

test('a tab that has lost its session returns when another tab of the browser signs in', async () => {
  visitor.provoke(UNKNOWN);
  await enter();
  await visit(page, 'plants');
  await visitor.context.clearCookies();
  await visit(page, 'outages');
  await page.getByRole('alert').getByText('Your session has ended').waitFor();
  const other = await visitor.context.newPage();
  await signIn(other, opened.service.url, opened.key);
  await heading('Outages').waitFor();
  await page.getByLabel('API key').waitFor({ state: 'detached' });
});

test('many outages are selected by keyboard, deleted at once, and brought back as they were', async () => {
  const { service, key } = opened;
  const list = async () => {
    const { json } = await service.call('GET', '/api/v0/unavailabilities/', { key });
    return (json as Record<string, unknown>[])
      .map(({ id: _id, created_at: _created, updated_at: _updated, ...fields }) => fields)
      .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  };
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  for (const hours of Array.from({ length: 40 }, (_, index) => index)) {
    const body = {
      plant_id: 'DEMO_WIND_NORTH',
      start_time_utc: at(hours),
      end_time_utc: at(hours + 1),
      available_power_mw: hours / 4,
      availability_type: 'CURTAILMENT',
      observations: `hour ${hours}`,
    };
    expect((await service.call('POST', '/api/v0/unavailabilities/', { key, body })).status).toBe(
      201,
    );
  }
  const before = await list();
  await enter();
  await page.goto(`${service.url}/#/outages?plant=DEMO_WIND_NORTH`);
  await settled(page);
  const table = page.getByRole('region', { name: 'Outages' });
  await table.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Space');
  await page.getByText(/^(\d+) of \1 selected$/).waitFor();
  await button('Delete selected').click();
  await page.getByText(/^\d+ deleted\./).waitFor();
  expect((await list()).length).toBeLessThanOrEqual(before.length - 40);
  await button('Undo').click();
  await page.getByText(/^\d+ are there again, with the same values/).waitFor();
  expect(await list()).toEqual(before);
  await button('Undo').waitFor({ state: 'detached' });
});

test('a page stays with its time while the service is stopped, and continues by itself', async () => {
  visitor.provoke(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await enter();
  await visit(page, 'plants');
  const { service } = opened;
  await service.stop();
  await button('New plant').click();
  await page.getByLabel('Name', { exact: true }).fill('Muxía');
  await page.getByLabel('Installed MW').fill('30');
  await page.getByLabel('Nominal MW').fill('30');
  await page.getByLabel('Latitude').fill('43,1');
  await page.getByLabel('Longitude').fill('-9,1');
  await button('Save').click();
  await page.getByText(/The service does not answer\. What you see is as of \d\d:\d\d/).waitFor();
  await page.getByText('There is no connection to the service').waitFor();
  expect(await page.getByRole('link', { name: 'DEMO_WIND_NORTH' }).count()).toBe(1);
  await using _again = await openService({
    SOLANO_DEMO: 'on',
    PORT: new URL(service.url).port,
    DATABASE_URL: service.databaseUrl,
    SOLANO_DATA: service.folder,
  });
  await page.getByText('The service does not answer').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Muxía');
  await button('Save').click();
  await heading('Muxía').waitFor();
});
