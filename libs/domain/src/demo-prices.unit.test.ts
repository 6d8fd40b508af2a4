import { describe, expect, test } from 'vitest';
import { demoPrediction, demoRealised, putDemoPrices } from './demo-prices.ts';
import { MARKETS, SESSIONS } from './market/sessions.ts';
import { PricesInMemory } from './market/test-prices.ts';
import type { PricePrediction, RealisedPrices } from './prices/prices.ts';
import { labelOf } from './time/label.ts';
import { dateAfter, dateAt } from './time/madrid-day.ts';

const predictionsAt = (now: string) =>
  SESSIONS.map((rules) => demoPrediction(rules, new Date(now)));
const realisedAt = (now: string) => SESSIONS.map((rules) => demoRealised(rules, new Date(now)));

/** Counts what is put for the demo customer. */
class CountedPrices extends PricesInMemory {
  readonly demo = this.seenBy('demo');
  puts = { predictions: 0, days: 0 };

  constructor() {
    super();
    const { demo } = this;
    const [putPrediction, putRealised] = [
      demo.putPrediction.bind(demo),
      demo.putRealised.bind(demo),
    ];
    demo.putPrediction = async (prediction: PricePrediction) => {
      this.puts.predictions += 1;
      await putPrediction(prediction);
    };
    demo.putRealised = async (days: readonly RealisedPrices[]) => {
      this.puts.days += days.length;
      await putRealised(days);
    };
  }

  update(now: Date): Promise<void> {
    return putDemoPrices(this, 'demo', now);
  }
}

async function daysOf(prices: PricesInMemory, market: string): Promise<RealisedPrices[]> {
  const days: RealisedPrices[] = [];
  for await (const day of prices.realised(market, '0001-01-01', '9999-12-31')) days.push(day);
  return days.reverse();
}

describe('demo predictions', () => {
  test.each([
    ['2026-11-21T10:07:00Z', '2026-11-21 00:15', '2026-12-01 00:00', 960],
    ['2026-11-21T23:30:00Z', '2026-11-22 00:15', '2026-12-02 00:00', 960],
    ['2026-03-25T10:00:00Z', '2026-03-25 00:15', '2026-04-04 00:00', 956],
    ['2026-10-20T10:00:00Z', '2026-10-20 00:15', '2026-10-30 00:00', 964],
  ])('made at %s are for each quarter from today on', (now, first, last, count) => {
    const made = predictionsAt(now);
    expect(made.map(({ market }) => market)).toEqual(MARKETS);
    for (const { ends, prices, stepMinutes, generatedAt } of made.slice(0, 3)) {
      expect([stepMinutes, generatedAt]).toEqual([15, new Date(now)]);
      expect([labelOf(ends[0] ?? 0), labelOf(ends.at(-1) ?? 0)]).toEqual([first, last]);
      expect([ends.length, prices.length]).toEqual([count, count]);
      expect(prices.every((price) => Number.isInteger(price))).toBe(true);
    }
    const afternoons = made[3]?.ends.map((end) => labelOf(end).slice(11)) ?? [];
    expect(afternoons).toHaveLength(480);
    expect(afternoons.slice(0, 48)).toEqual(afternoons.slice(48, 96));
    expect([afternoons[0], afternoons[47]]).toEqual(['12:15', '00:00']);
  });

  test('give the same quarter the same price, and markets prices of their own', () => {
    const [today = [], tomorrow = []] = ['2026-11-21T10:00Z', '2026-11-22T10:00Z'].map((now) =>
      predictionsAt(now).map(({ ends, prices }) => {
        return new Map(ends.map((end, i) => [end, prices[i]]));
      }),
    );
    const shared = [...(today[0]?.keys() ?? [])].filter((end) => tomorrow[0]?.has(end));
    expect(shared).toHaveLength(9 * 96);
    for (const end of shared) {
      expect(tomorrow.map((prices) => prices.get(end))).toEqual(today.map((p) => p.get(end)));
    }
    expect(new Set(today.map((prices) => [...prices.values()].join())).size).toBe(4);
  });
});

