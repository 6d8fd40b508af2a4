import { SOURCE } from '@solano/domain/contracts';
import { addCustomer, issueKey } from '@solano/domain/service';
import type { Locator } from '@solano/tools/test-browser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlant } from '../plant.ts';
import { openConsole, signIn, type TestConsole } from './console.ts';

let opened: TestConsole;

beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());

const PLANTS = Array.from({ length: 12 }, (_, index) => `Peña ${index + 1}`);

/** Outages of October 2025, two for each plant, as a Spanish spreadsheet saves them. */
function monthOfOutages(): Buffer {
  const rows = PLANTS.flatMap((name, index) => {
    const day = String(index + 1).padStart(2, '0');
    return [
      `${name};${day}/10/2025 08:00;${day}/10/2025 18:00;12,5;Revisión`,
      `${name};${index + 14}/10/2025 22:00;${index + 15}/10/2025 06:00;0;Línea`,
    ];
  });
  const lines = ['Planta;Inicio;Fin;Potencia disponible (MW);Observaciones', ...rows];
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

test('the owner of twelve plants records a month of outages and corrects one, in Spanish, in 5 clicks', async () => {
  const { service } = opened;
  await addCustomer(service.stores, SOURCE, 'eolica');
  const { token } = await issueKey(service.stores, SOURCE, 'eolica');
  for (const name of PLANTS) await addPlant(service, token, name);
  const { page, context, errors, provoke } = await opened.visitor({ locale: 'es-ES' });
  // The owner has no permission for prices, which the first page asks for.
  provoke(/status of 403/);
  await signIn(page, service.url, token);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };

  await click(page.getByRole('link', { name: 'Indisponibilidades', exact: true }));
  // The browser’s own window, in which the file is chosen, is not counted.
  const choosing = page.waitForEvent('filechooser');
  await click(page.getByText('Elegir un fichero'));
  const chooser = await choosing;
  await chooser.setFiles({ name: 'octubre.csv', mimeType: 'text/csv', buffer: monthOfOutages() });
  // All plants are in one zone, which the file does not name.
  await page.getByText('windows-1252').waitFor();
  await click(page.getByRole('button', { name: 'Registrar 24 indisponibilidades' }));
  await page.getByText('24 indisponibilidades registradas.').waitFor();
  await page.getByRole('heading', { name: '1 oct 2025 – 26 oct 2025' }).waitFor();

  await click(page.getByRole('button', { name: /^Peña 12, Indisponibilidad, .*12,5 MW$/ }));
  await page.getByLabel('MW disponibles').fill('7,25');
  await click(page.getByRole('button', { name: 'Guardar' }));
  await page.getByRole('button', { name: /^Peña 12, Indisponibilidad, .*7,25 MW$/ }).waitFor();
  expect(clicks).toBe(5);

  const { json } = await service.call('GET', '/api/v0/unavailabilities/?plant_id=Pe%C3%B1a%2012', {
    key: token,
  });
  expect(json).toMatchObject([
    { start_time_utc: '2025-10-12T06:00:00Z', available_power_mw: 7.25, observations: 'Revisión' },
    { start_time_utc: '2025-10-25T20:00:00Z', end_time_utc: '2025-10-26T05:00:00Z' },
  ]);
  await context.close();
  expect(errors).toEqual([]);
});

test('an outage file that was recorded before adds nothing, and offers nothing to undo', async () => {
  const { page, context } = await opened.visitor();
  await signIn(page, opened.service.url, opened.key);
  await page.getByRole('link', { name: 'Outages', exact: true }).click();
  const file = {
    name: 'paradas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Planta;Inicio (UTC);Fin (UTC);Potencia disponible (MW)\r\nDEMO_WIND_NORTH;25/11/2026 08:00;25/11/2026 18:00;12,5\r\n',
    ),
  };
  for (const said of ['1 outage recorded.', 'This file was recorded before']) {
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Record 1 outage' }).click();
    await page.getByText(said).waitFor();
  }
  expect(await page.locator('.messages').getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await context.close();
});
