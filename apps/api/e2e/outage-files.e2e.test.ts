import { testWorkbook } from '@solano/spreadsheet/test-workbook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { idOf, openService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService({ MAX_UPLOAD_BYTES: '20000' });
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const FILES = '/api/v0/outages/files';
const UPLOADS = '/api/v0/outages/uploads';
const HEADER = 'Planta;Inicio;Fin;Potencia disponible (MW)\r\n';
const line = (plant: string, day: number, power: string) =>
  `${plant};${day}/11/2026 08:00;${day}/11/2026 18:00;${power}\r\n`;

let plants = 0;
/** A plant of its own. */
async function aPlant(): Promise<string> {
  plants += 1;
  const name = `Muxía ${plants}`;
  await addPlant(service, key, name);
  return name;
}

function send(
  content: Buffer | string,
  fields: Record<string, string> = {},
  { name = 'paradas.csv', type = 'application/vnd.ms-excel', as = key } = {},
): Promise<TestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ zone: 'Europe/Madrid', ...fields })) {
    form.append(field, value);
  }
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  return service.call('POST', FILES, { body: form, key: as });
}

async function recorded(plant: string): Promise<Record<string, unknown>[]> {
  const path = `/api/v0/unavailabilities/?plant_id=${encodeURIComponent(plant)}`;
  return (await service.call('GET', path, { key })).json as Record<string, unknown>[];
}

const undo = (id: string, query = '', as = key) =>
  service.call('DELETE', `${UPLOADS}/${id}${query}`, { key: as });

