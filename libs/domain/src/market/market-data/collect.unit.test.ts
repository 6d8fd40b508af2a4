import { all, anEntry } from '@solano/domain/contracts';
import { MINUTE_MS } from '@solano/domain/kernel';
import { TextSource } from '@solano/domain/test/text-source';
import {
  MemoryDatabase,
  MemoryMarketDataStore,
  MemoryObjectStore,
  MemoryPriceStore,
} from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptHeld } from './accept-held.ts';
import { type Requester, UNUSED_SOURCE } from './budget.ts';
import { collectDay } from './collect.ts';
import { PRICE_LIMITS } from './limits.ts';
import { expectedAt } from './series.ts';
import type { CollectDeps } from './store-document.ts';

const MD = 'md_pdbc_spain';
const DAY = '2026-11-22';

const database = { current: new MemoryDatabase() };
let now: number;
let omie: TextSource;
let esios: TextSource;
let jobs: number;
let warnings: string[];
let objects: MemoryObjectStore;
let deps: CollectDeps;

beforeEach(() => {
  database.current = new MemoryDatabase();
  objects = new MemoryObjectStore();
  now = expectedAt(MD, DAY) + MINUTE_MS;
  [omie, esios] = [new TextSource('omie'), new TextSource('esios')];
  [jobs, warnings] = [0, []];
  deps = {
    sources: [omie, esios],
    market: new MemoryMarketDataStore(database.current),
    prices: new MemoryPriceStore(database.current),
    objects,
    limits: PRICE_LIMITS,
    clock: () => new Date(now),
    newId: () => '00000000-0000-4000-8000-000000000001',
    messageText: (message) => JSON.stringify(message),
    digestOf: (content) => `digest of ${Buffer.from(content).toString()}`,
    pause: async (ms) => {
      now += ms;
    },
    queue: {
      add: async () => {
        jobs += 1;
      },
    },
    log: {
      info() {},
      warn: (_: object, message: string) => void warnings.push(message),
      error() {},
    },
  };
});

const collect = (requester: Requester = 'poll') => collectDay(deps, MD, DAY, { requester });
const accept = () => acceptHeld({ ...deps, objects }, MD, DAY);
const heldDocument = async () => (await deps.market.known(MD, DAY)).day?.held?.document;
const stored = async () => {
  const { day, realised } = await deps.market.known(MD, DAY);
  return { status: day?.status, price: realised?.prices[0], source: realised?.source };
};

test('a document that an operator fetched is stored along with an audit entry, if it is new', async () => {
  omie.texts.set(1, '7');
  const entryOf = (subject: string) => anEntry({ action: 'market.fetch', subject });
  await collectDay(deps, MD, DAY, { requester: 'poll', entryOf });
  await collectDay(deps, MD, DAY, { requester: 'poll', entryOf });
  expect(database.current.audit).toMatchObject([entryOf(`${MD}_${DAY}.1`)]);
});

test('a document is not used when its audit entry fails', async () => {
  omie.texts.set(1, '7');
  const entryOf = () => anEntry({ subject: 'half of a pair \ud800' });
  const failure = collectDay(deps, MD, DAY, { requester: 'poll', entryOf });
  await expect(failure).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await stored()).toMatchObject({ price: undefined });
});

