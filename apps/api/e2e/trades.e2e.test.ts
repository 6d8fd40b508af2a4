import { SOURCE } from '@solano/domain/contracts';
import { issueKey, type Scope } from '@solano/domain/service';
import { readWorkbook } from '@solano/spreadsheet';
import { testWorkbook } from '@solano/spreadsheet/test-workbook';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SentFile, sendFile } from './measurements.ts';
import { idOf, openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let customerId: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService({ MAX_SERIES_BYTES: '200000' });
  const { key: token, customer } = await service.customer('Norte');
  key = token;
  customerId = customer.id;
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const MADRID = { zone: 'Europe/Madrid' };
const NO_ID = '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11';
const DAYS = 'from=2026-03-10&to=2026-03-11';

let users = 0;
/** The address of a portfolio of its own. */
function aPortfolio() {
  users += 1;
  const base = `/api/v0/user/${encodeURIComponent(`Ñandú / ${users} & co?`)}/trades`;
  return {
    base,
    send: (file: SentFile, as = key) => sendFile(service, `${base}/files?retailer_id=R1`, file, as),
    post: (trades: unknown, as = key) =>
      service.call('POST', `${base}/?retailer_id=R1`, { key: as, body: { trades } }),
    list: (query = DAYS, as = key) =>
      service.call('GET', `${base}/?retailer_id=R1&${query}`, { key: as }),
    uploads: (as = key) => service.call('GET', `${base}/uploads?retailer_id=R1`, { key: as }),
    upload: (id: string) => `${base}/uploads/${id}`,
  };
}

function trade(session: string, hour: number, mw: number, price: number) {
  const times = [hour, hour + 1].map((each) => new Date(Date.UTC(2026, 2, 10, each)).toISOString());
  return { session, start_time_utc: times[0], end_time_utc: times[1], mw, price };
}

/** The rows of a list, `[session, end on the Madrid clock, MW, EUR/MWh, EUR]`. */
function rowsOf({ status, json }: { status: number; json: unknown }) {
  expect(status).toBe(200);
  const rows = json as Record<'session' | 'datetime' | 'mw' | 'price' | 'cost', unknown>[];
  return rows.map(({ session, datetime, mw, price, cost }) => [session, datetime, mw, price, cost]);
}

const TWO = [
  ['MD', '2026-03-10 01:00', 12.5, 61.25, '765.63'],
  ['MIC', '2026-03-10 02:00', -2, -0.5, '1.00'],
];

describe('a file of executed trades', () => {
  test.each<[string, SentFile]>([
    [
      'Spanish headers, title rows, semicolons, decimal commas and local dates',
      {
        content:
          'Operaciones de marzo\r\n\r\nSesión;Fecha/hora;Energía (MWh);Precio (EUR/MWh)\r\nMD;10/03/2026 01:00;12,5;61,25\r\nContinuo;10/03/2026 02:00;-2,0;-0,5\r\n',
        fields: { ...MADRID, date_form: 'dmy' },
      },
    ],
    [
      'English headers, tabs, a start and an end in UTC',
      {
        content:
          'session\tstart (UTC)\tend (UTC)\tMW\tprice\nday-ahead\t2026-03-09 23:00\t2026-03-10 00:00\t12.5\t61.25\nMIC\t2026-03-10 00:00\t2026-03-10 01:00\t-2\t-0.5\n',
      },
    ],
    [
      'Portuguese headers in Latin-1, the hour in a column, sides and starts of periods',
      {
        content: Buffer.from(
          'Sessão,Data,Hora,Compra/Venda,Potência (kW),Preço\nMD,2026-03-10,00:00,C,12500,61.25\nContínuo,2026-03-10,01:00,V,2000,-0.5\n',
          'latin1',
        ),
        fields: { ...MADRID, labels: 'start' },
      },
    ],
    [
      'sheets',
      {
        content: testWorkbook({
          Hoja1: [
            ['Sesión', 'Fecha y hora', 'Cantidad', '€/MWh'],
            ['MD', '2026-03-10 01:00', 12.5, 61.25],
            ['XBID', '2026-03-10 02:00', -2, -0.5],
          ],
        }),
        name: 'operaciones.xlsx',
        fields: { ...MADRID, unit: 'MWh' },
      },
    ],
  ])('a file of trades with %s is recorded', async (_, file) => {
    const { send, list } = aPortfolio();
    expect(await send(file)).toMatchObject({
      status: 201,
      json: {
        rows: 2,
        sessions: ['MD', 'MIC'],
        from: '2026-03-09T23:00:00.000Z',
        to: '2026-03-10T01:00:00.000Z',
        replaced: 0,
      },
    });
    expect(rowsOf(await list())).toEqual(TWO);
  });

  test('a dry run says what was understood and every problem by its line, and records nothing', async () => {
    const { send, list, uploads } = aPortfolio();
    const content = `sesión;fecha y hora;energía;precio
MD;10/03/2026 01:00;12,5;61,25
MID4;10/03/2026 02:00;1;5
MD;10/03/2026 03:00;1.250;5
MD;10/03/2026 04:00;1;5,1234
`;
    const fields = { ...MADRID, date_form: 'dmy' };
    const body = {
      understood: { format: 'csv', delimiter: ';', decimal: ',', zone: 'Europe/Madrid' },
      rows: [],
      total: 4,
      problems: [
        { line: 3, column: 'sesión', value: 'MID4', code: 'unknown_session', example: 'MD' },
        { line: 4, column: 'energía', value: '1.250', code: 'ambiguous_number' },
        { line: 5, column: 'precio', value: '5,1234', code: 'too_many_decimals' },
      ],
    };
    const dry = { ...fields, dry_run: 'true' };
    expect(await send({ content, fields: dry })).toMatchObject({ status: 200, json: body });
    expect(await send({ content, fields })).toMatchObject({ status: 400, json: body });
    const good = `${content.split('\n').slice(0, 2).join('\n')}\n`;
    expect(await send({ content: good, fields: dry })).toMatchObject({
      status: 200,
      json: {
        rows: [
          {
            session: 'MD',
            start_utc: '2026-03-09T23:00:00Z',
            end_utc: '2026-03-10T00:00:00Z',
            mw: 12.5,
            price: 61.25,
          },
        ],
        total: 1,
        problems: [],
      },
    });
    expect(rowsOf(await list())).toEqual([]);
    expect((await uploads()).json).toEqual([]);
  });

  test('rows of one session and period add up, with the mean price and the exact cost', async () => {
    const { send, list } = aPortfolio();
    const content = `session;utc;mw;price
MIC;2026-03-10T10:00:00Z;10;50
MIC;2026-03-10T10:00:00Z;-4;60
MIC;2026-03-10T11:00:00Z;1;5
MIC;2026-03-10T11:00:00Z;-1;6
MIC;2026-03-10T12:00:00Z;0,001;4,999
`;
    expect(await send({ content })).toMatchObject({ status: 201, json: { rows: 5 } });
    expect(rowsOf(await list())).toEqual([
      ['MIC', '2026-03-10 11:00', 6, 43.333, '260.00'],
      ['MIC', '2026-03-10 12:00', 0, null, '-1.00'],
      ['MIC', '2026-03-10 13:00', 0.001, 4.999, '0.00'],
    ]);
  });

  test('the same file again returns the first upload until it is taken back', async () => {
    const { send, uploads, upload, list } = aPortfolio();
    const file = { content: 'session;utc;mw;price\nMD;2026-03-10T10:00:00Z;1;5\n' };
    const first = await send(file);
    const id = idOf(first);
    const again = await send(file);
    expect(again).toMatchObject({ status: 200, json: { id, rows: 1, sessions: ['MD'] } });
    expect((await uploads()).json).toMatchObject([{ id, file_name: 'medidas.csv', rows: 1 }]);
    const content = await service.call('GET', `${upload(id)}/file?retailer_id=R1`, { key });
    expect(content.text).toBe(file.content);
    const removal = (query: string) => service.call('DELETE', `${upload(id)}?${query}`, { key });
    expect((await removal('retailer_id=R2')).status).toBe(404);
    expect((await removal('retailer_id=R1')).status).toBe(204);
    expect((await removal('retailer_id=R1')).status).toBe(404);
    expect(rowsOf(await list())).toEqual([]);
    expect((await send(file)).status).toBe(201);
    const entries = await service.stores.audit.list({ customerId, limit: 4 });
    const actions = entries.map(({ action }) => action);
    expect(actions.slice(0, 3)).toEqual(['trades.upload', 'trades.undo', 'trades.upload']);
  });

  test('a file of trades of a day of autumn has its repeated labels twice', async () => {
    const { send, list } = aPortfolio();
    const labels = [1, 2, 2, 3].map((hour) => `2026-10-25 0${hour}:00`);
    const rows = labels.map((label, i) => `MD;${label};${i + 1};10\n`);
    const content = `session;datetime;mw;price\n${rows.join('')}`;
    expect(await send({ content, fields: MADRID })).toMatchObject({ status: 201 });
    const found = await list('from=2026-10-25&to=2026-10-25');
    const starts = (found.json as { start_utc: string; mw: number }[]).map(
      ({ start_utc: start, mw }) => [start, mw],
    );
    expect(starts).toEqual([
      ['2026-10-24T22:00:00Z', 1],
      ['2026-10-24T23:00:00Z', 2],
      ['2026-10-25T00:00:00Z', 3],
      ['2026-10-25T01:00:00Z', 4],
    ]);
  });

  test.each([
    ['unit', 'kW', '"kW" is not a valid choice.'],
    ['zone', 'Marte', 'Enter a valid timezone.'],
    ['labels', 'middle', '"middle" is not a valid choice.'],
  ])('a form of trades with a bad %s is rejected', async (field, value, message) => {
    const { send } = aPortfolio();
    const response = await send({ content: 'a;b\n', fields: { [field]: value } });
    expect(response).toMatchObject({ status: 400, json: { [field]: [message] } });
  });

  test('a file of trades beyond the limit is rejected', async () => {
    const { send } = aPortfolio();
    expect((await send({ content: Buffer.alloc(200_001, 'a') })).status).toBe(413);
  });
});

describe('trades of a program', () => {
  test('a later delivery replaces its sessions and days, and an instant sees what counted then', async () => {
    const { post, list } = aPortfolio();
    const first = [trade('MD', 10, 10, 50), trade('MD', 11, 10, 50), trade('BIL', 10, -1, 40.125)];
    expect(await post(first)).toMatchObject({ status: 201, json: { rows: 3, replaced: 0 } });
    const before = new Date().toISOString();
    expect(await post([trade('MD', 12, 0.000001, -999_999.999)])).toMatchObject({
      status: 201,
      json: { rows: 1, replaced: 2 },
    });
    const sold = ['BIL', '2026-03-10 12:00', -1, 40.125, '-40.13'];
    expect(rowsOf(await list())).toEqual([
      ['MD', '2026-03-10 14:00', 0.000001, -999_999.999, '-1.00'],
      sold,
    ]);
    expect(rowsOf(await list(`${DAYS}&as_of=${before}`))).toEqual([
      ['MD', '2026-03-10 12:00', 10, 50, '500.00'],
      ['MD', '2026-03-10 13:00', 10, 50, '500.00'],
      sold,
    ]);
    expect(rowsOf(await list(`${DAYS}&session=BIL`))).toEqual([sold]);
    expect(rowsOf(await list('from=2026-03-11&to=2026-03-12'))).toEqual([]);
  });

  test('a file that is taken back has what it replaced count again', async () => {
    const { post, send, list, upload } = aPortfolio();
    await post([trade('MD', 10, 1, 5)]);
    const sent = await send({ content: 'session;utc;mw;price\nMD;2026-03-10T10:00:00Z;2;5\n' });
    expect(sent).toMatchObject({ status: 201, json: { replaced: 1 } });
    await service.call('DELETE', `${upload(idOf(sent))}?retailer_id=R1`, { key });
    expect(rowsOf(await list())).toEqual([['MD', '2026-03-10 12:00', 1, 5, '5.00']]);
  });

  test.each<[string, unknown, string]>([
    ['no list', undefined, 'Missing required field: trades'],
    ['a text', 'x', "Field 'trades' must be an array of objects"],
    ['an empty list', [], "Field 'trades' must not be empty"],
    ['a number in the list', [1], 'trades[0] must be an object'],
    [
      'an unknown session',
      [trade('MD', 1, 1, 1), trade('MID4', 1, 1, 1)],
      'trades[1].session must be one of MD, MID1, MID2, MID3, MIC, BIL',
    ],
    [
      'a day for a time',
      [{ ...trade('MD', 1, 1, 1), start_time_utc: '2026-03-10' }],
      'trades[0].start_time_utc must be an ISO 8601 date-time',
    ],
    [
      'a period of ten minutes',
      [{ ...trade('MD', 1, 1, 1), end_time_utc: '2026-03-10T01:10:00Z' }],
      'trades[0] has a period of 10 minutes: it may be 15, 30 or 60',
    ],
    [
      'an hour that begins at a quarter',
      [
        {
          ...trade('MD', 1, 1, 1),
          start_time_utc: '2026-03-10T01:15:00Z',
          end_time_utc: '2026-03-10T02:15:00Z',
        },
      ],
      'trades[0] does not begin at a multiple of its 60 minutes',
    ],
    [
      'a year before the market opened',
      [
        {
          ...trade('MD', 1, 1, 1),
          start_time_utc: '1900-03-10T01:00:00Z',
          end_time_utc: '1900-03-10T02:00:00Z',
        },
      ],
      'trades[0] is of 1900: trades are of the years 1998 to 2099',
    ],
    [
      'power as a text',
      [{ ...trade('MD', 1, 1, 1), mw: '1' }],
      'trades[0].mw must be a number of MW below 100000',
    ],
    [
      'a price with four decimals',
      [trade('MD', 1, 1, 1.0001)],
      'trades[0].price must be a number of EUR/MWh below 1000000, with three decimals at most',
    ],
  ])('trades are rejected for %s, and nothing is recorded', async (_, trades, error) => {
    const { post, list } = aPortfolio();
    expect(await post(trades)).toMatchObject({ status: 400, json: { error } });
    expect(rowsOf(await list())).toEqual([]);
  });
});

describe('the list of trades', () => {
  test('the list of trades comes as CSV and .xlsx', async () => {
    const { post, list } = aPortfolio();
    await post([trade('MD', 10, -1.5, 50), trade('MIC', 10, 1, 1), trade('MIC', 10, -1, 2)]);
    const csv = await list(`${DAYS}&format=csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="trades.csv"');
    expect(csv.text).toBe(`session;start_utc;end_utc;datetime;mw;price;cost
MD;2026-03-10T10:00:00Z;2026-03-10T11:00:00Z;2026-03-10 12:00;-1.5;50;-75.00
MIC;2026-03-10T10:00:00Z;2026-03-10T11:00:00Z;2026-03-10 12:00;0;;-1.00
`);
    const [sheet] = readWorkbook((await list(`${DAYS}&format=xlsx`)).bytes);
    expect(sheet?.rows).toHaveLength(3);
  });

  test.each([
    ['from=2026-03-10', 'Missing required parameter: to'],
    ['from=2026-03-10&to=2026-03-09', 'The last day, 2026-03-09, is before the first, 2026-03-10.'],
    [
      'from=2020-01-01&to=2026-01-01',
      'The response would have more than 1100 days: ask for fewer.',
    ],
    [
      `${DAYS}&session=MID4`,
      `Parameter 'session' must be one of: MD, MID1, MID2, MID3, MIC, BIL, not "MID4"`,
    ],
    [`${DAYS}&format=parquet`, 'Unsupported format: parquet. Use json, csv or xlsx.'],
  ])('the list of trades is rejected for %s', async (query, error) => {
    const { list } = aPortfolio();
    expect(await list(query)).toMatchObject({ status: 400, json: { error } });
  });

  test('executed trades are their customer’s, user’s and retailer’s alone', async () => {
    const { base, send, list, uploads, upload } = aPortfolio();
    const sent = await send({ content: 'session;utc;mw;price\nMD;2026-03-10T10:00:00Z;2;5\n' });
    const id = idOf(sent);
    expect(rowsOf(await list(DAYS, otherKey))).toEqual([]);
    expect((await uploads(otherKey)).json).toEqual([]);
    const elsewhere = [
      ['GET', `${upload(id)}/file?retailer_id=R1`, otherKey],
      ['DELETE', `${upload(id)}?retailer_id=R1`, otherKey],
      ['DELETE', `${upload(id)}?retailer_id=R2`, key],
      ['DELETE', `/api/v0/user/ana/trades/uploads/${id}?retailer_id=R1`, key],
      ['DELETE', `/api/v0/user/ana/consumption/uploads/${id}?retailer_id=R1`, key],
    ] as const;
    for (const [method, path, as] of elsewhere) {
      expect((await service.call(method, path, { key: as })).status).toBe(404);
    }
    const other = await service.call('GET', `${base}/?retailer_id=R2&${DAYS}`, { key });
    expect(other.json).toEqual([]);
    expect(rowsOf(await list())).toHaveLength(1);
  });

  test('executed trades need a key, of the scope of purchases to be written and to be read of this or of reading', async () => {
    const base = '/api/v0/user/ana/trades';
    const form = () => {
      const data = new FormData();
      data.set('x', 'y');
      return data;
    };
    const calls = [
      ['POST', `${base}/files?retailer_id=R`, { body: form() }, { purchases: 400 }],
      ['POST', `${base}/?retailer_id=R`, { body: {} }, { purchases: 400 }],
      ['GET', `${base}/?retailer_id=R&${DAYS}`, {}, { read: 200, purchases: 200 }],
      ['GET', `${base}/uploads?retailer_id=R`, {}, { read: 200, purchases: 200 }],
      ['GET', `${base}/uploads/${NO_ID}/file?retailer_id=R`, {}, { read: 404, purchases: 404 }],
      ['DELETE', `${base}/uploads/${NO_ID}?retailer_id=R`, {}, { purchases: 404 }],
    ] as const;
    const scopes: readonly Scope[] = ['read', 'purchases', 'uploads', 'prices'];
    for (const [method, path, call, expected] of calls) {
      expect((await service.call(method, path, call)).status).toBe(401);
      for (const scope of scopes) {
        const only = await issueKey(service.stores, SOURCE, 'Norte', { scopes: [scope] });
        const { status } = await service.call(method, path, { ...call, key: only.token });
        const wanted = (expected as Partial<Record<Scope, number>>)[scope] ?? 403;
        expect([method, path, scope, status]).toEqual([method, path, scope, wanted]);
      }
    }
  });

  test('executed trades without a retailer are rejected', async () => {
    const base = '/api/v0/user/ana/trades';
    for (const path of [`${base}/?${DAYS}`, `${base}/uploads`, `${base}/uploads/${NO_ID}/file`]) {
      expect(await service.call('GET', path, { key })).toMatchObject({
        status: 400,
        json: { error: 'Missing required query parameter: retailer_id' },
      });
    }
  });
});