describe('an outage file', () => {
  test('an outage file in Latin-1 with decimal commas and Spanish dates is recorded', async () => {
    const plant = await aPlant();
    const response = await send(Buffer.from(HEADER + line(plant, 23, '12,5'), 'latin1'));
    expect(response).toMatchObject({ status: 201, json: { rows: 1, plants: [plant] } });
    expect(await recorded(plant)).toMatchObject([
      {
        start_time_utc: '2026-11-23T07:00:00Z',
        end_time_utc: '2026-11-23T17:00:00Z',
        available_power_mw: 12.5,
        timezone_source: 'Europe/Madrid',
      },
    ]);
  });

  test('an outage workbook is recorded, listed, and returned unchanged', async () => {
    const plant = await aPlant();
    const book = testWorkbook({
      Hoja1: [
        ['Paradas'],
        HEADER.trim().split(';'),
        [plant, '23/11/2026 08:00', '23/11/2026 18:00', 12.5],
      ],
    });
    const name = 'Paradas ñ (1).xlsx';
    const response = await send(book, {}, { name, type: 'application/octet-stream' });
    expect(response.status).toBe(201);
    const id = idOf(response);
    const list = (await service.call('GET', UPLOADS, { key })).json as { id: string }[];
    expect(list.find((upload) => upload.id === id)).toEqual({
      id,
      plant_ids: [plant],
      file_name: name,
      rows: 1,
      uploaded_at: expect.stringMatching(/Z$/),
      by: expect.stringMatching(/^key /),
      mode: 'add',
    });
    const file = await fetch(`${service.url}${UPLOADS}/${id}/file`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(book)).toBe(true);
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="Paradas _ (1).xlsx"; filename*=UTF-8\'\'Paradas%20%C3%B1%20%281%29.xlsx',
    );
  });

  test('a page of the list of outage files has the number of all', async () => {
    const plant = await aPlant();
    await send(HEADER + line(plant, 23, '1,5'));
    await send(HEADER + line(plant, 24, '1,5'));
    const page = async (query: string) => {
      const { status, headers, json } = await service.call('GET', `${UPLOADS}${query}`, { key });
      const total = headers.get('x-total-count');
      return { status, total, ids: (json as { id: string }[]).map(({ id }) => id) };
    };
    const { ids, total } = await page('');
    expect(total).toBeNull();
    const count = String(ids.length);
    expect(await page('?limit=1')).toEqual({ status: 200, total: count, ids: ids.slice(0, 1) });
    expect(await page('?limit=1&offset=1')).toEqual({
      status: 200,
      total: count,
      ids: ids.slice(1, 2),
    });
    expect(await page('?offset=2147483647')).toEqual({ status: 200, total: count, ids: [] });
    expect(await service.call('GET', `${UPLOADS}?limit=-1`, { key })).toMatchObject({
      status: 400,
      json: { error: `Parameter 'limit' must be a whole number, 0 to 2147483647, not "-1"` },
    });
  });

  test('a dry run describes what an outage file would record, and records nothing', async () => {
    const plant = await aPlant();
    const response = await send(HEADER + line(plant, 23, '12,5') + line(plant, 24, '1.250'), {
      dry_run: 'true',
    });
    expect(response).toMatchObject({
      status: 200,
      json: {
        understood: {
          format: 'csv',
          delimiter: ';',
          encoding: 'utf-8',
          decimal: ',',
          date_form: 'dmy',
          zone: 'Europe/Madrid',
        },
        total: 2,
        rows: [
          { plant_id: plant, available_power_mw: 12.5, start_time_utc: '2026-11-23T07:00:00Z' },
        ],
        problems: [
          {
            line: 3,
            column: 'Potencia disponible (MW)',
            value: '1.250',
            reason: 'could be 1250 or 1.25',
            example: '12,5',
          },
        ],
      },
    });
    expect(await recorded(plant)).toEqual([]);
  });

  test('an outage file with a bad cell is rejected, with the same body as in a dry run', async () => {
    const plant = await aPlant();
    const text = HEADER + line(plant, 23, '12,5') + line(plant, 24, 'x');
    const trial = await send(text, { dry_run: 'true' });
    const response = await send(text);
    expect(response.status).toBe(400);
    expect(response.json).toEqual(trial.json);
    expect(await recorded(plant)).toEqual([]);
  });

  test('an outage file that is sent twice is recorded once, and the response says so', async () => {
    const plant = await aPlant();
    const text = HEADER + line(plant, 23, '12,5');
    const first = await send(text);
    const [record] = await recorded(plant);
    const again = await send(text, {}, { name: 'other.csv' });
    expect(again).toMatchObject({
      status: 200,
      json: { id: idOf(first), rows: 1, plants: [plant], message: expect.stringMatching(/before/) },
    });
    expect(await recorded(plant)).toEqual([record]);
    const elsewhere = await send(text, { zone: 'UTC' });
    expect(elsewhere.status).toBe(201);
  });

  test('an outage file that replaces a window leaves no second outage beside the first', async () => {
    const plant = await aPlant();
    await send(HEADER + line(plant, 23, '12,5') + line(plant, 30, '1,5'));
    const window = { mode: 'replace', from: '2026-11-23', to: '2026-11-24' };
    const corrected = HEADER + line(plant, 23, '12,5').replace('18:00', '19:00');
    expect((await send(corrected, window)).status).toBe(201);
    expect((await recorded(plant)).map((row) => row.end_time_utc)).toEqual([
      '2026-11-23T18:00:00Z',
      '2026-11-30T17:00:00Z',
    ]);
    const outside = await send(HEADER + line(plant, 25, '1,5'), window);
    expect(outside).toMatchObject({
      status: 400,
      json: { problems: [{ line: 2, column: 'Inicio', reason: expect.stringMatching(/outside/) }] },
    });
  });

  test.each<[string, Record<string, string>, object]>([
    [
      'choices',
      { mode: 'x', date_form: 'ydm', decimal: ';', dry_run: '1' },
      {
        mode: ['"x" is not a valid choice.'],
        date_form: ['"ydm" is not a valid choice.'],
        decimal: ['";" is not a valid choice.'],
        dry_run: ['"1" is not a valid choice.'],
      },
    ],
    ['a zone', { zone: 'Mars' }, { zone: ['Enter a valid timezone.'] }],
    [
      'no window',
      { mode: 'replace' },
      { from: ['This field is required.'], to: ['This field is required.'] },
    ],
    [
      'a bad window',
      { mode: 'replace', from: '2026-11-31', to: '1' },
      { from: [expect.any(String)], to: [expect.any(String)] },
    ],
    [
      'an empty window',
      { mode: 'replace', from: '2026-11-02', to: '2026-11-02' },
      { to: ['Must be after from.'] },
    ],
    ['a window of nothing', { from: '2026-11-02' }, { from: ['Only with mode=replace.'] }],
  ])('an outage file is rejected with the names of its bad fields: %s', async (_, fields, json) => {
    expect(await send(HEADER, fields)).toMatchObject({ status: 400, json });
  });

  test('an outage file is rejected for an unknown or another’s plant, its size, or a body without form', async () => {
    const plant = await aPlant();
    expect(await send(HEADER, { plant_id: 'nobody' })).toMatchObject({
      status: 404,
      json: { detail: 'Plant with this ID does not exist.' },
    });
    const theirs = await send(HEADER + line(plant, 23, '1'), {}, { as: otherKey });
    expect(theirs).toMatchObject({ status: 400, json: { problems: [{ value: plant }] } });
    expect(await send('x'.repeat(30_000))).toMatchObject({ status: 413 });
    expect(await service.call('POST', FILES, { key, body: {} })).toMatchObject({ status: 415 });
    expect(await service.call('POST', FILES, { key, body: new FormData() })).toMatchObject({
      status: 400,
      json: { file: ['This field is required.'] },
    });
  });
});

