import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { anEntry, aPurchase, SOURCE } from '@solano/domain/contracts';
import { issueKey, issueSignInCode, revokeKey } from '@solano/domain/service';
import { writeSpreadsheet } from '@solano/spreadsheet/workbook';
import type { Locator, Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openConsole,
  pick,
  settled,
  signIn,
  type TestConsole,
  type Visitor,
  visit,
} from './console.ts';

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
  // A page that is still loading would be rejected after the end of its session.
  await Promise.all(visitor.context.pages().map((each) => each.close()));
  // A key may sign in twenty times.
  const headers = { 'X-Solano-Console': '1', Origin: opened.service.url };
  await visitor.context.request.delete(`${opened.service.url}/api/v0/session`, { headers });
  await visitor.context.close();
  if (visitor.errors.length > 0) throw new Error(visitor.errors.join('\n'));
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const enter = () => signIn(page, opened.service.url, opened.key);

/** Credentials that the service does not know, as the browser reports their rejections. */
const UNKNOWN = /status of 40[13]/;

describe('the sign-in', () => {
  test('a sign-in link works once, and its code stays in no address', async () => {
    const { url, stores } = opened.service;
    const [demo] = (await stores.customers.list()).filter(({ name }) => name === 'demo');
    const [key] = await stores.keys.list(demo?.id ?? '');
    const code = await issueSignInCode(stores, key?.id ?? '');
    visitor.provoke(UNKNOWN);
    await page.goto(`${url}/#code=${code}`);
    await heading('Desk').waitFor();
    expect(page.url()).not.toContain(code);
    await button('Sign out').click();
    await page.getByText('You are signed out').waitFor();
    await page.goto(`${url}/#code=${code}`);
    await page.getByText('This sign-in link was used already').waitFor();
  });

  test('the sign-in page says that a key is not valid, and stores none in the browser', async () => {
    visitor.provoke(UNKNOWN);
    await page.goto(opened.service.url);
    await page.getByLabel('API key').fill('sol_no_key');
    await page.keyboard.press('Enter');
    await page.getByText('This key is not valid').waitFor();
    await enter();
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(stored).not.toContain(opened.key);
    await button('Sign out').click();
    await page.getByText('You are signed out').waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
  });

  test('the session ends with its key', async () => {
    const { stores } = opened.service;
    visitor.provoke(UNKNOWN);
    const { token, key } = await issueKey(stores, SOURCE, 'demo');
    await signIn(page, opened.service.url, token);
    await revokeKey(stores, SOURCE, key.id);
    await expect
      .poll(async () => {
        await visit(page, 'plants');
        await visit(page, 'outages');
        return page.getByRole('alert').getByText('Your session has ended').count();
      })
      .toBe(1);
  });
});

/** Presses Tab until the focus is on an element, as a user without a pointer does. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error('Tab does not reach it.');
}

/** Drops a file somewhere on the page. */
async function drop(name: string, content: string): Promise<void> {
  await page.evaluate(`
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    document.querySelector('h1').dispatchEvent(new DragEvent('drop', options));
  `);
}

/** A message stays until it is used, and not only for the 8 s in which a user is to see it. */
const MESSAGES_STAY = `
  const start = setTimeout;
  globalThis.setTimeout = (run, ms, ...args) => start(run, ms === 8000 ? 2 ** 31 - 1 : ms, ...args);
`;

test('the user creates an outage, moves it by keyboard and pointer, undoes that, splits and deletes it', async () => {
  await visitor.context.addInitScript(MESSAGES_STAY);
  await enter();
  await visit(page, 'outages');
  await button('New outage').click();
  await pick(page.getByRole('dialog').getByLabel('Plant'), 'DEMO_WIND_ISLAND');
  await page.getByLabel('Available MW').fill('2,5');
  await button('Save').click();
  const bar = button(/^DEMO_WIND_ISLAND, Unavailability/);
  await bar.waitFor();
  const before = await bar.getAttribute('aria-label');
  await bar.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('Moved to').waitFor();
  await expect.poll(() => bar.getAttribute('aria-label')).not.toBe(before);
  await button('Undo').click();
  await expect.poll(() => bar.getAttribute('aria-label')).toBe(before);
  const { x = 0, y = 0, width = 0 } = (await bar.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + width, y + 5, { steps: 3 });
  await page.mouse.up();
  // A day is as wide as its bar.
  await page.getByText('Moved to').waitFor();
  await expect.poll(() => bar.getAttribute('aria-label')).not.toBe(before);
  await button('Undo').click();
  await expect.poll(() => bar.getAttribute('aria-label')).toBe(before);
  await bar.click();
  const dialog = page.getByRole('dialog');
  const start = await dialog.getByLabel('Start').inputValue();
  await dialog.getByLabel('Split at').fill(start.replace('00:00', '09:30'));
  await dialog.getByRole('button', { name: 'Split' }).click();
  await expect.poll(() => bar.count()).toBe(2);
  expect(await bar.last().getAttribute('aria-label')).toContain('09:30 –');
  for (const left of [1, 0]) {
    await bar.first().click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => bar.count()).toBe(left);
  }
});

