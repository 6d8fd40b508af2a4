import { createHash } from 'node:crypto';
import { dateAfter, dateAt } from '@solano/domain/kernel';
import { UNUSED_SOURCE } from '@solano/domain/market';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import type { SourceResponse } from '@solano/tools/market-sources';
import { esiosJson, omieText, openSourceServer } from '@solano/tools/market-sources';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const TODAY = dateAt(Date.now());
const YESTERDAY = dateAfter(TODAY, -1);
const MD = 'md_pdbc_spain';
const TOKEN = 'token-of-the-operator';

/** The responses of the sources, by the name of the file or the number of the indicator. */
const responses = new Map<string, SourceResponse>();
let server: Awaited<ReturnType<typeof openSourceServer>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  server = await openSourceServer(({ path, query }) => {
    const name = query.get('filename') ?? path.split('/').at(-1) ?? '';
    return responses.get(name) ?? { status: 404 };
  });
  database = await createTestDatabase();
  command = await openCommand(database.url);
  const { env } = command;
  Object.assign(env, { MARKET_SOURCES: 'omie,esios', OMIE_URL: server.url });
  Object.assign(env, { ESIOS_URL: server.url, ESIOS_TOKEN: TOKEN });
});
afterAll(async () => {
  await command[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Each test may send its requests at once: the budget of a minute is that of the test. */
beforeEach(async () => {
  await using opened = await PostgresDatabase.connect(database.url);
  const { market } = postgresStores(opened);
  for (const name of ['omie', 'esios'] as const) {
    await market.updateSource(name, () => UNUSED_SOURCE);
  }
});

const compact = (date: string) => date.replaceAll('-', '');
const fetchDay = (day: string, ...more: string[]) =>
  command.solano('market', 'fetch', '--from', day, '--to', day, ...more);
const marketOf = async (name: string) => {
  const { markets } = (await command.json('market', 'status')) as {
    markets: Record<string, unknown>[];
  };
  return markets.find(({ market }) => market === name);
};

test('market fetch stores published documents, skips unpublished ones, and reports both', async () => {
  responses.set(`marginalpdbc_${compact(TODAY)}.1`, { body: omieText(MD, TODAY, () => 50_120) });
  responses.set(`marginalpibc_${compact(TODAY)}01.2`, {
    body: omieText('mid_pibc01_spain', TODAY, undefined),
  });
  const args = ['--from', TODAY, '--to', TODAY, '--source', 'omie', '--json'];
  const { code, json } = await command.process('market', 'fetch', ...args);
  expect(code).toBe(0);
  const stored = (json as { result: string; document: string }[]).filter(
    ({ result }) => result === 'accepted' || result === 'cancelled',
  );
  expect(stored.map(({ document, result }) => `${document} ${result}`).sort()).toEqual([
    `marginalpdbc_${compact(TODAY)}.1 accepted`,
    `marginalpibc_${compact(TODAY)}01.2 cancelled`,
  ]);
  expect(await marketOf(MD)).toMatchObject({
    newest_realised_day: TODAY,
    source: 'omie',
    revision: 1,
    late_by_seconds: expect.any(Number),
  });
  expect(await marketOf('mid_pibc01_spain')).toMatchObject({ cancelled_days: [TODAY] });
});

test('market fetch --dry-run stores nothing', async () => {
  const name = `marginalpdbc_${compact(YESTERDAY)}.1`;
  responses.set(name, { body: omieText(MD, YESTERDAY, () => 51_000) });
  const { json, code } = await fetchDay(YESTERDAY, '--source', 'omie', '--dry-run', '--json');
  expect(code).toBe(0);
  expect(json).toContainEqual(expect.objectContaining({ document: name, result: 'accepted' }));
  expect(await marketOf(MD)).toMatchObject({ missing_days: expect.arrayContaining([YESTERDAY]) });
  responses.delete(name);
});

test('market fetch does not request a session and day that is complete', async () => {
  const asked = server.requests.length;
  const { json } = await fetchDay(TODAY, '--source', 'omie', '--json');
  const names = (json as { document: string }[]).map(({ document }) => document);
  expect(names).not.toContainEqual(expect.stringContaining('marginalpdbc'));
  expect(server.requests.length - asked).toBe(names.length);
});

test('market fetch fails naming source, document and reason, and stores the other days', async () => {
  const day = dateAfter(YESTERDAY, -1);
  responses.set(`marginalpdbc_${compact(day)}.1`, { body: '<html></html>' });
  responses.set(`marginalpibc_${compact(day)}02.1`, {
    body: omieText('mid_pibc02_spain', day, () => 1_000),
  });
  const { code, stdout, stderr } = await fetchDay(day, '--source', 'omie');
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(
    `omie marginalpdbc_${compact(day)}.1: line 1: the header is not MARGINALPDBC;`,
  );
  expect(await marketOf('mid_pibc02_spain')).toMatchObject({ newest_realised_day: day });
});

test('prices outside the limits wait until market accept', async () => {
  responses.set(`marginalpdbc_${compact(YESTERDAY)}.1`, {
    body: omieText(MD, YESTERDAY, () => 4_000_001),
  });
  const { code, stdout } = await fetchDay(YESTERDAY, '--source', 'omie');
  expect(code).toBe(0);
  expect(stdout).toContain('4000.001 EUR/MWh is outside the limits of -600 to 4000');
  expect(await marketOf(MD)).toMatchObject({ held_days: [YESTERDAY] });
  const name = `marginalpdbc_${compact(YESTERDAY)}.1`;
  const outside = 'the price 4000.001 EUR/MWh is outside the limits of -600 to 4000';
  const status = await command.solano('market', 'status');
  expect(status.stdout).toContain(`${MD} ${YESTERDAY}: omie ${name} held: ${outside}\n`);
  expect(await command.json('market', 'accept', MD, YESTERDAY)).toMatchObject({
    market: MD,
    day: YESTERDAY,
    source: 'omie',
    document: `marginalpdbc_${compact(YESTERDAY)}.1`,
    revision: 1,
  });
  expect(await marketOf(MD)).toMatchObject({ held_days: [] });
  const content = omieText(MD, YESTERDAY, () => 4_000_001);
  const document = {
    source: 'omie',
    document: name,
    revision: 1,
    sha256: createHash('sha256').update(content).digest('hex'),
    received_at: expect.any(String),
    object: `market/omie/${name}`,
  };
  expect(await command.json('market', 'documents', MD, YESTERDAY)).toEqual([
    { ...document, outcome: 'held', reason: outside, in_use: false },
    { ...document, outcome: 'accepted', reason: '', in_use: true },
  ]);
  const again = await command.solano('market', 'accept', MD, YESTERDAY);
  expect(again.stderr).toContain(`No prices of ${MD} are held for ${YESTERDAY}.`);
});

test('market series shows a forecast as it was known at an instant', async () => {
  const body = esiosJson('wind', TODAY, 60, (i) => 7_000_001 + i);
  responses.set('1777', { body });
  const before = new Date().toISOString();
  const { stderr } = await fetchDay(TODAY, '--source', 'esios');
  expect(stderr).not.toContain(TOKEN);
  const [day] = (await command.json('market', 'series', 'wind')) as {
    day: string;
    rows: object[];
  }[];
  expect(day?.day).toBe(TODAY);
  expect(day?.rows[0]).toEqual({ datetime: `${TODAY} 01:00`, mw: '7000.001' });
  expect(await command.json('market', 'series', 'wind', '--known-at', before)).toEqual([]);
});

test('market series rejects a last day that is before the first', async () => {
  const days = ['--from', TODAY, '--to', YESTERDAY];
  const { code, stdout, stderr } = await command.solano('market', 'series', 'wind', ...days);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`The last day, ${YESTERDAY}, is before the first, ${TODAY}.`);
});

test('market fetch brings prices of deviations of days that are over, as a revision of the source', async () => {
  responses.clear();
  responses.set('687', { body: esiosJson('wind', YESTERDAY, 60, (i) => 60_000 + i) });
  responses.set('686', { body: esiosJson('wind', YESTERDAY, 60, () => -1_500) });
  const days = ['--from', YESTERDAY, '--to', TODAY];
  const source = ['--source', 'esios'];
  const fetched = (await command.json('market', 'fetch', ...days, ...source)) as {
    series: string;
  }[];
  const own = fetched.filter(({ series }) => series === 'imbalance_spain');
  expect(own).toEqual([
    {
      series: 'imbalance_spain',
      day: YESTERDAY,
      source: 'esios',
      document: `687_${compact(YESTERDAY)}`,
      result: 'accepted',
      reason: '',
    },
  ]);
  await using opened = await PostgresDatabase.connect(database.url);
  const [revision] = await postgresStores(opened).imbalance.revisions(YESTERDAY);
  expect(revision).toMatchObject({ settlement: 'esios', source: 'esios', revision: 1 });
  expect([revision?.short[2], revision?.long[2]]).toEqual([60_002, -1_500]);
});

test('a source that is not available is named without its token', async () => {
  responses.set('1775', { status: 503 });
  const { code, stderr } = await fetchDay(TODAY, '--source', 'esios');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^esios 1775_\d{8}\.1: answered 503$/m);
  expect(stderr).not.toContain(TOKEN);
});

test('market sources are not read while MARKET_SOURCES is not set', async () => {
  const { MARKET_SOURCES: _, ...env } = command.env as Record<string, string>;
  await using other = await openCommand(database.url);
  Object.assign(other.env, env);
  delete (other.env as Record<string, string>).MARKET_SOURCES;
  const asked = server.requests.length;
  const { code, stderr } = await other.solano('market', 'fetch', '--from', TODAY, '--to', TODAY);
  expect(code).toBe(1);
  expect(stderr).toContain('Set MARKET_SOURCES first');
  expect(server.requests.length).toBe(asked);
});