describe('an outage upload', () => {
  test('an outage upload is undone, and the rows that it replaced are restored', async () => {
    const plant = await aPlant();
    await send(HEADER + line(plant, 23, '12,5'));
    const before = await recorded(plant);
    const id = idOf(await send(HEADER + line(plant, 23, '1,5') + line(plant, 24, '1,5')));
    expect(await undo(id)).toMatchObject({ status: 204 });
    expect(await recorded(plant)).toEqual(before);
    expect(await undo(id)).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
    const actions = await service.call('GET', UPLOADS, { key });
    expect(actions.text).not.toContain(id);
  });

  test('an outage upload with a row that was changed since is undone only if forced', async () => {
    const plant = await aPlant();
    const id = idOf(await send(HEADER + line(plant, 23, '1,5') + line(plant, 24, '1,5')));
    const [row] = await recorded(plant);
    const path = `/api/v0/unavailabilities/${String(row?.id)}/`;
    const body = { observations: 'mine' };
    expect((await service.call('PATCH', path, { key, body })).status).toBe(200);
    expect(await undo(id)).toEqual(
      expect.objectContaining({
        status: 409,
        json: {
          detail: 'Rows of the upload were changed since: nothing was deleted.',
          rows: [
            {
              id: row?.id,
              plant_id: plant,
              start_time_utc: '2026-11-23T07:00:00Z',
              end_time_utc: '2026-11-23T17:00:00Z',
              availability_type: 'UNAVAILABILITY',
            },
          ],
        },
      }),
    );
    expect(await recorded(plant)).toHaveLength(2);
    expect(await undo(id, '?force=true')).toMatchObject({ status: 204 });
    expect(await recorded(plant)).toMatchObject([{ observations: 'mine' }]);
  });

  test('an outage upload is not found by another customer', async () => {
    const plant = await aPlant();
    const id = idOf(await send(HEADER + line(plant, 23, '1,5')));
    expect((await undo(id, '', otherKey)).status).toBe(404);
    const file = await service.call('GET', `${UPLOADS}/${id}/file`, { key: otherKey });
    expect(file.status).toBe(404);
    expect((await service.call('GET', UPLOADS, { key: otherKey })).json).toEqual([]);
    expect(await recorded(plant)).toHaveLength(1);
  });

  test('the list of outage uploads is rejected with a bad query parameter', async () => {
    expect(await undo('0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11', '?force=maybe')).toMatchObject({
      status: 400,
    });
  });
});
