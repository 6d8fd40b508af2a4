import { DAY_MS, dateAfter, datesBetween, MINUTE_MS } from '@solano/domain/kernel';
import { TextSource } from '@solano/domain/test/text-source';
import {
  MemoryDatabase,
  MemoryMarketDataStore,
  MemoryObjectStore,
  MemoryPriceStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { BackFill } from './back-fill.ts';
import { PRICE_LIMITS } from './limits.ts';
import { expectedAt } from './series.ts';
import { documentKey } from './source.ts';
import type { CollectDeps } from './store-document.ts';

const MD = 'md_pdbc_spain';
const LAST = '2026-11-21';
/** The oldest day that is back-filled, the last to be asked for. */
const FIRST = dateAfter(LAST, -399);

class Killed extends Error {}

/** Back-filling with a source, at a virtual clock. */
function openBackFill({ killedAfterCalls = Infinity } = {}) {
  const database = new MemoryDatabase();
  const market = new MemoryMarketDataStore(database);
  const objects = new MemoryObjectStore();
  const omie = new TextSource('omie');
  const sentAt: number[] = [];
  let now = expectedAt(MD, '2026-11-22') + MINUTE_MS;
  let calls = 0;
  let kills = 0;
  /** The same port in processes of which each is killed before or after one of its calls. */
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          calls += 1;
          const isKilled = calls % killedAfterCalls === 0;
          kills += isKilled ? 1 : 0;
          if (isKilled && kills % 2 === 0) throw new Killed();
          const result = await method.apply(target, args);
          if (isKilled) throw new Killed();
          return result;
        };
      },
    });
  const get = omie.get.bind(omie);
  omie.get = (request) => {
    sentAt.push(now);
    return get(request);
  };
  const deps: CollectDeps = {
    sources: [omie],
    market: mortal(market),
    prices: new MemoryPriceStore(database),
    objects: mortal(objects),
    limits: PRICE_LIMITS,
    clock: () => new Date(now),
    newId: () => crypto.randomUUID(),
    messageText: (message) => JSON.stringify(message),
    digestOf: (content) => `digest of ${Buffer.from(content).toString()}`,
    pause: async (ms) => {
      now += ms;
    },
    queue: { add: async () => {} },
    log: { info() {}, warn() {}, error() {} },
  };
  let process = new BackFill(deps);
  /** Asks for one day; a process that is killed is followed by another after five seconds. */
  const step = async () => {
    try {
      now = Math.max(now, await process.next());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      now += 5_000;
      process = new BackFill(deps);
    }
  };
  return { market, objects, omie, sentAt, step, clock: () => now, kills: () => kills };
}

test('back-filling loses no day where processes are killed between calls, and paces its requests', async () => {
  const { market, objects, omie, sentAt, step, kills } = openBackFill({ killedAfterCalls: 97 });
  omie.texts.set(1, '6').set(2, '7');
  while (!(await market.known(MD, FIRST)).day?.checkedAt) await step();
  expect(kills()).toBeGreaterThan(20);
  const days = new Map((await market.days([MD], FIRST, LAST)).map((day) => [day.date, day]));
  for (const date of datesBetween(FIRST, LAST)) {
    const { status, document } = days.get(date) ?? {};
    const wanted = { date, status: 'realised', revision: 2 };
    expect({ date, status, revision: document?.revision }).toEqual(wanted);
    const stored = await objects.get(documentKey('omie', document?.name ?? ''));
    expect(stored, `the document of ${date}`).toBeDefined();
    expect((await market.known(MD, date)).realised?.prices[0]).toBe(7);
  }
  const crowded = sentAt.filter((at, i) => at - (sentAt[i - 12] ?? -Infinity) < MINUTE_MS);
  expect(crowded).toEqual([]);
});

test('back-filling begins with the newest day, and keeps one open whose source was unavailable', async () => {
  const { market, omie, step, clock } = openBackFill();
  omie.response = { kind: 'unavailable', reason: 'answered 500' };
  const before = clock();
  await step();
  expect(clock() - before).toBe(5 * MINUTE_MS);
  omie.response = undefined;
  omie.texts.set(1, '7');
  await step();
  const [newest] = omie.asked;
  expect(omie.asked.every(({ date }) => date === newest?.date)).toBe(true);
  expect((await market.known(newest?.series ?? MD, newest?.date ?? '')).day?.status).toBe(
    'realised',
  );
  expect(Date.parse(newest?.date ?? '')).toBeGreaterThan(before - 2 * DAY_MS);
});
