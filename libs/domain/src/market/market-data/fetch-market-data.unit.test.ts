import { dateAfter, datesBetween, MINUTE_MS } from '@solano/domain/kernel';
import { TextSource } from '@solano/domain/test/text-source';
import {
  MemoryDatabase,
  MemoryMarketDataStore,
  MemoryObjectStore,
  MemoryPriceStore,
} from '@solano/memory';
import { beforeEach, expect, test } from 'vitest';
import { fetchMarketData } from './fetch-market-data.ts';
import { PRICE_LIMITS } from './limits.ts';
import type { SeriesName } from './series.ts';
import type { DocumentRequest } from './source.ts';
import type { CollectDeps } from './store-document.ts';

const TODAY = '2026-11-22';
const YESTERDAY = '2026-11-21';

/** A source that has documents of some days: the texts by day and revision. */
class DayTexts extends TextSource {
  override readonly series: readonly SeriesName[] = ['md_pdbc_spain'];
  readonly days = new Map<string, string>();

  override async get(request: DocumentRequest) {
    const text = this.days.get(`${request.date}.${request.revision}`);
    this.texts.clear();
    this.response = text === 'away' ? { kind: 'unavailable', reason: 'answered 500' } : undefined;
    if (text !== undefined) this.texts.set(this.hasRevisions ? request.revision : 1, text);
    return super.get(request);
  }

  get requested(): string[] {
    return this.asked.map(({ date, revision }) => `${date}.${revision}`);
  }
}

let now: number;
let omie: DayTexts;
let esios: DayTexts;
let deps: CollectDeps;

beforeEach(() => {
  const database = new MemoryDatabase();
  now = Date.parse(`${TODAY}T17:00Z`);
  [omie, esios] = [new DayTexts('omie'), new DayTexts('esios')];
  deps = {
    sources: [omie],
    market: new MemoryMarketDataStore(database),
    prices: new MemoryPriceStore(database),
    objects: new MemoryObjectStore(),
    limits: PRICE_LIMITS,
    clock: () => new Date(now),
    newId: () => '00000000-0000-4000-8000-000000000001',
    messageText: (message) => JSON.stringify(message),
    digestOf: (content) => `digest of ${Buffer.from(content).toString()}`,
    pause: async (ms) => {
      now += ms;
    },
    queue: { add: async () => {} },
    log: { info() {}, warn() {}, error() {} },
  };
});

const fetchDays = (from: string, to = from) => fetchMarketData(deps, { from, to, isDryRun: false });

test('a day without its first revision is asked for the second one at the end, once', async () => {
  omie.days.set(`${YESTERDAY}.1`, '7');
  omie.days.set('2026-11-20.2', '8');
  const fetched = await fetchDays('2026-11-19', TODAY);
  expect(omie.requested).toEqual([
    `${TODAY}.1`,
    `${YESTERDAY}.1`,
    `${YESTERDAY}.2`,
    `${YESTERDAY}.3`,
    '2026-11-20.1',
    '2026-11-19.1',
    `${TODAY}.2`,
    '2026-11-20.2',
    '2026-11-20.3',
    '2026-11-19.2',
  ]);
  const accepted = fetched.filter(({ result }) => result === 'accepted');
  expect(accepted.map(({ date }) => date)).toEqual([YESTERDAY, '2026-11-20']);
});

test('a day that is stored in full is not requested', async () => {
  omie.days.set(`${YESTERDAY}.1`, '7');
  await fetchDays(YESTERDAY);
  omie.days.set(`${YESTERDAY}.2`, '8');
  const asked = omie.requested.length;
  expect(await fetchDays(YESTERDAY)).toEqual([]);
  expect(omie.requested).toHaveLength(asked);
});

test('a cancelled day is asked for the revisions after the known one, once', async () => {
  omie.days.set(`${YESTERDAY}.1`, 'cancelled');
  await fetchDays(YESTERDAY);
  omie.asked.length = 0;
  await fetchDays(YESTERDAY);
  expect(omie.requested).toEqual([`${YESTERDAY}.2`, `${YESTERDAY}.3`]);
});

test('a document that is not whole is asked for its revisions, once', async () => {
  omie.days.set(`${YESTERDAY}.1`, 'bad');
  const fetched = await fetchDays(YESTERDAY);
  expect(omie.requested).toEqual([1, 2, 3].map((revision) => `${YESTERDAY}.${revision}`));
  expect(fetched[0]).toMatchObject({ result: 'rejected', reason: 'not a document' });
});

test('a document that the source fails to give leaves the other days', async () => {
  omie.days.set(`${YESTERDAY}.1`, 'away').set('2026-11-20.1', '8').set('2026-11-20.2', 'away');
  omie.days.set('2026-11-19.1', '9');
  const fetched = await fetchDays('2026-11-19', YESTERDAY);
  expect(fetched.map(({ date, result }) => [date, result])).toMatchObject([
    [YESTERDAY, 'unavailable'],
    ['2026-11-20', 'accepted'],
    ['2026-11-20', 'unavailable'],
    ['2026-11-19', 'accepted'],
    ['2026-11-19', 'absent'],
    ['2026-11-19', 'absent'],
  ]);
});

test('a source that answers for none of two days in a row is not asked again', async () => {
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20', YESTERDAY]) {
    omie.days.set(`${day}.1`, 'away');
  }
  await fetchDays('2026-11-18', YESTERDAY);
  expect(omie.requested).toEqual([`${YESTERDAY}.1`, '2026-11-20.1']);
});

test('no revision is asked for of a day that the next source has', async () => {
  deps = { ...deps, sources: [omie, esios] };
  esios.days.set(`${YESTERDAY}.1`, '5');
  await fetchDays(YESTERDAY, TODAY);
  expect(omie.requested).toEqual([`${TODAY}.1`, `${YESTERDAY}.1`, `${TODAY}.2`]);
  // A source without revisions is asked once.
  expect(esios.requested).toEqual([`${TODAY}.1`, `${YESTERDAY}.1`]);
});

test('a second command does not wait, and sixty requests are sent in a minute at the most', async () => {
  const started = now;
  for (const date of datesBetween(dateAfter(YESTERDAY, -28), YESTERDAY)) await fetchDays(date);
  expect(omie.requested).toHaveLength(58);
  expect(now).toBe(started);
  await fetchDays(TODAY);
  expect(now).toBe(started);
  await fetchDays(dateAfter(TODAY, 1));
  expect(omie.requested).toHaveLength(62);
  expect(now - started).toBeGreaterThan(MINUTE_MS);
  expect(now - started).toBeLessThan(MINUTE_MS + 5_000);
});
