import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateAfter, dateAt } from '@solano/domain/kernel';
import { releasePython, wheelRelease } from '@solano/tools/release-wheel';
import { snippetsOf } from '@solano/tools/snippets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMONSTRATION, madeDemonstration } from '../demonstration.ts';
import { openService, type TestService } from '../service.ts';
import { openEmptyFolder } from './outside.ts';

const MAX_KB = 80;
const [ANALYST, FRAMES, PLAIN, AUTUMN, RUN] = [
  'analyst.py',
  'frames.py',
  'plain.py',
  'autumn.py',
  'notebook.py',
].map((name) => fileURLToPath(new URL(name, import.meta.url))) as [
  string,
  string,
  string,
  string,
  string,
];
const NOTEBOOK = fileURLToPath(
  new URL('../../../../clients/python/notebooks/first-look.ipynb', import.meta.url),
);
const CLIENTS = fileURLToPath(new URL('../../../../docs/clients.md', import.meta.url));
const TODAY = dateAt(Date.now());
/** Two whole weeks that the demonstration has measured. */
const [FROM, TO] = [dateAfter(TODAY, -20), dateAfter(TODAY, -7)];
const DAY = dateAfter(TODAY, 2);

let service: TestService;
let key: string;
let folder: Awaited<ReturnType<typeof openEmptyFolder>>;
/** A virtual environment with the wheel and what it asks for; pandas is not in it. */
let python: string;
/** The Python of builds, with pandas, matplotlib and what runs a notebook. */
let installer: string;
/** Where pandas is. */
let packages: string;

