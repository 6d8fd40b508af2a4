import { dateAfter, HOUR_MS, MINUTE_MS, quartersOfDate, rejectRows } from '@solano/domain/kernel';
import type { Job, Task } from '@solano/domain/service';
import {
  MemoryDatabase,
  MemoryImbalancePriceStore,
  MemoryMarketDataStore,
  MemoryObjectStore,
} from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ParsedDocument, SourceResponse } from '../market-data/source.ts';
import { collectImbalance } from './collect-imbalance.ts';
import { fetchImbalance } from './fetch-imbalance.ts';
import type { NewImbalanceRevision } from './imbalance-prices.ts';
import type { ImbalanceRequest, ImbalanceSource } from './imbalance-source.ts';
import { imbalanceTask } from './imbalance-task.ts';

const TODAY = '2026-10-27';
const DAY = '2026-10-25';

/** A source with documents `<price> <minutes> <periods left out at the end>`, `bad` or `away`. */
class ImbalanceTexts implements ImbalanceSource {
  readonly name = 'esios';
  readonly texts = new Map<string, string>();
  readonly asked: string[] = [];

  documentName = ({ direction, date }: ImbalanceRequest) => `${direction}_${date}`;

  async get(request: ImbalanceRequest): Promise<SourceResponse> {
    const name = this.documentName(request);
    this.asked.push(name);
    const text = this.texts.get(name);
    if (text === undefined) return { kind: 'absent' };
    if (text === 'away') return { kind: 'unavailable', reason: 'answered 500' };
    return { kind: 'document', content: Buffer.from(`${text} ${request.date}`), etag: null };
  }

  parse(content: Uint8Array): ParsedDocument {
    const [price, minutes, left = '0', date] = Buffer.from(content).toString().split(' ');
    if (price === 'bad') rejectRows(['not a document']);
    const stepMinutes = Number(minutes);
    const all = quartersOfDate(date as string).filter((_, i) => (i + 1) % (stepMinutes / 15) === 0);
    const ends = all.slice(0, all.length - Number(left));
    const values = ends.map(() => Number(price));
    return { kind: 'values', series: { stepMinutes, ends, values } };
  }

  publish(date: string, short: string, long: string): void {
    this.texts.set(`short_${date}`, short);
    this.texts.set(`long_${date}`, long);
  }

  /** The days that were asked for since the last call, the newest first. */
  askedDays(): string[] {
    const days = this.asked.splice(0).map((name) => name.split('_')[1] as string);
    return [...new Set(days)];
  }
}

let source: ImbalanceTexts;
let objects: MemoryObjectStore;
let imbalance: MemoryImbalancePriceStore;
let market: MemoryMarketDataStore;
let now: number;
let warnings: unknown[];

beforeEach(() => {
  const database = new MemoryDatabase();
  [source, objects] = [new ImbalanceTexts(), new MemoryObjectStore()];
  imbalance = new MemoryImbalancePriceStore(database);
  market = new MemoryMarketDataStore(database);
  now = Date.parse(`${TODAY}T09:00Z`);
  warnings = [];
});

const deps = () => ({
  source,
  objects,
  imbalance,
  market,
  clock: () => new Date(now),
  pause: async (ms: number) => {
    now += ms;
  },
  log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
});

const collect = (date = DAY) => collectImbalance(deps(), date, { requester: 'poll' });

async function revisions(date = DAY) {
  const all = await imbalance.revisions(date);
  return all.map(({ settlement, stepMinutes, short, long }) => [
    settlement,
    stepMinutes,
    short.length,
    short[0],
    long[0],
  ]);
}

async function importDay(): Promise<void> {
  const hours = Array.from({ length: 25 }, () => 1);
  const day: NewImbalanceRevision = {
    date: DAY,
    stepMinutes: 60,
    short: hours,
    long: hours,
    settlement: 'C2',
    source: 'csv',
    knownAt: new Date(now),
  };
  await imbalance.revise([DAY], () => [day]);
}

describe('the prices of deviations of a source', () => {
  test('a whole day is stored with its documents, and again only where its prices change', async () => {
    source.publish(DAY, '60 60 0', '40 60 0');
    expect(await collect()).toEqual({
      source: 'esios',
      document: `short_${DAY}`,
      result: 'accepted',
      reason: '',
    });
    expect((await collect()).result).toBe('unchanged');
    source.publish(DAY, '61 15 0', '41 15 0');
    expect((await collect()).result).toBe('accepted');
    expect(await revisions()).toEqual([
      ['esios', 60, 25, 60, 40],
      ['esios', 15, 100, 61, 41],
    ]);
    for (const name of ['short', 'long']) {
      for (const revision of [1, 2]) {
        expect(await objects.get(`market/esios/${name}_${DAY}.${revision}`)).toBeDefined();
      }
    }
  });

  test.each([
    ['neither price is published', undefined, undefined],
    ['one price is published', '60 60 0', undefined],
    ['the last hours are yet to come', '60 60 2', '40 60 0'],
  ])('a day is absent while %s', async (_, short, long) => {
    if (short !== undefined) source.texts.set(`short_${DAY}`, short);
    if (long !== undefined) source.texts.set(`long_${DAY}`, long);
    expect((await collect()).result).toBe('absent');
    expect(await revisions()).toEqual([]);
  });

  test.each([
    ['bad', '40 60 0', 'not a document'],
    ['60 30 0', '40 30 0', 'short: periods of 30 minutes'],
    ['60 60 0', '40 15 0', 'short has periods of 60 minutes, long of 15'],
  ])('documents %j and %j are rejected and kept aside', async (short, long, reason) => {
    source.publish(DAY, short, long);
    expect(await collect()).toMatchObject({ result: 'rejected', reason });
    expect(await revisions()).toEqual([]);
    expect(await objects.get(`market/esios/short_${DAY}.rejected`)).toBeDefined();
  });

  test('the prices of an operator are left as they are', async () => {
    await importDay();
    source.publish(DAY, '60 60 0', '40 60 0');
    expect((await collect()).result).toBe('unchanged');
    expect(await revisions()).toMatchObject([['C2', 60, 25, 1, 1]]);
  });
});

