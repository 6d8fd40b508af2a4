import { TestRelay } from '@solano/tools/test-relay';
import { describe, expect, test } from 'vitest';
import { ChangeListener } from '../src/database/change-listener.ts';
import type { PostgresDatabase } from '../src/database/database.ts';
import { PriceRevisions } from '../src/prices/price-revisions.ts';
import { PostgresPriceStore } from '../src/prices/price-store.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

const MARKET = 'md_pdbc_spain';
const CUSTOMER = crypto.randomUUID();

/** A store that listens through a relay and counts its statements, and the stores of another process. */
async function setUp() {
  await using opening = new AsyncDisposableStack();
  const { url, here: database, there } = opening.use(await openSharedDatabase());
  const relay = opening.use(await TestRelay.open(url));
  const changes = opening.use(await new ChangeListener(relay.url).start());
  let statements = 0;
  const counted: Pick<PostgresDatabase, 'run'> = {
    run(...sent) {
      statements += 1;
      return database.run(...sent);
    },
  };
  const prices = new PostgresPriceStore(database, new PriceRevisions(counted, changes));
  const elsewhere = postgresStores(there).prices;
  const opened = opening.move();
  return {
    prices,
    elsewhere,
    relay,
    changes,
    statements: () => statements,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const PREDICTION = {
  market: MARKET,
  origin: 'live',
  inputsUntil: null,
  generatedAt: new Date('2026-11-21T09:00:00Z'),
  stepMinutes: 60,
  ends: [Date.parse('2026-11-22T00:00:00Z')],
  prices: [50_000],
} as const;

describe('the revisions of prices', () => {
  test('a customer without prices of its own has the revisions of the market', async () => {
    await using cached = await setUp();
    const { prices, elsewhere, relay } = cached;
    const shared = await prices.revision(MARKET);
    relay.silence();
    await elsewhere.seenBy(CUSTOMER).putPredictions([PREDICTION]);
    const view = prices.seenBy(CUSTOMER);
    expect(await view.revision(MARKET)).toBe(shared);
    const window = { from: 0, to: Date.parse('2100-01-01'), before: Date.parse('2100-01-01') };
    expect(await view.lastPredictions(MARKET, [window])).toEqual([undefined]);
    expect(await elsewhere.seenBy(CUSTOMER).lastPredictions(MARKET, [window])).toHaveLength(1);
  });

  test('the revisions of prices are read once for all markets and customers, and again after a change', async () => {
    await using cached = await setUp();
    const read = async () => {
      for (const market of [MARKET, 'mid_pibc01_spain'] as const) {
        await cached.prices.revision(market);
        await cached.prices.seenBy(CUSTOMER).revision(market);
      }
    };
    await read();
    await read();
    expect(cached.statements()).toBe(1);
    await cached.elsewhere.putPredictions([PREDICTION]);
    await expect.poll(() => cached.prices.revision(MARKET)).not.toBe('');
    await read();
    expect(cached.statements()).toBe(2);
  });

  test.each<[string, (prices: PostgresPriceStore) => Promise<void>]>([
    ['put', (prices) => prices.putPredictions([PREDICTION])],
    ['removed', (prices) => prices.removeSynthetic()],
  ])('the revisions of prices change at once for who has %s some', async (_, change) => {
    await using cached = await setUp();
    const mine = cached.prices.seenBy(CUSTOMER);
    const day = { ...PREDICTION, date: '2026-11-22', source: 'synthetic', version: 0 } as const;
    await mine.putRealised([day]);
    const before = await mine.revision(MARKET);
    await change(mine);
    expect(await mine.revision(MARKET)).not.toBe(before);
  });

  test('a committed revision is never older than what another process has put, and one statement serves many', async () => {
    await using cached = await setUp();
    const { prices, elsewhere, statements } = cached;
    await prices.revision(MARKET);
    // No notice of a change comes.
    cached.relay.silence();
    for (let minute = 0; minute < 60; minute += 1) {
      const generatedAt = new Date(Date.UTC(2026, 10, 21, 9, minute));
      await elsewhere.putPredictions([{ ...PREDICTION, generatedAt }]);
      const committed = await prices.committedRevision(MARKET);
      expect(committed).toBe(await elsewhere.revision(MARKET));
      expect(await prices.seenBy(CUSTOMER).committedRevision(MARKET)).toBe(committed);
    }
    const before = statements();
    await Promise.all(Array.from({ length: 30 }, () => prices.committedRevision(MARKET)));
    expect(statements() - before).toBe(1);
  });

  test('the revisions of prices are read each time while notifications cannot be received', async () => {
    await using cached = await setUp();
    await cached.prices.revision(MARKET);
    cached.relay.pointTo(undefined);
    cached.relay.cut();
    await expect.poll(() => cached.changes.isUp).toBe(false);
    for (const day of [21, 22, 23]) {
      const generatedAt = new Date(Date.UTC(2026, 10, day));
      await cached.elsewhere.putPredictions([{ ...PREDICTION, generatedAt }]);
      expect(await cached.prices.revision(MARKET)).toBe(await cached.elsewhere.revision(MARKET));
    }
    expect(cached.statements()).toBe(4);
  });

  test('the revisions of prices are current after a reconnection that missed a change', async () => {
    await using cached = await setUp();
    const before = await cached.prices.revision(MARKET);
    cached.relay.cut();
    await cached.elsewhere.putPredictions([PREDICTION]);
    await expect.poll(() => cached.prices.revision(MARKET)).not.toBe(before);
    await expect.poll(() => cached.changes.isUp).toBe(true);
  });

  test('the revisions of prices are read again within five seconds where a connection is lost silently', async () => {
    await using cached = await setUp();
    const before = await cached.prices.revision(MARKET);
    cached.relay.silence();
    const since = performance.now();
    await cached.elsewhere.putPredictions([PREDICTION]);
    await expect.poll(() => cached.prices.revision(MARKET)).not.toBe(before);
    // Five seconds, and a margin for a busy machine.
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(cached.changes.isUp).toBe(false);
  });
});