describe('a day of a market', () => {
  test('a day is taken from one document, of the most trusted source that has it complete', async () => {
    omie.texts.set(1, 'short');
    esios.texts.set(1, '5');
    await collect();
    expect(await stored()).toEqual({ status: 'realised', price: 5, source: 'esios' });
    omie.texts.set(2, '7');
    await collect();
    expect(await stored()).toEqual({ status: 'realised', price: 7, source: 'omie' });
    const asked = esios.asked.length;
    esios.texts.set(1, '6');
    await collect();
    expect(await stored()).toEqual({ status: 'realised', price: 7, source: 'omie' });
    expect(esios.asked).toHaveLength(asked);
  });

  test('a day of a market uses its highest revision, also where there is none before it', async () => {
    omie.texts.set(2, '8').set(3, '9');
    await collect();
    expect(omie.asked.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    expect(await stored()).toMatchObject({ price: 9 });
    await collect();
    expect(omie.asked.at(-1)?.revision).toBe(4);
    expect(jobs).toBe(2);
  });

  test('a day is not changed by an incomplete document, which is logged once', async () => {
    omie.texts.set(1, 'bad');
    await collect();
    await collect();
    expect(await stored()).toEqual({ status: 'missing', price: undefined, source: undefined });
    const { day } = await deps.market.known(MD, DAY);
    expect(day?.problem?.reason).toBe('not a document');
    expect(warnings).toHaveLength(1);
    const rejected = await all(objects.list('market/omie/'));
    expect(rejected).toMatchObject([{ key: `market/omie/${MD}_${DAY}.1.rejected` }]);
  });

  test('a day is not changed by a document that breaks its own reason, which is shown as one short line', async () => {
    omie.texts.set(1, `bad: \0\u001b[31m\ud800${'x'.repeat(300)}`);
    const [outcome] = await collect();
    const reason = `not a document:  [31m\ufffd${'x'.repeat(177)}…`;
    expect(outcome).toMatchObject({ result: 'rejected', reason });
    expect((await deps.market.known(MD, DAY)).day?.problem?.reason).toBe(reason);
  });

  test('a day of a market is cancelled until a revision with rows undoes that', async () => {
    omie.texts.set(1, 'cancelled');
    await collect();
    expect(await stored()).toMatchObject({ status: 'cancelled', price: undefined });
    omie.texts.set(2, '3');
    await collect();
    expect(await stored()).toMatchObject({ status: 'realised', price: 3 });
  });

  test('a day with a price outside the limits is held until an operator accepts it', async () => {
    omie.texts.set(1, '4000001');
    const [first] = await collect();
    expect(first).toMatchObject({ result: 'held' });
    expect(await stored()).toMatchObject({ status: 'missing', price: undefined });
    expect([warnings.length, jobs]).toEqual([1, 0]);
    await accept();
    expect(await stored()).toMatchObject({ status: 'realised', price: 4_000_001 });
    expect((await deps.market.known(MD, DAY)).day?.held).toBeNull();
    expect(jobs).toBe(1);
  });

  test('a held day is requested from no less trusted source, and is logged once', async () => {
    omie.texts.set(1, '4000001');
    esios.texts.set(1, '4000001');
    for (let i = 0; i < 3; i += 1) await collect();
    expect(esios.asked).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(await heldDocument()).toMatchObject({ source: 'omie', receivedAt: new Date(now) });
  });

  test('a held day is replaced by a document of a more trusted source', async () => {
    esios.texts.set(1, '4000001');
    await collect();
    expect(await heldDocument()).toMatchObject({ source: 'esios' });
    omie.texts.set(1, '4000002');
    await collect();
    expect(await heldDocument()).toMatchObject({ source: 'omie' });
    omie.texts.set(2, '3');
    await collect();
    expect(await stored()).toMatchObject({ price: 3, source: 'omie' });
    expect(await heldDocument()).toBeUndefined();
  });

  test('a held day stays held while a source that is requested alone has other prices', async () => {
    omie.texts.set(1, '4000001');
    esios.texts.set(1, '5');
    await collect();
    await collectDay({ ...deps, sources: [esios] }, MD, DAY, { requester: 'fetch' });
    expect(await stored()).toMatchObject({ price: 5, source: 'esios' });
    expect(await heldDocument()).toMatchObject({ source: 'omie' });
    await accept();
    expect(await stored()).toMatchObject({ price: 4_000_001, source: 'omie' });
  });

  test('a held day of a source without revisions is logged once, and not held again when accepted', async () => {
    esios.sendsEtags = false;
    esios.texts.set(1, '4000001');
    for (let i = 0; i < 3; i += 1) await collect();
    expect(warnings).toHaveLength(1);
    expect(await deps.market.documents(MD, DAY)).toHaveLength(1);
    await accept();
    expect((await collect()).at(-1)).toMatchObject({ source: 'esios', result: 'unchanged' });
    expect(await heldDocument()).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  test('a held day is released when the source withdraws the prices outside the limits', async () => {
    esios.texts.set(1, '5');
    await collect();
    esios.texts.set(1, '4000001');
    await collect();
    expect(await heldDocument()).toMatchObject({ source: 'esios' });
    esios.texts.set(1, '5');
    await collect();
    expect(await heldDocument()).toBeUndefined();
    expect(await stored()).toMatchObject({ price: 5, source: 'esios' });
  });

  test('a day that no source has complete is logged once for each source', async () => {
    omie.texts.set(1, 'bad');
    esios.texts.set(1, 'short');
    for (let i = 0; i < 3; i += 1) await collect();
    expect(warnings).toEqual([
      `market data rejected: ${MD}_${DAY}.1`,
      `market data rejected: ${MD}_${DAY}.1`,
    ]);
    const { day } = await deps.market.known(MD, DAY);
    expect(day?.problem?.document.source).toBe('omie');
  });
});

describe('a source', () => {
  test('a source that is rejected for another reason at each poll has one document, with the last reason', async () => {
    for (const [i, text] of ['bad', 'short', 'bad'].entries()) {
      omie.texts.set(1, text);
      await collect();
      expect(await deps.market.documents(MD, DAY)).toHaveLength(1);
      expect(warnings).toHaveLength(i + 1);
    }
    const [document] = await deps.market.documents(MD, DAY);
    const { day } = await deps.market.known(MD, DAY);
    expect(day?.problem?.reason).toBe(document?.reason);
  });

  test('a source without numbered revisions is requested conditionally', async () => {
    esios.texts.set(1, '5');
    await collect();
    await collect();
    expect(esios.asked.map(({ etag }) => etag)).toEqual([null, '"5"']);
    esios.texts.set(1, '6');
    const outcomes = await collect();
    expect(outcomes.at(-1)).toMatchObject({ source: 'esios', result: 'accepted' });
    expect(await stored()).toMatchObject({ price: 6 });
  });

  test('a source gets neither polls nor paced requests until the time of its Retry-After', async () => {
    omie.response = { kind: 'unavailable', reason: 'answered 429', retryAfterMs: 10 * MINUTE_MS };
    await collect();
    omie.response = undefined;
    omie.texts.set(1, '5');
    expect(await collect()).toMatchObject([{ result: 'unavailable' }, { source: 'esios' }]);
    expect(await collect('back-fill')).toMatchObject([
      { result: 'unavailable' },
      { source: 'esios' },
    ]);
    expect(omie.asked).toHaveLength(1);
    now += 10 * MINUTE_MS;
    await collect();
    expect(await stored()).toMatchObject({ price: 5 });
  });

  test('a source gets at most twelve paced requests in a minute, besides polls', async () => {
    const sentAt: number[] = [];
    const get = omie.get.bind(omie);
    omie.get = (request) => {
      sentAt.push(now);
      return get(request);
    };
    for (let i = 0; i < 10; i += 1) await collect('back-fill');
    const crowded = sentAt.filter((at, i) => at - (sentAt[i - 12] ?? -Infinity) < MINUTE_MS);
    expect(sentAt.length).toBeGreaterThan(24);
    expect(crowded).toEqual([]);
    const before = now;
    await collect();
    expect(now).toBe(before);
  });
});

test('every version of a forecast is kept with the time at which it was known', async () => {
  esios.texts.set(1, '5');
  await collectDay(deps, 'wind', DAY, { requester: 'poll' });
  now += 60 * MINUTE_MS;
  esios.texts.set(1, '6');
  await collectDay(deps, 'wind', DAY, { requester: 'poll' });
  const versions = await deps.market.fundamentalVersions('wind', DAY, DAY);
  expect(versions.map(({ values, knownAt }) => [values[0], knownAt.getTime()])).toEqual([
    [5, now - 60 * MINUTE_MS],
    [6, now],
  ]);
  expect((await deps.market.source('omie')).requests).toEqual(UNUSED_SOURCE.requests);
});