test('the user sees the bad cells of an outage file, records the corrected one, and undoes it', async () => {
  await enter();
  await visit(page, 'outages');
  const file = (rows: string) => ({
    name: 'paradas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Planta;Inicio;Fin;Potencia disponible (MW)\r\n${rows}`),
  });
  const good = 'DEMO_WIND_NORTH;25/11/2026 08:00;25/11/2026 18:00;12,5\r\n';
  const input = page.getByRole('dialog').locator('input[type=file]');
  const { name, buffer: content } = file(
    `${good}DEMO_WIND_NORTH;26/11/2026 08:00;25/11/2026 18:00;x\r\n`,
  );
  await drop(name, content.toString());
  const bad = page.getByRole('dialog').locator('tr.faulty');
  await expect.poll(() => bad.first().textContent()).toMatch(/^2.*zone/);
  await page.getByRole('dialog').getByLabel('Time zone').selectOption('Europe/Madrid');
  await expect.poll(() => bad.first().textContent()).toMatch(/^3/);
  await input.setInputFiles(file(good));
  await button('Record 1 outage').click();
  const row = page.getByRole('row', { name: /paradas.csv/ });
  await row.waitFor();
  await row.getByRole('button', { name: 'Take back' }).click();
  await row.waitFor({ state: 'detached' });
});