beforeAll(async () => {
  service = await openService(DEMONSTRATION, await madeDemonstration());
  key = (await readFile(join(service.folder, 'demo.key'), 'utf8')).trim();
  folder = await openEmptyFolder();
  installer = await releasePython();
  const { name, bytes } = await wheelRelease();
  await writeFile(join(folder.path, name), bytes);
  await folder.run(installer, ['-m', 'venv', '--without-pip', 'environment']);
  python = join(folder.path, 'environment/bin/python');
  await folder.run(installer, ['-m', 'pip', '--python', python, 'install', '--quiet', `./${name}`]);
  const where = 'import pandas, pathlib; print(pathlib.Path(pandas.__file__).parents[1])';
  packages = (await folder.run(installer, ['-c', where])).trim();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function json<Value>(path: string): Promise<Value> {
  return (await service.call('GET', path, { key })).json as Value;
}

test(`the wheel has at most ${MAX_KB} kB, and is the same whenever it is built`, async () => {
  const { name, bytes } = await wheelRelease();
  expect(bytes.length).toBeLessThanOrEqual(MAX_KB * 1_000);
  expect(bytes.equals(await readFile(join(folder.path, name)))).toBe(true);
});

test('the program on the page of clients runs as it is printed', async () => {
  const text = await readFile(CLIENTS, 'utf8');
  const program = snippetsOf('docs/clients.md', text).find(({ language }) => language === 'python');
  const printed = program?.text.replace('http://127.0.0.1:3000', service.url) ?? '';
  await folder.run(python, ['-c', `${printed}\nassert worth is not None and score is not None`], {
    PYTHONPATH: packages,
    KEY: key,
  });
});

interface Analysis {
  readonly prices: {
    readonly columns: readonly string[];
    readonly zone: string;
    readonly first: string;
    readonly utc: string;
    readonly price: number;
    readonly p90: number;
    readonly generated_at: string;
    readonly is_even: boolean;
  };
  readonly purchase: { readonly id: string; readonly status: string };
  readonly worth: Readonly<Record<string, number>>;
  readonly table_mw: number;
  readonly month: {
    readonly days: readonly string[];
    readonly deviation_cost: number;
    readonly total: number;
  };
  readonly score: {
    readonly plant: string;
    readonly nmae: Readonly<Record<string, number>>;
    readonly produced_mwh: number;
  };
  readonly production: { readonly mwh: number; readonly last: string };
}

test('an analyst reads prices, buys, and reads deviations and scores as frames', async () => {
  const deviation = `/api/v0/user/ana/deviation?retailer_id=acme&from=${FROM}&to=${TO}`;
  await expect.poll(async () => (await json<{ rows: unknown[] }>(deviation)).rows.length).toBe(14);
  const args = [ANALYST, service.url, key, DAY, FROM, TO];
  const printed = await folder.run(python, args, { PYTHONPATH: packages });
  const { prices, purchase, worth, table_mw, month, score, production } = JSON.parse(
    printed,
  ) as Analysis;

  const predicted = await json<{
    readonly generated_at: string;
    readonly rows: readonly [{ datetime: string; price: string; p90: string }];
  }>('/api/v0/prices/spain/md_pdbc_spain/prediction');
  const [row] = predicted.rows;
  expect(prices).toMatchObject({
    columns: ['utc', 'price', 'p10', 'p90'],
    zone: 'Europe/Madrid',
    first: row.datetime,
    price: Number(row.price),
    p90: Number(row.p90),
    generated_at: predicted.generated_at,
    is_even: true,
  });
  expect(localTime(prices.utc)).toBe(row.datetime);

  expect(purchase.status).toBe('completed');
  const path = `/api/v0/user/ana/purchase/${purchase.id}`;
  const series = await json<{ datetime: string; purchase: number }[]>(`${path}/series`);
  expect(series[0]).toEqual({ datetime: `${DAY} 01:00`, purchase: 1.5 });
  expect(series).toHaveLength(24);
  const { models } = await json<{ models: { idmodel: number; expected_cost: string }[] }>(
    `${path}/evaluation`,
  );
  expect(worth).toEqual(
    Object.fromEntries(models.map((each) => [each.idmodel, Number(each.expected_cost)])),
  );
  expect(table_mw).toBe(36);

  const compared = await json<{
    rows: { day: string; deviation_cost: string }[];
    total: { deviation_cost: string };
  }>(deviation);
  expect(month.days).toEqual(compared.rows.map(({ day }) => day));
  expect(month.total).toBe(Number(compared.total.deviation_cost));
  const sum = compared.rows.reduce((all, each) => all + Number(each.deviation_cost), 0);
  expect(month.deviation_cost).toBeCloseTo(sum, 2);

  const plants = await json<{ id: string; name: string }[]>('/api/v0/plants/');
  const id = plants.find(({ name }) => name === score.plant)?.id;
  const scored = await json<{
    produced_mwh: number;
    origins: { origin: string; nmae: number }[];
  }>(`/api/v0/plants/${id}/score?from=${FROM}&to=${TO}`);
  expect(score.produced_mwh).toBe(scored.produced_mwh);
  expect(score.nmae).toEqual(
    Object.fromEntries(scored.origins.map((each) => [each.origin, each.nmae])),
  );
  expect(Object.keys(score.nmae)).not.toHaveLength(0);
  expect(production.last).toBe(`${dateAfter(FROM, 1)} 00:00`);
  expect(production.mwh).toBeGreaterThan(0);
});

test('the notebook runs from its first cell to its last, and draws five pictures', async () => {
  const deviation = `/api/v0/user/ana/deviation?retailer_id=acme&from=${dateAfter(TODAY, -36)}&to=${TO}`;
  await expect.poll(async () => (await json<{ rows: unknown[] }>(deviation)).rows.length).toBe(30);
  const where = 'import solano, pathlib; print(pathlib.Path(solano.__file__).parents[1])';
  const client = (await folder.run(python, ['-c', where])).trim();
  const printed = await folder.run(installer, [RUN, NOTEBOOK], {
    PYTHONPATH: client,
    SOLANO_URL: service.url,
    SOLANO_KEY: key,
    HOME: folder.path,
  });
  const { stored, errors, warnings, pictures } = JSON.parse(printed) as Executed;
  expect({ stored, errors, warnings }).toEqual({ stored: 0, errors: [], warnings: [] });
  expect(pictures).toHaveLength(5);
  expect(Math.min(...pictures)).toBeGreaterThan(5_000);
});

interface Executed {
  /** Cells that the repository has with outputs. */
  readonly stored: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Lengths of PNGs in base64. */
  readonly pictures: readonly number[];
}

interface Plain {
  readonly rows: number;
  readonly datetime: string;
  readonly utc: string;
  readonly price: number;
  readonly origin: string;
  readonly ids: readonly [string, string];
  readonly rejected: Readonly<Record<string, unknown>>;
  readonly csv: string;
}

test('a program without pandas has rows, and errors of the service as exceptions', async () => {
  const printed = await folder.run(python, [PLAIN, service.url, key, DAY]);
  const plain = JSON.parse(printed) as Plain;
  const predicted = await json<{
    readonly origin: string;
    readonly rows: readonly [{ datetime: string; price: string }];
  }>('/api/v0/prices/spain/md_pdbc_spain/prediction');
  const [row] = predicted.rows;
  const { ids, rejected } = plain;
  expect(plain).toMatchObject({
    rows: predicted.rows.length,
    price: Number(row.price),
    origin: predicted.origin,
    csv: 'datetime;price;p5;p10;p25;p50;p75;p90;p95',
  });
  expect(plain.datetime.slice(0, 16).replace('T', ' ')).toBe(row.datetime);
  expect(localTime(plain.utc)).toBe(row.datetime);
  expect(ids[1]).toBe(ids[0]);
  expect(rejected).toMatchObject({
    status: 404,
    text: expect.stringMatching(/^404: .*not found/i),
  });
  expect(rejected.request_id).toEqual(expect.any(String));
});

test('the hour that autumn repeats is told apart, and what may be sent again is', async () => {
  const printed = await folder.run(python, [AUTUMN]);
  expect(JSON.parse(printed)).toEqual({
    utc: [
      '2026-10-24T23:45:00+00:00',
      '2026-10-25T00:00:00+00:00',
      '2026-10-25T00:45:00+00:00',
      '2026-10-25T01:00:00+00:00',
      '2026-10-25T01:15:00+00:00',
      '2026-10-25T02:00:00+00:00',
    ],
    labels: ['2026-10-25 02:30', '2026-10-25 02:30'],
    tries: { GET: 3, POST: 1, 'POST with a key': 3, throttled: 3 },
    lost: 'ConnectError',
    orders: [
      [
        ['2026-10-25 02:00', 1],
        ['2026-10-25 02:00', 2],
      ],
      [
        ['2026-10-24 20:00', 1],
        ['2026-10-24 21:00', 2],
      ],
    ],
    rejections: {
      'second pass alone': expect.stringMatching(/^ValueError 2026-10-25 02:00 .* only the second/),
      'zones and none': expect.stringMatching(/^ValueError .* give all of them one, or none/),
      seconds: expect.stringMatching(/^ValueError .* whole minutes/),
      'day as time': expect.stringMatching(/^TypeError A time is needed/),
      'time as day': expect.stringMatching(/^ValueError A day of Madrid is needed/),
      'day as moment': expect.stringMatching(/^TypeError A time is needed/),
      key: expect.not.stringContaining('cret'),
      elsewhere: expect.stringContaining('led to https://solano.test/api/v0/plants/: open'),
    },
    key: 'Bearer sol_a_b',
    days: expect.objectContaining({ from: '2026-10-24', to: '2026-10-25' }),
  });
});

test('frames have numbers where the document has amounts, and their columns without rows too', async () => {
  const printed = await folder.run(python, [FRAMES], { PYTHONPATH: packages });
  const times = { utc: 'datetime64', session: 'object', mw: 'float64' };
  expect(JSON.parse(printed)).toEqual({
    plant: { name: '1.5', agrupation: '2.10', lat: 42.5 },
    missing: { price: 'float64', p10: 'float64' },
    rules: [{ name: 'cap_first_auction', expected_cost: 12.5 }],
    trades: ['datetime', 'Europe/Madrid', { ...times, price: 'float64', cost: 'float64' }],
    deviation: ['day', 7, 132.5],
  });
});

/** A moment as a label of the Madrid clock. */
function localTime(moment: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Madrid' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(moment));
}
