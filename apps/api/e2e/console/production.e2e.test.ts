import type { Page } from '@solano/tools/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPlant } from '../plant.ts';
import { openConsole, pick, signIn, type TestConsole, type Visitor, visit } from './console.ts';

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
  await signIn(page, opened.service.url, opened.key);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.errors.length > 0) throw new Error(visitor.errors.join('\n'));
});

const button = (name: string | RegExp) => page.getByRole('button', { name });

/** A file as a Spanish spreadsheet saves it: Windows-1252, semicolons and decimal commas. */
function spanishFile(name: string, lines: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1') };
}

/** `DD/MM/YYYY` of a day before today. */
function dayBefore(days: number): string {
  const [year, month, day] = new Date(Date.now() - days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${day}/${month}/${year}`;
}

test('the user records the production of a plant, sees it on its page, and takes it back', async () => {
  const file = (value: string) =>
    spanishFile('producción.csv', [
      'Parque eólico de la montaña;;',
      'Planta;Fecha y hora;Energía (kWh)',
      `Kenia;${dayBefore(2)} 12:15;${value}`,
      `Kenia;${dayBefore(2)} 12:30;1.500,25`,
    ]);
  await addPlant(opened.service, opened.key, 'Kenia');
  await visit(page, 'production');
  await page.locator('main input[type=file]').setInputFiles(file('1234,5'));
  const dialog = page.getByRole('dialog');
  const bad = dialog.locator('tr.faulty');
  await expect.poll(() => bad.first().textContent()).toMatch(/^3.*choose its zone/);
  await dialog.getByLabel('Time zone').selectOption('Europe/Madrid');
  // 1234.5 kWh in a quarter of an hour.
  await dialog.getByRole('row', { name: /Kenia .*12:15 4\.938000/ }).waitFor();
  await dialog.getByText('windows-1252').waitFor();
  await dialog.locator('input[type=file]').setInputFiles(file('x'));
  await expect.poll(() => bad.first().textContent()).toMatch(/^3.*x.*is not a number/);
  expect(await button(/^Record /).count()).toBe(0);
  await dialog.locator('input[type=file]').setInputFiles(file('1234,5'));
  await button('Record 2 rows').click();
  await page.getByText('2 values recorded, 0 of them in place of others.').waitFor();
  const row = page.getByRole('row', { name: /producción\.csv .*Kenia/ });
  await row.waitFor();
  const plants = page.getByRole('table', { name: /^Yesterday/ });
  await plants.getByRole('link', { name: 'Kenia' }).click();
  await page.getByRole('img', { name: /Measured: 4\.938 – 6\.001/ }).waitFor();
  await button('Table').click();
  await page.getByRole('row', { name: /12:15 .*12:30 .*6\.001$/ }).waitFor();
  await row.getByRole('button', { name: 'Take back' }).click();
  await dialog.getByText(/Its 2 values no longer count/).waitFor();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('row', { name: /6\.001$/ }).count()).toBe(0);
});

test('the user records consumption in groups on a phone, sees it as a chart, and takes it back', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, 'consumption');
  await page.getByLabel('User').fill('ana');
  await page.getByLabel('Retailer').fill('norte');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is measured in these days.').waitFor();
  const file = spanishFile('curva.csv', [
    'Fecha;Hora;2.0TD Península (MWh);3.0TD (MWh)',
    `${dayBefore(2)};1;1,5;20,25`,
    `${dayBefore(2)};2;2,5;`,
  ]);
  await page.locator('main input[type=file]').setInputFiles(file);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time zone').selectOption('Europe/Madrid');
  await button('Record 2 rows').click();
  await page.getByText('3 values recorded').waitFor();
  await page
    .getByRole('img', { name: /2\.0TD Península: 1\.500 – 2\.500; 3\.0TD: 20\.250/ })
    .waitFor();
  await pick(page.getByLabel('Group'), '3.0TD');
  await page.getByRole('img', { name: /Measured\. 3\.0TD: 20\.250 – 20\.250$/ }).waitFor();
  await button('Take back').click();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Nothing is measured in these days.').waitFor();
  await page.getByText('No file was uploaded yet.').waitFor();
});
