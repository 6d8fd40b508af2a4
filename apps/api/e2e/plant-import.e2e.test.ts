import { SOURCE } from '@solano/domain/contracts';
import { issueKey } from '@solano/domain/service';
import { testWorkbook } from '@solano/spreadsheet/test-workbook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ MAX_UPLOAD_BYTES: '20000' });
  ({ key } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

const IMPORT = '/api/v0/plants/import';
const HEADER = 'Código;Nombre;Latitud;Longitud;Potencia (MW);Comunidad;Tecnología\r\n';
const line = (code: string, power: string) =>
  `${code};Peña da Loba;43,5;-7,9;${power};Galicia;Eólica\r\n`;

function send(
  content: Buffer | string,
  fields: Record<string, string> = {},
  as: string | undefined = key,
): Promise<TestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'plantas.csv');
  return service.call('POST', IMPORT, { body: form, ...(as !== undefined && { key: as }) });
}

async function plantsOf(as: string): Promise<Record<string, unknown>[]> {
  const { json } = await service.call('GET', '/api/v0/plants/', { key: as });
  return json as Record<string, unknown>[];
}

describe('a list of plants', () => {
  test.each<[string, (text: string) => Buffer]>([
    ['windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['utf-8', (text) => Buffer.from(text)],
    ['utf-16le', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('a list of plants in %s adds plants with their names', async (encoding, encode) => {
    const { key: own } = await service.customer(`In ${encoding}`);
    const content = encode(HEADER + line('PL1', '30,6') + line('PL2', '12'));
    const dry = await send(content, { dry_run: 'true' }, own);
    expect(dry).toMatchObject({
      status: 200,
      json: {
        understood: { format: 'csv', delimiter: ';', encoding, decimal: ',' },
        rows: [{ name: 'PL1', customer_display_name: 'Peña da Loba', area: 'Galicia' }, {}],
        total: 2,
        problems: [],
        created: 2,
        updated: 0,
      },
    });
    expect(await plantsOf(own)).toEqual([]);
    const response = await send(content, {}, own);
    expect(response).toMatchObject({ status: 201, json: { rows: 2, created: 2, updated: 0 } });
    expect(await plantsOf(own)).toMatchObject([
      {
        name: 'PL1',
        customer_display_name: 'Peña da Loba',
        lat: '43.5000000',
        installed_capacity_mw: '30.600',
        nominal_capacity_mw: '30.600',
        technology_type: 'wind',
        timezone: 'Europe/Madrid',
      },
      { name: 'PL2' },
    ]);
  });

  test('a workbook updates the columns that it has, of plants with the same name, in one audited step', async () => {
    const { key: own, customer } = await service.customer('Workbook');
    await send(HEADER + line('PL1', '30,6'), {}, own);
    const workbook = testWorkbook({
      Plantas: [['Plantas de 2026'], ['Código', 'Potencia nominal (MW)'], ['PL1', 28.25]],
    });
    const response = await send(workbook, {}, own);
    expect(response).toMatchObject({ status: 201, json: { rows: 1, created: 0, updated: 1 } });
    expect(await plantsOf(own)).toMatchObject([
      { name: 'PL1', installed_capacity_mw: '30.600', nominal_capacity_mw: '28.250' },
    ]);
    const { token } = await issueKey(service.stores, SOURCE, customer.name, { scopes: ['audit'] });
    const audit = await service.call('GET', '/api/v0/audit', { key: token });
    expect(JSON.stringify(audit.json)).toContain('0 added, 1 updated');
  });

  test('a workbook of exported plants changes these, a name with spaces around it too', async () => {
    const { key: own } = await service.customer('Exported');
    await send(HEADER + line('PL1', '30,6'), {}, own);
    const [plant] = await plantsOf(own);
    const body = { ...plant, name: '  pad  ' };
    const made = await service.call('POST', '/api/v0/plants/', { key: own, body });
    expect(made).toMatchObject({ status: 201, json: { name: '  pad  ' } });
    const list = await service.call('GET', '/api/v0/plants/?format=xlsx', { key: own });
    const response = await send(Buffer.from(list.bytes), {}, own);
    expect(response).toMatchObject({ status: 201, json: { rows: 2, created: 0, updated: 2 } });
    const names = (await plantsOf(own)).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['  pad  ', 'PL1']));
    expect(names).toHaveLength(2);
  });

  test('a list with a bad row stores nothing, and every bad cell is named', async () => {
    const { key: own } = await service.customer('Bad');
    const content = HEADER + line('PL1', '12,5') + line('PL2', '1.250') + line('', 'x');
    const problems = [
      {
        line: 3,
        column: 'Potencia (MW)',
        value: '1.250',
        example: '12,5',
        code: 'ambiguous_number',
        params: { grouped: '1250', decimal: 1.25 },
        reason: 'could be 1250 or 1.25',
      },
      { line: 4, column: 'Código', code: 'missing' },
      { line: 4, column: 'Potencia (MW)', code: 'not_a_number' },
    ];
    const expected = { understood: { decimal: ',' }, rows: [], total: 3, problems };
    const rejected = await send(content, {}, own);
    expect(rejected).toMatchObject({ status: 400, json: expected });
    const dry = await send(content, { dry_run: 'true' }, own);
    expect(dry).toMatchObject({ status: 200, json: expected });
    expect(await plantsOf(own)).toEqual([]);
  });

  test('a list whose decimal mark is ambiguous is rejected with a question for it', async () => {
    const { key: own } = await service.customer('Marks');
    const content = `${HEADER}PL1;Alba;43;-7;1.250;Galicia;Eólica\n`;
    expect(await send(content, {}, own)).toMatchObject({ status: 400 });
    expect(await send(content, { decimal: '.' }, own)).toMatchObject({ status: 201 });
    expect(await plantsOf(own)).toMatchObject([{ installed_capacity_mw: '1.250' }]);
  });

  test('a file that is no table is a 400 of the same form', async () => {
    const files = [
      ['', 'no_header'],
      ['hello', 'no_header'],
      ['hello\0world', 'not_text'],
      [Buffer.from('d0cf11e0', 'hex'), 'old_workbook'],
      [Buffer.from('504b0304', 'hex'), 'bad_workbook'],
      [Buffer.from('616c6d81', 'hex'), 'unknown_encoding'],
    ] as const;
    for (const [content, code] of files) {
      expect(await send(content)).toMatchObject({
        status: 400,
        json: { understood: null, rows: [], total: 0, problems: [{ code }] },
      });
    }
  });

  test('a list of a thousand plants takes one request', async () => {
    const { key: own } = await service.customer('Thousand');
    const rows = Array.from({ length: 400 }, (_, i) => `P${i};${i % 90};1;10;wind\n`);
    const content = `code;lat;lon;mw;technology\n${rows.join('')}`;
    const added = { status: 201, json: { rows: 400, created: 400, updated: 0 } };
    expect(await send(content, {}, own)).toMatchObject(added);
    const again = { status: 201, json: { rows: 400, created: 0, updated: 400 } };
    expect(await send(content, {}, own)).toMatchObject(again);
    expect(await plantsOf(own)).toHaveLength(400);
  });
});

describe('the endpoint', () => {
  test('the endpoint rejects a missing key, a scope, a form and a method', async () => {
    expect(await send('x', {}, '')).toMatchObject({ status: 403 });
    const { token: reader } = await issueKey(service.stores, SOURCE, 'Norte', { scopes: ['read'] });
    expect(await send('x', {}, reader)).toMatchObject({ status: 403 });
    expect(await service.call('POST', IMPORT, { key, body: {} })).toMatchObject({ status: 415 });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await service.call(method, IMPORT, { key });
      expect(response).toMatchObject({
        status: 405,
        json: { detail: `Method "${method}" not allowed.` },
      });
    }
    const form = new FormData();
    form.append('decimal', 'x');
    expect(await service.call('POST', `${IMPORT}/`, { key, body: form })).toMatchObject({
      status: 400,
      json: { file: ['This field is required.'], decimal: ['"x" is not a valid choice.'] },
    });
    expect(await send('x'.repeat(20_001))).toMatchObject({ status: 413 });
  });
});
