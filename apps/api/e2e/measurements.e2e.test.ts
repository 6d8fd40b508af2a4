import { testWorkbook } from '@solano/spreadsheet/test-workbook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SentFile, sendFile, valuesOf } from './measurements.ts';
import { addPlant } from './plant.ts';
import { idOf, openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService({ MAX_SERIES_BYTES: '200000' });
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const FILES = '/api/v0/production/files';
const UPLOADS = '/api/v0/production/uploads';
const send = (file: SentFile, as = key) => sendFile(service, FILES, file, as);

let plants = 0;
/** A plant of its own, of 30 MW installed. */
async function aPlant(): Promise<string> {
  plants += 1;
  const name = `Muxía, ${plants} & Co`;
  await addPlant(service, key, name);
  return name;
}

const listOf = (plant: string, from: string, to = from, more = '') =>
  `/api/v0/production/?plant_id=${encodeURIComponent(plant)}&from=${from}&to=${to}${more}`;
const valuesOfPlant = (plant: string, from: string, to = from, more = '') =>
  valuesOf(service, listOf(plant, from, to, more), key);

const DAY = '2026-03-10';
const TWO = { '2026-03-10T00:00': 12.5, '2026-03-10T01:00': 7 };

describe('a file of production', () => {
  test.each<[string, (plant: string) => SentFile]>([
    [
      'Spanish headers, semicolons, decimal commas and local time',
      () => ({
        content:
          'Informe\r\n\r\nFecha y hora;Potencia (kW)\r\n10/03/2026 01:00;12.500,0\r\n10/03/2026 02:00;7.000,0\r\n',
        fields: { zone: 'Europe/Madrid', date_form: 'dmy' },
      }),
    ],
    [
      'tabs and UTC',
      () => ({ content: 'utc\tenergy (MWh)\n2026-03-10 00:00\t12.5\n2026-03-10 01:00\t7\n' }),
    ],
    [
      'Latin-1, and starts of periods',
      () => ({
        content: Buffer.from(
          'Día;Hora;Producción (MW)\n2026-03-10;00:00;12,5\n2026-03-10;01:00;7\n',
          'latin1',
        ),
        fields: { zone: 'Europe/Madrid', labels: 'start' },
      }),
    ],
    [
      'hours by number, the unit in the form',
      () => ({
        content: 'Fecha,Hora,Energía\n2026-03-10,1,12500\n2026-03-10,2,7000\n',
        fields: { zone: 'Europe/Madrid', unit: 'kWh' },
      }),
    ],
    [
      'a column named by its plant',
      (plant) => ({ content: `utc;${plant} (MW)\n2026-03-10 00:00;12.5\n2026-03-10 01:00;7\n` }),
    ],
    [
      'rows that name their plant',
      (plant) => ({
        content: `Planta;start;end;mw\n${plant};2026-03-09T23:00Z;2026-03-10T00:00Z;12.5\n${plant};2026-03-10T00:00Z;2026-03-10T01:00Z;7\n`,
      }),
    ],
    [
      'sheets',
      () => ({
        content: testWorkbook({
          Hoja1: [
            ['Fecha y hora', 'Potencia (MW)'],
            ['2026-03-10 01:00', 12.5],
            ['2026-03-10 02:00', 7],
          ],
        }),
        name: 'medidas.xlsx',
        fields: { zone: 'Europe/Madrid' },
      }),
    ],
  ])('a file of production with %s is recorded', async (what, fileOf) => {
    const plant = await aPlant();
    const isNamed = /named by|name their/.test(what);
    const file = fileOf(plant);
    const fields = { ...(!isNamed && { plant_id: plant }), ...file.fields };
    expect(await send({ ...file, fields })).toMatchObject({
      status: 201,
      json: {
        rows: 2,
        series: [plant],
        from: '2026-03-09T23:00:00.000Z',
        to: '2026-03-10T01:00:00.000Z',
        replaced: 0,
        warnings: [],
      },
    });
    expect(await valuesOfPlant(plant, DAY)).toEqual(TWO);
  });

  test('a dry run says what was understood and every problem by its line, and records nothing', async () => {
    const plant = await aPlant();
    const content = `Fecha y hora;Potencia (kW)
10/03/2026 00:15;12,5
10/03/2026 00:30;1.250
10/03/2026 00:45;
11/11/2999 00:00;1
11/03/2026;kaputt
`;
    const fields = { plant_id: plant, zone: 'Europe/Madrid', date_form: 'dmy' };
    const dry = await send({ content, fields: { ...fields, dry_run: 'true' } });
    expect(dry).toMatchObject({
      status: 200,
      json: {
        understood: { delimiter: ';', decimal: ',', zone: 'Europe/Madrid', date_form: 'dmy' },
        total: 5,
        problems: [
          { line: 3, column: 'Potencia (kW)', value: '1.250', reason: 'could be 1250 or 1.25' },
          { line: 6, column: 'Potencia (kW)', value: 'kaputt' },
        ],
      },
    });
    expect(await send({ content, fields })).toMatchObject({
      status: 400,
      json: dry.json as object,
    });
    expect(await valuesOfPlant(plant, '2026-03-10')).toEqual({});
  });

  test('a value of the future, and a year of kWh said as kW, are problems that are named', async () => {
    const plant = await aPlant();
    const future = {
      content: 'utc;mw\n2999-01-01 00:00;1\n2999-01-01 01:00;1\n',
      fields: { plant_id: plant },
    };
    expect(await send(future)).toMatchObject({
      status: 400,
      json: { problems: [{ line: 2, reason: expect.stringMatching(/not over/) }, { line: 3 }] },
    });
    const rows = Array.from({ length: 96 }, (_, i) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 15 * (i + 1))).toISOString();
      return `${at};${5_000_000 + i}`;
    });
    const year = {
      content: `utc;produced (kW)\n${rows.join('\n')}\n`.replace('produced', 'power'),
      fields: { plant_id: plant },
    };
    expect(await send(year)).toMatchObject({
      status: 400,
      json: {
        problems: expect.arrayContaining([
          expect.objectContaining({
            line: 2,
            reason: expect.stringContaining('is 5000 MW, where the plant has 30 MW installed'),
          }),
        ]),
      },
    });
    const forced = { ...year, fields: { ...year.fields, force: 'true' } };
    expect(await send(forced)).toMatchObject({ status: 201, json: { rows: 96 } });
  });

  test('the same file again is the first upload; another field or a repeated take-back is not', async () => {
    const plant = await aPlant();
    const file = {
      content: 'utc;mw\n2026-03-10 00:00;12.5\n2026-03-10 01:00;7\n',
      fields: { plant_id: plant },
    };
    const first = await send(file);
    expect(first.status).toBe(201);
    expect(await send(file)).toMatchObject({
      status: 200,
      json: { id: idOf(first), message: 'This file was uploaded before: nothing was recorded.' },
    });
    const other = await send({ ...file, fields: { ...file.fields, labels: 'start' } });
    expect(other).toMatchObject({ status: 201, json: { replaced: 1 } });
    const remove = (id: string) => service.call('DELETE', `${UPLOADS}/${id}`, { key });
    expect((await remove(idOf(other))).status).toBe(204);
    expect((await remove(idOf(other))).status).toBe(404);
    expect((await remove(idOf(first))).status).toBe(204);
    expect(await send(file)).toMatchObject({ status: 201, json: { replaced: 0 } });
  });

  test('an upload is listed and returned as it was received; taken back, what it replaced counts again to the digit', async () => {
    const plant = await aPlant();
    const fields = { plant_id: plant };
    await send({ content: 'utc;mw\n2026-03-10 00:00;1.234567\n2026-03-10 01:00;7\n', fields });
    const before = await valuesOfPlant(plant, DAY);
    const content = 'utc;mw\n2026-03-10 00:30;3\n2026-03-10 01:00;9\n';
    const second = await send({ content, fields, name: 'Corrección ñ.csv' });
    expect(second).toMatchObject({ status: 201, json: { replaced: 2 } });
    const asOf = new Date().toISOString();
    const changed = await valuesOfPlant(plant, DAY);
    expect(changed).toEqual({
      '2026-03-10T00:00': 1.234567,
      '2026-03-10T00:30': 3,
      '2026-03-10T01:00': 9,
    });

    const list = await service.call('GET', `${UPLOADS}?limit=1`, { key });
    expect(list.json).toEqual([
      {
        id: idOf(second),
        series: [plant],
        file_name: 'Corrección ñ.csv',
        rows: 2,
        from: '2026-03-10T00:00:00.000Z',
        to: '2026-03-10T01:00:00.000Z',
        uploaded_at: expect.stringMatching(/Z$/),
        by: expect.stringMatching(/^key /),
      },
    ]);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(1);
    const file = await service.call('GET', `${UPLOADS}/${idOf(second)}/file`, { key });
    expect([file.status, file.text]).toEqual([200, content]);
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Correcci%C3%B3n%20%C3%B1.csv",
    );

    expect((await service.call('DELETE', `${UPLOADS}/${idOf(second)}`, { key })).status).toBe(204);
    expect(await valuesOfPlant(plant, DAY)).toEqual(before);
    expect(await valuesOfPlant(plant, DAY, DAY, `&as_of=${asOf}`)).toEqual(changed);
    expect((await service.call('GET', `${UPLOADS}/${idOf(second)}/file`, { key })).status).toBe(
      404,
    );
  });

  test('a plant and an upload of another customer are found by none', async () => {
    const plant = await aPlant();
    const content = 'utc;mw\n2026-03-10 00:00;1\n2026-03-10 01:00;7\n';
    const file = { content, fields: { plant_id: plant } };
    expect(await send(file, otherKey)).toMatchObject({
      status: 404,
      json: { detail: 'Plant with this ID does not exist.' },
    });
    const id = idOf(await send(file));
    for (const [method, path] of [
      ['GET', `${UPLOADS}/${id}/file`],
      ['DELETE', `${UPLOADS}/${id}`],
    ] as const) {
      expect((await service.call(method, path, { key: otherKey })).status).toBe(404);
    }
    expect(await valuesOf(service, listOf(plant, DAY), otherKey)).toEqual({});
    expect(Object.keys(await valuesOfPlant(plant, DAY))).toHaveLength(2);
    expect((await service.call('GET', UPLOADS, { key: otherKey })).json).toEqual([]);
  });

  test('a file that is too large is rejected', async () => {
    const file = { content: 'x'.repeat(200_001), fields: {} };
    expect(await send(file)).toMatchObject({
      status: 413,
      json: { detail: 'Request body is too large.' },
    });
  });

  test.each<[string, Record<string, string>, object]>([
    ['unit', { unit: 'MVA' }, { unit: ['"MVA" is not a valid choice.'] }],
    ['zone', { zone: 'Nowhere' }, { zone: ['Enter a valid timezone.'] }],
    ['labels', { labels: 'middle' }, { labels: ['"middle" is not a valid choice.'] }],
  ])('a bad field of the form is named: %s', async (_name, fields, json) => {
    expect(await send({ content: 'utc;mw\n', fields })).toMatchObject({ status: 400, json });
  });
});