describe('demo realised prices', () => {
  test.each([
    // MD of tomorrow is published at 13:00 in Madrid, MID1 at 16:00, MID3 of today at 11:00.
    ['2026-11-21T09:59Z', ['2026-11-21', '2026-11-21', '2026-11-21', '2026-11-20']],
    ['2026-11-21T10:00Z', ['2026-11-21', '2026-11-21', '2026-11-21', '2026-11-21']],
    ['2026-11-21T12:00Z', ['2026-11-22', '2026-11-21', '2026-11-21', '2026-11-21']],
    ['2026-11-21T15:00Z', ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21']],
    ['2026-11-21T22:00Z', ['2026-11-22', '2026-11-22', '2026-11-22', '2026-11-21']],
  ])('at %s reach to the last auction that has been published', (now, last) => {
    const made = realisedAt(now);
    expect(made.map((days) => days.at(-1)?.date)).toEqual(last);
    for (const days of made) {
      const dates = days.map(({ date }) => date);
      expect(dates).toEqual(dates.map((_, i) => dateAfter(dates[0] as string, i)));
      expect(dates.length).toBeGreaterThanOrEqual(90);
    }
  });

  test('have the shape of the market: dear evenings, cheap noons, negative hours', () => {
    const [days = []] = realisedAt('2026-11-21T10:00Z');
    const at = (time: string) => {
      const prices = days.flatMap(({ ends, prices }) => {
        return prices.filter((_, i) => labelOf(ends[i] as number).endsWith(time));
      });
      return prices.reduce((sum, price) => sum + price, 0) / prices.length / 1000;
    };
    expect(at('20:30')).toBeGreaterThan(at('08:30') + 10);
    expect(at('08:30')).toBeGreaterThan(at('03:30') + 10);
    expect(at('03:30')).toBeGreaterThan(at('14:30') + 30);
    const all = days.flatMap(({ prices }) => prices);
    const negative = all.filter((price) => price < 0).length / all.length;
    expect(negative).toBeGreaterThan(0.01);
    expect(negative).toBeLessThan(0.2);
  });

  test('come out a little otherwise than predicted', () => {
    const now = '2026-11-21T10:00Z';
    const [[day], [prediction]] = [realisedAt(now)[0]?.slice(-1) ?? [], predictionsAt(now)];
    const errors = day?.prices.map((price, i) => price - (prediction?.prices[i] ?? 0)) ?? [];
    const size = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length / 1000;
    expect(day?.date).toBe(dateAt(Date.parse(now)));
    expect(size).toBeGreaterThan(1);
    expect(size).toBeLessThan(18);
  });
});

describe('bringing the prices of the demo up to date', () => {
  const NOW = new Date('2026-11-21T10:00Z');
  const DAY_MS = 24 * 3_600_000;

  test('gives every market a history that was predicted before, and what comes next', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    for (const market of MARKETS) {
      const own = store.demo.put.filter((each) => each.market === market);
      expect(own).toHaveLength(17);
      expect(new Set(own.map(({ origin }) => origin))).toEqual(new Set(['hindcast', 'live']));
      const days = await daysOf(store.demo, market);
      const first = days[0]?.ends[0] ?? 0;
      expect(+(own[0]?.generatedAt ?? 0)).toBeLessThan(first - DAY_MS / 2);
      const known = new Set(own.flatMap(({ ends }) => ends));
      expect(days.flatMap(({ ends }) => ends).every((end) => known.has(end))).toBe(true);
    }
  });

  test('shows nothing of that to anybody else', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    const window = { from: -Infinity, to: Infinity, before: Infinity };
    for (const reader of [store, store.seenBy('another')]) {
      for (const market of MARKETS) {
        expect(await daysOf(reader, market)).toEqual([]);
        expect(await reader.lastPredictions(market, [window])).toEqual([undefined]);
      }
    }
  });

  test('again adds no more than the new day', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    store.puts = { predictions: 0, days: 0 };
    await store.update(NOW);
    expect([store.puts, store.demo.put.length]).toEqual([{ predictions: 4, days: 0 }, 68]);
    await store.update(new Date(+NOW + DAY_MS));
    expect([store.puts, store.demo.put.length]).toEqual([{ predictions: 8, days: 4 }, 72]);
  });

  const series = { stepMinutes: 15, ends: [+NOW], prices: [1] };

  test('puts nothing newer than a real prediction, and yet covers the days', async () => {
    const market = 'md_pdbc_spain';
    const store = new CountedPrices();
    const made = { generatedAt: NOW, origin: 'imported', inputsUntil: null } as const;
    await store.putPrediction({ market, ...made, ...series });
    const later = new Date(+NOW + 5 * DAY_MS);
    await store.update(later);
    const own = store.demo.allPut().filter((each) => each.market === market);
    expect(Math.max(...own.map(({ generatedAt }) => +generatedAt))).toBe(+NOW);
    const ends = own.flatMap(({ ends }) => ends);
    expect(Math.max(...ends)).toBeGreaterThan(+later + 7 * DAY_MS);
    expect(own).toHaveLength(17);
  });

  test('makes no realised prices up where any are real', async () => {
    const market = 'mid_pibc01_spain';
    const store = new CountedPrices();
    store.keep({ market, date: '2026-11-10', source: 'omie', version: 1, ...series });
    await store.update(NOW);
    const days = await Promise.all(MARKETS.map((name) => daysOf(store.demo, name)));
    expect(days.map(({ length }) => length)).toEqual([0, 1, 0, 0]);
  });
});