describe('a fetch of prices of deviations', () => {
  const fetchDays = (from: string, to: string, isDryRun = false) =>
    fetchImbalance(deps(), { from, to, isDryRun });

  test('days without prices that are over are asked for, the newest first', async () => {
    source.publish('2026-10-24', '60 60 0', '40 60 0');
    await importDay();
    const fetched = await fetchDays('2026-10-23', '2026-10-30');
    expect(fetched.map(({ series, date, result }) => [series, date, result])).toEqual([
      ['imbalance_spain', '2026-10-26', 'absent'],
      ['imbalance_spain', '2026-10-24', 'accepted'],
      ['imbalance_spain', '2026-10-23', 'absent'],
    ]);
    expect(await fetchDays(TODAY, TODAY)).toEqual([]);
  });

  test('a dry run stores nothing', async () => {
    source.publish(DAY, '60 60 0', '40 60 0');
    expect(await fetchDays(DAY, DAY, true)).toMatchObject([{ result: 'accepted' }]);
    source.publish(DAY, 'bad', '40 60 0');
    expect(await fetchDays(DAY, DAY, true)).toMatchObject([{ result: 'rejected' }]);
    expect(await revisions()).toEqual([]);
    expect(await objects.get(`market/esios/short_${DAY}.rejected`)).toBeUndefined();
  });

  test('a source that is away is asked for two days and no more', async () => {
    for (const back of [1, 2, 3]) source.publish(dateAfter(TODAY, -back), 'away', 'away');
    const fetched = await fetchDays('2026-10-01', TODAY);
    expect(fetched.map(({ result, reason }) => [result, reason])).toEqual([
      ['unavailable', 'answered 500'],
      ['unavailable', 'answered 500'],
    ]);
  });
});

describe('the job that brings prices of deviations', () => {
  let job: Job;
  let task: Task;

  beforeEach(() => {
    task = imbalanceTask(deps());
    job = {
      kind: 'imbalance',
      subject: 'collect',
      lane: 'collect',
      step: '',
      reason: '',
      attempt: 1,
    };
  });

  /** Does the steps that are due within some minutes. Returns the days asked for. */
  async function run(minutes: number): Promise<string[]> {
    const until = now + minutes * MINUTE_MS;
    for (;;) {
      const next = (await task.step(job)) as { reason: string; due: { at: Date } };
      job = { ...job, reason: next.reason };
      const due = next.due.at.getTime();
      if (due > until) break;
      now = Math.max(now, due);
    }
    now = until;
    return source.askedDays();
  }

  const back = (count: number) => Array.from({ length: count }, (_, i) => dateAfter(TODAY, -1 - i));

  test('all days of five weeks are asked for at first, and the missing ones of a week each hour', async () => {
    expect(await run(50)).toEqual(back(35));
    source.publish(DAY, '60 60 0', '40 60 0');
    expect(await run(60)).toEqual(back(7));
    expect(await run(60)).toEqual(back(7).filter((day) => day !== DAY));
    expect(await revisions()).toHaveLength(1);
  });

  test('days with prices are asked for again once a day, and a change is a revision', async () => {
    for (const day of back(36)) source.publish(day, '60 60 0', '40 60 0');
    await run(50);
    source.publish(DAY, '61 60 0', '40 60 0');
    expect(await run(60)).toEqual([]);
    now += 23 * HOUR_MS;
    const days = await run(50);
    expect(days).toHaveLength(35);
    expect(days[0]).toBe(TODAY);
    expect(await revisions()).toHaveLength(2);
  });

  test('a source that is away is asked again after five minutes, from the same day on', async () => {
    const [yesterday] = back(1) as [string];
    source.publish(yesterday, 'away', 'away');
    expect(await run(4)).toEqual([yesterday]);
    source.publish(yesterday, '60 60 0', '40 60 0');
    expect((await run(50)).slice(0, 2)).toEqual(back(2));
  });

  test('requests to a source are as few as those of back-filling', async () => {
    for (const day of back(40)) source.publish(day, '60 60 0', '40 60 0');
    await run(50);
    now += 24 * HOUR_MS;
    const days = await run(3);
    expect(days.length).toBeGreaterThan(12);
    expect(days.length).toBeLessThanOrEqual(1 + (4 * 12) / 2);
  });

  test('days that an operator imported are not asked for', async () => {
    await importDay();
    expect(await run(50)).toEqual(back(35).filter((day) => day !== DAY));
  });

  test('a reason for which documents are rejected is logged once', async () => {
    source.publish(DAY, 'bad', 'bad');
    for (let hour = 0; hour < 3; hour += 1) await run(60);
    const reason = 'not a document';
    expect(warnings).toEqual([{ day: DAY, reason }]);
  });
});