test('the user creates a plant by keyboard alone, with the service’s errors beside its fields', async () => {
  await enter();
  await visit(page, 'plants');
  await tabTo(button('New plant'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const fields: [string, string][] = [
    ['Name', 'Muxía'],
    ['Installed MW', '30,6'],
    ['Nominal MW', '30'],
    ['Latitude', '143'],
    ['Longitude', '-9,1'],
  ];
  for (const [name, value] of fields) {
    await tabTo(dialog.getByLabel(name, { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await dialog.getByText('It is more than 90.').waitFor();
  await tabTo(dialog.getByLabel('Latitude'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('43,1');
  await page.keyboard.press('Enter');
  await heading('Muxía').waitFor();
});

test('the user imports plants from rows of a spreadsheet after a dry run', async () => {
  await enter();
  await visit(page, 'plants');
  await button('Import').click();
  const dialog = page.getByRole('dialog');
  const rows = (latitude: string) =>
    `Nombre\tLatitud\tLongitud\tMW instalados\tMW nominales\tZona\tTecnología\nFisterra\t${latitude}\t-9,2\t12,5\t12\tES\tEólica\n`;
  await dialog.getByLabel('Rows').fill(rows('143'));
  await dialog.locator('tr.faulty').getByText('143').waitFor();
  expect(await button('Import 1 row').isDisabled()).toBe(true);
  await dialog.getByLabel('Rows').fill(rows('42,9'));
  await dialog.getByRole('row', { name: /new Fisterra 12\.500/ }).waitFor();
  await button('Import 1 row').click();
  await page.getByText('1 plant created, 0 changed.').waitFor();
  await page.getByRole('link', { name: 'Fisterra', exact: true }).waitFor();
});

test('the import reads a list as Excel in Spanish saves it, and asks what 1.250 is', async () => {
  await enter();
  await visit(page, 'plants');
  await button('Import').click();
  const dialog = page.getByRole('dialog');
  const list = (power: string) => ({
    name: 'plantas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Código;Nombre;Latitud;Longitud;Potencia;País;Tecnología\r\nLOBA;Peña da Loba;43;-8;${power};España;Eólica\r\n`,
      'latin1',
    ),
  });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(list('1.250'));
  await dialog.locator('tr.faulty').getByText('could be 1250 or 1.25').waitFor();
  expect(await button('Import 1 row').isDisabled()).toBe(true);
  await input.setInputFiles(list('24,5'));
  await dialog.getByRole('row', { name: /new LOBA Peña da Loba 24\.500/ }).waitFor();
  await button('Import 1 row').click();
  await page.getByText('1 plant created, 0 changed.').waitFor();
  const { json } = await opened.service.call('GET', '/api/v0/plants/', { key: opened.key });
  expect(json).toContainEqual(expect.objectContaining({ customer_display_name: 'Peña da Loba' }));
});

test('the plant form asks what a typed 1.250 is, in the language of the page', async () => {
  await enter();
  await visit(page, 'plants');
  await button('New plant').click();
  const dialog = page.getByRole('dialog');
  for (const [name, value] of [
    ['Name', 'Doubtful'],
    ['Installed MW', '1.250'],
    ['Nominal MW', '1,25'],
    ['Latitude', '43,104'],
    ['Longitude', '-9,1'],
  ] as const) {
    await dialog.getByLabel(name, { exact: true }).fill(value);
  }
  await button('Save').click();
  await dialog.getByText('“1.250” could be 1250 or 1.25').waitFor();
  await dialog.getByLabel('Installed MW', { exact: true }).fill('1.2500');
  await button('Save').click();
  await heading('Doubtful').waitFor();
});

test('the purchase form asks what a pasted 1.250 is, and submits the number that the user chooses', async () => {
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('thousands');
  await page.getByLabel('Retailer').press('Enter');
  await page.getByRole('textbox', { name: 'Cells' }).fill('24/11/2027 20:00\t1.250\n');
  await page.locator('tr.faulty').getByText('could be 1250 or 1.25').waitFor();
  expect(await page.locator('tr.faulty td').first().textContent()).toBe('1');
  expect(await button('Submit').isDisabled()).toBe(true);
  await page.getByLabel('Decimal sign').selectOption('.');
  await page.getByText(', 1.250 MWh').waitFor();
  await button('Submit').click();
  await page.getByText('completed', { exact: true }).waitFor();
});

test('the purchase is recorded as it is previewed: thousands, decimal commas, signs, and labels at the start', async () => {
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('commas');
  await page.getByLabel('Retailer').press('Enter');
  await page
    .getByRole('textbox', { name: 'Cells' })
    .fill('24/11/2027 20:00\t1.250,5\n24/11/2027 21:00\t-0,25\n');
  await page.getByText('1,250.250 MWh').waitFor();
  await button('the start of its period').click();
  await page.getByText(/from 24.11.2027, 20:00 to 24.11.2027, 22:00/).waitFor();
  await button('Submit').click();
  await page.getByText('completed', { exact: true }).waitFor();
  const id = page.url().split('/').at(-1);
  const { key, service } = opened;
  const { json } = await service.call('GET', `/api/v0/user/ana/purchase/${id}/series`, { key });
  expect(json).toEqual([
    { datetime: '2027-11-24 21:00', purchase: 1250.5 },
    { datetime: '2027-11-24 22:00', purchase: -0.25 },
  ]);
});

test('the user sees a failed delivery, and sends it again', async () => {
  let status = 410;
  const receiver = createServer((_req, res) => res.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  await enter();
  await visit(page, 'keys');
  await button('New webhook').click();
  await page.getByLabel('Address (https)').fill(`http://127.0.0.1:${port}/`);
  await page.getByLabel('gate.closing').check();
  await page.getByLabel('Minutes before a gate closes').fill('90');
  await button('Create').click();
  const row = page.getByRole('row', { name: new RegExp(String(port)) });
  await row.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Receiver: 410').waitFor();
  const { key, service } = opened;
  const { json } = await service.call('GET', '/api/v0/webhooks', { key });
  expect(json).toContainEqual(expect.objectContaining({ gate_closing_minutes: 90 }));
  const body = { purchase: [{ datetime: '2027-01-15 20:00', purchase: 1 }] };
  await service.call('POST', '/api/v0/user/ana/submit-purchase?retailer_id=acme', { key, body });
  const failed = page.getByRole('table', { name: 'Failed webhooks' });
  await expect
    .poll(async () => {
      await visit(page, '');
      await page.reload();
      await heading('Failed webhooks').waitFor();
      await settled(page);
      return failed.count();
    })
    .toBe(1);
  await visit(page, 'keys');
  await row.getByRole('button', { name: 'Deliveries' }).click();
  status = 204;
  await button('Send again').first().click();
  await page.getByText('Sent again: 204').waitFor();
  await page.getByRole('cell', { name: 'delivered' }).waitFor();
  receiver.close();
});

test('the user rotates a key, and the new one is shown once', async () => {
  const { stores } = opened.service;
  await issueKey(stores, SOURCE, 'demo', { label: 'billing' });
  await enter();
  await visit(page, 'keys');
  const row = page.getByRole('row', { name: /billing/ });
  await row.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const key = (await page.locator('code.secret').textContent()) ?? '';
  expect(key).toMatch(/^sol_/);
  const response = await opened.service.call('GET', '/api/v0/plants/', { key });
  expect(response.status).toBe(200);
});

test('the operator finds a customer’s keys in two clicks, adds a customer, and sees what failed', async () => {
  const { service } = opened;
  const { stores } = service;
  const { keyId } = await service.customer('Energía Sur');
  const { token } = await issueKey(stores, SOURCE, 'demo', { scopes: ['read', 'operator'] });
  await visitor.context.addInitScript(`localStorage.setItem('solano.language', 'es');`);
  await signIn(page, service.url, token);
  let clicks = 0;
  const click = async (link: Locator) => {
    await link.click();
    clicks += 1;
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await click(link('Clientes'));
  await click(link('Energía Sur'));
  const keys = page.getByRole('table', { name: 'Claves de API' });
  await keys.getByText(keyId).waitFor();
  expect(clicks).toBe(2);
  await button('Emitir una clave').click();
  await page.getByLabel('Etiqueta').fill('mesa');
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir una clave' }).click();
  const issued = (await page.locator('code.secret').textContent()) ?? '';
  const read = () => service.call('GET', '/api/v0/unavailabilities/', { key: issued });
  expect((await read()).status).toBe(200);
  await button('Permitir precios').click();
  await page.getByText('Energía Sur puede consultar precios.').waitFor();
  await keys.getByRole('row', { name: /mesa/ }).getByRole('button', { name: 'Revocar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
  await keys.getByRole('row', { name: /mesa.*revocada/ }).waitFor();
  await expect.poll(async () => (await read()).status).toBe(401);

  await button('Añadir un cliente').click();
  await page.getByLabel('Nombre').fill('Comercializadora Luz/2');
  await page.getByRole('dialog').getByRole('button', { name: 'Añadir un cliente' }).click();
  await heading('Comercializadora Luz/2').waitFor();
  // A link shows the same.
  await page.reload();
  await heading('Comercializadora Luz/2').waitFor();
  await page.getByText('No hay claves.').waitFor();
  await pick(page.getByLabel('Cliente'), 'energia s');
  await keys.getByText(keyId).waitFor();

  const customer = await stores.customers.byName('Energía Sur');
  await stores.purchases.add(
    aPurchase(customer?.id ?? '', { status: 'failed', error: 'Sin solución.', ...submittedNow() }),
    '[]',
    { entry: anEntry() },
  );
  await link('Servicio').click();
  const failed = page.getByRole('table', { name: 'Qué ha fallado' });
  await failed.getByRole('row', { name: /Compras 1 .*Sin solución\./ }).waitFor();
  await failed.getByRole('link', { name: 'Energía Sur' }).click();
  await keys.getByText(keyId).waitFor();
});

function submittedNow() {
  const now = new Date();
  return { createdAt: now, updatedAt: now };
}

test('the saving of last month is one click from the key, in Spanish', async () => {
  await visitor.context.addInitScript(`localStorage.setItem('solano.language', 'es');`);
  await enter();
  await button('Mes anterior').click();
  const saved = page.locator('dt', { hasText: 'Frente al diario' }).locator('~ dd');
  await saved
    .filter({ hasText: /\d,\d\d/ })
    .first()
    .waitFor();
  expect(page.url()).toMatch(/month=\d{4}-\d{2}$/);
});

test('the pages of an operator are in no one else’s menu', async () => {
  await enter();
  await page.getByRole('link', { name: 'Keys' }).waitFor();
  for (const name of ['Customers', 'Service'])
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
  await visit(page, 'customers');
  await page.getByText('scope “Service and customers”, operator').waitFor();
});

test('the user submits cells of a spreadsheet on a phone, and decides for a model', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('norte');
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const [year, month, date] = day.split('-');
  const cells = (last: string) =>
    `Fecha y hora\tMW\n${date}/${month}/${year} 20:00\t1,5\n${date}/${month}/${year} 21:00\t${last}\n`;
  await page.getByRole('textbox', { name: 'Cells' }).fill(cells('x'));
  await page.getByText('1 cell has to be corrected').first().waitFor();
  expect(await button('Submit').isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Cells' }).fill(cells('2'));
  await page.getByText('3.500 MWh').waitFor();
  await button('Submit').click();
  await page.getByText('completed', { exact: true }).waitFor();
  await button('All models').click();
  const model = page.getByRole('row', { name: /3 Cheapest, capped/ });
  await expect.poll(() => model.textContent()).toMatch(/\d\.\d\d/);
  await model.getByRole('radio').check();
  await page.getByLabel('Note').fill('as agreed');
  await button('Decide for 3 Cheapest, capped').click();
  await page.getByText('Decided: 3 Cheapest, capped').first().waitFor();
  await page.locator('canvas').waitFor();
  await page.getByLabel('Compare with').selectOption('1');
  await page.getByRole('img', { name: /1 Day-ahead/ }).waitFor();
  await button('Explain').click();
  const why = page.getByRole('table', { name: /Why 3 Cheapest, capped/ });
  await expect.poll(() => why.locator('tbody tr').count()).toBe(2);
  await page.getByRole('cell', { name: /completed/ }).waitFor();
  await visit(page, 'purchases');
  const listed = page.getByRole('row', { name: /norte.* 3\.5 .*3 Cheapest, capped/ });
  await listed.waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const file = await text(await (await downloading).createReadStream());
  expect(file).toMatch(/^submitted_utc,id,retailer_id,/);
  expect(file).toMatch(/,norte,.*,completed,3,,3,3,3\.5,/);
});

test('the user sees the bad cells of a purchase’s file, and sends the corrected one', async () => {
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('files');
  const input = page.locator('input[type=file]');
  const workbook = async (cell: string) => ({
    name: 'compra.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await buffer(
      writeSpreadsheet([
        {
          name: 'Compra',
          columns: [
            { header: 'datetime', type: 'datetime' },
            { header: 'purchase', type: 'text' },
          ],
          rows: [['2027-01-15 20:00', cell]],
        },
      ]),
    ),
  });
  await input.setInputFiles(await workbook('x'));
  await page.locator('tr.faulty').getByText('x', { exact: true }).waitFor();
  expect(await button('Submit').isDisabled()).toBe(true);
  await input.setInputFiles(await workbook('1.5'));
  await page.getByText('1.500 MWh').waitFor();
  await button('Submit').click();
  await page.getByText('completed', { exact: true }).waitFor();
});

test('each saving of strategy settings is a version that can be restored', async () => {
  await enter();
  await visit(page, 'strategies');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('versions');
  await page.keyboard.press('Enter');
  const spread = page.getByLabel('Minimum spread (EUR/MWh)');
  await spread.fill('-1');
  await button('Save').click();
  await page
    .getByRole('alert')
    .getByText(/6 Resale on spreads: “Minimum spread/)
    .waitFor();
  // The name of a parameter is longer than a phone is wide.
  await page.setViewportSize({ width: 320, height: 844 });
  expect(
    await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0);
  await spread.fill('3,5');
  await button('Save').click();
  const version = page.getByLabel('Version', { exact: true });
  await version.getByText('Version 1, in use').waitFor({ state: 'attached' });
  await version.selectOption('0');
  await expect.poll(() => spread.inputValue()).toBe('2');
  await version.selectOption('1');
  await expect.poll(() => spread.inputValue()).toBe('3.5');
});

test('the user runs a backtest as a job, sees it beside rules and foresight, and finds it again', async () => {
  await enter();
  await visit(page, 'strategies');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('past');
  await page.keyboard.press('Enter');
  await button('Start').click();
  const names = [/^3 Cheapest, capped/, /^Constant: the cap in MID1/, /^Perfect foresight/];
  for (const name of names) await page.getByRole('row', { name }).waitFor();
  await page.locator('canvas').waitFor();
  await page.reload();
  await page.getByRole('row', { name: /^Perfect foresight/ }).waitFor();
  await page.getByText('Of 1 MW flat, bought in every hour').waitFor();
  await page.getByRole('columnheader', { name: 'EUR for 1 MW flat' }).waitFor();
});

test('the user runs a backtest of a pasted series of volumes, on the days of the series', async () => {
  await enter();
  await visit(page, 'strategies');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('own volumes');
  await page.keyboard.press('Enter');
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const next = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  await button('volumes of my own').click();
  expect(await button('Start').isDisabled()).toBe(true);
  const cells = page.getByRole('textbox', { name: 'Cells' });
  await cells.fill(`datetime\tMW\n${day} 20:00\t7,5\n${day} 21:00\tx\n`);
  await page.getByText('1 cell has to be corrected').first().waitFor();
  await cells.fill(`datetime\tMW\n${day} 20:00\t7,5\n${day} 21:00\t2\n${next} 00:00\t1\n`);
  // The label at midnight is the end of the day before.
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe(day);
  await expect.poll(() => page.getByLabel('To').inputValue()).toBe(day);
  await button('Start').click();
  await page.getByText(`Of your own volumes, from ${day} to ${day}.`).waitFor();
  await page.getByRole('columnheader', { name: 'EUR', exact: true }).waitFor();
});

test('the user submits a year of quarter hours from pasted cells, and pans through it by keyboard', async () => {
  const start = Date.UTC(2027, 11, 31, 23);
  const count = 35_136;
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const lines = Array.from(
    { length: count },
    (_, index) => `${clock.format(start + (index + 1) * 900_000)}\t${index % 96}`,
  );
  await enter();
  await visit(page, 'purchases/new');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('year');
  await page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(lines.join('\n'))});
    document.querySelector('textarea').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  `);
  await page.getByText('35,136 periods').waitFor();
  await button('Submit').click();
  await page.getByText('completed', { exact: true }).waitFor();
  const plot = page.getByRole('img', { name: /MW per session/ });
  await plot.focus();
  for (const key of ['+', '+', 'PageDown', 'ArrowRight']) await page.keyboard.press(key);
  const moment = page.locator('.legend .moment');
  await expect.poll(() => moment.textContent()).toMatch(/01 Jan.*00:15/);
  // The chart is drawn again in other colours, and reports its cursor with the next frame.
  await page.getByLabel('Colours').selectOption('dark');
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
  expect(await moment.textContent()).toMatch(/01 Jan.*00:15/);
  await button('Table').click();
  await page.getByText('1–96 of 35,136').waitFor();
});

test.each([
  ['2026-10-25', 25, ['00', '01', '02', '02', '03']],
  ['2027-03-28', 23, ['00', '01', '03']],
])('the timeline draws the %s with its %i hours', async (day, count, first) => {
  const rest = Array.from({ length: count - first.length }, (_, index) => 24 - index - 1).reverse();
  const hours = [...first, ...rest.map((hour) => String(hour).padStart(2, '0'))];
  const purchase = hours.map((hour) => ({ datetime: `${day} ${hour}:00`, purchase: 1 }));
  const { key, service } = opened;
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
  const { id } = (await service.call('POST', path, { key, body: { purchase } })).json as {
    id: string;
  };
  await enter();
  await visit(page, `purchases/ana/${id}`);
  await button('Table').click();
  const rows = page.getByRole('table', { name: /MW per session/ }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(count);
  // Each row is an hour: the end of one is the start of the next.
  const times = await rows.allTextContents();
  expect(new Set(times).size).toBe(count);
});

test('the console says that the service is not available, and continues when it is', async () => {
  await enter();
  // A response under way would make the service look available.
  await settled(page);
  visitor.provoke(/ERR_INTERNET_DISCONNECTED/);
  await visitor.context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Plants' }).click();
  await page.getByText('The service does not answer').waitFor();
  await visitor.context.setOffline(false);
  await page.getByRole('link', { name: 'DEMO_WIND_NORTH' }).waitFor();
  expect(await page.getByText('The service does not answer').count()).toBe(0);
});

test('a page of another origin can neither read nor change anything', async () => {
  await enter();
  const otherSite = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<h1>Another site</h1>');
  });
  otherSite.listen(0, '127.0.0.1');
  await once(otherSite, 'listening');
  const { port } = otherSite.address() as AddressInfo;
  const other = await visitor.context.newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  const outcomes = await other.evaluate(`Promise.all([
    ['GET', {}], ['POST', {}], ['POST', { 'X-Solano-Console': '1' }],
  ].map(async ([method, headers]) => {
    const options = { method, headers, credentials: 'include', mode: 'cors' };
    try {
      return (await fetch('${opened.service.url}/api/v0/plants/', options)).status;
    } catch {
      return 'blocked';
    }
  }))`);
  expect(outcomes).toEqual(['blocked', 'blocked', 'blocked']);
  // A form is sent without asking, and rejected.
  await other.setContent(
    `<form method="post" action="${opened.service.url}/api/v0/session"><button>Send</button></form>`,
  );
  await other.getByRole('button').click();
  await other.waitForLoadState();
  await visit(page, 'plants');
  await page.getByRole('link', { name: 'DEMO_WIND_NORTH' }).waitFor();
  otherSite.close();
});
