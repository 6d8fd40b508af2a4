import { dateAfter, dateAt, dayOf, labelOf } from '@solano/domain/kernel';
import {
  coveredQuarters,
  gateClosure,
  MARKETS,
  type Market,
  type PricePrediction,
  predictionAt,
  type RealisedPrices,
  SESSIONS,
} from '@solano/domain/market';
import { evaluatePredictions } from '@solano/domain/market/evaluation';
import { only, test2030 } from '@solano/domain/test/backtest';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { demoPrediction, demoRealised, putDemoPriceHistory, putDemoPrices } from './demo-prices.ts';

const predictionsAt = (now: string) =>
  SESSIONS.map((rules) => demoPrediction(rules, new Date(now)));
const realisedAt = (now: string) => SESSIONS.map((rules) => demoRealised(rules, new Date(now)));

/** Counts what is put for the demo customer. */
class CountedPrices extends TestPrices {
  readonly demo = this.seenBy('demo');
  puts = { predictions: 0, days: 0 };

  constructor() {
    super();
    const { demo } = this;
    const [putPredictions, putRealised] = [
      demo.putPredictions.bind(demo),
      demo.putRealised.bind(demo),
    ];
    demo.putPredictions = async (predictions: readonly PricePrediction[]) => {
      this.puts.predictions += predictions.length;
      await putPredictions(predictions);
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

async function daysOf(prices: TestPrices, market: Market): Promise<RealisedPrices[]> {
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
  ])(
    'demo predictions made at %s are for each quarter from today on',
    (now, first, last, count) => {
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
    },
  );

  test('demo predictions repeat the same price for a quarter, and markets have prices of their own', () => {
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
  ])(
    'demo realised prices at %s reach to the last auction that has been published',
    (now, last) => {
      const made = realisedAt(now);
      expect(made.map((days) => days.at(-1)?.date)).toEqual(last);
      for (const days of made) {
        const dates = days.map(({ date }) => date);
        expect(dates).toEqual(dates.map((_, i) => dateAfter(dates[0] as string, i)));
        expect(dates.length).toBeGreaterThanOrEqual(90);
      }
    },
  );

  test('demo realised prices have the shape of the market: dear evenings, cheap noons, negative hours', () => {
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

  test('demo realised prices are off their predictions as those of the market are', async () => {
    const now = new Date('2026-11-21T10:00Z');
    const store = new TestPrices();
    await putDemoPrices(store, 'demo', now);
    const { put } = store.seenBy('demo');
    const errors = SESSIONS.map((rules) => {
      const predicted = new Map(
        put.flatMap(({ market, ends, prices }) => {
          if (market !== rules.market) return [];
          return ends.map((end, i) => [end, prices[i] as number] as const);
        }),
      );
      return demoRealised(rules, now).flatMap(({ ends, prices }) => {
        return ends.map((end, i) => (prices[i] as number) - (predicted.get(end) as number));
      });
    });
    for (const own of errors) {
      const size = own.reduce((sum, error) => sum + Math.abs(error), 0) / own.length / 1000;
      // The baseline's were 15 to 21 EUR/MWh in the autumn of 2025.
      expect(size).toBeGreaterThan(12);
      expect(size).toBeLessThan(21);
    }
  });

  test('demo realised prices are apart between sessions as those of the market are', () => {
    const now = new Date('2026-11-21T10:00Z');
    const [md, mid1] = SESSIONS.map((rules) => {
      const rows = demoRealised(rules, now).flatMap(({ ends, prices }) => {
        return ends.map((end, i) => [end, prices[i] as number] as const);
      });
      return new Map(rows);
    });
    const spreads = [...(mid1 ?? [])].map(([end, price]) => (price - (md?.get(end) ?? 0)) / 1000);
    const mean = spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
    const variance = spreads.reduce((sum, each) => sum + (each - mean) ** 2, 0) / spreads.length;
    // MID1 in the autumn of 2025: −1.4 and 7.0 EUR/MWh; from 2024 on −0.2 to −1.8 and 5.0 to 7.0.
    expect(mean).toBeGreaterThan(-1.8);
    expect(mean).toBeLessThan(-0.2);
    expect(Math.sqrt(variance)).toBeGreaterThan(5);
    expect(Math.sqrt(variance)).toBeLessThan(7.5);
  });
});

describe('a year of demo prices', () => {
  const year = (place: number) => {
    const days = [0, 1, 2, 3].flatMap((quarter) => {
      const now = new Date(Date.UTC(2026, 3 + 3 * quarter, 4));
      return demoRealised(SESSIONS[place] as (typeof SESSIONS)[number], now);
    });
    const rows = days.flatMap(({ ends, prices }) => {
      return ends.map((end, i) => ({
        label: labelOf(end),
        end,
        price: (prices[i] as number) / 1000,
      }));
    });
    return [...new Map(rows.map((row) => [row.end, row])).values()];
  };
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

  test('a year of demo prices is dear in the winter and cheap in the spring, with noons below zero', () => {
    const all = year(0);
    const in2026 = (month: string) => all.filter(({ label }) => label.startsWith(`2026-${month}`));
    const [april, july, november] = ['04', '07', '11'].map((month) => {
      return mean(in2026(month).map(({ price }) => price));
    }) as [number, number, number];
    expect(april).toBeLessThan(july - 15);
    expect(april).toBeLessThan(november - 15);
    const noons = in2026('04').filter(({ label }) => label.endsWith(' 14:00'));
    const negative = noons.filter(({ price }) => price < 0).length / noons.length;
    expect(negative).toBeGreaterThan(0.4);
    expect(Math.min(...all.map(({ price }) => price))).toBeGreaterThan(-60);
  });

  test('a year of demo prices has auctions that take back a part of the day-ahead surprise', () => {
    const first = new Map(year(1).map(({ end, price }) => [end, price]));
    const expected = new Map(
      [0, 1, 2, 3].flatMap((quarter) => {
        const rules = SESSIONS[0] as (typeof SESSIONS)[number];
        const from = Date.UTC(2026, 3 * quarter, 6);
        return [0, 9, 18, 27, 36, 45, 54, 63].flatMap((days) => {
          const { ends, prices } = demoPrediction(rules, new Date(from + days * 86_400_000));
          return ends.map((end, i) => [end, (prices[i] as number) / 1000] as const);
        });
      }),
    );
    const pairs = year(0).flatMap(({ end, price }) => {
      const [auction, prediction] = [first.get(end), expected.get(end)];
      // Below zero prices move less.
      if (auction === undefined || prediction === undefined || Math.min(price, auction) < 0)
        return [];
      return [{ surprise: price - prediction, spread: auction - price }];
    });
    expect(pairs.length).toBeGreaterThan(20_000);
    const [high, low] = [
      pairs.filter(({ surprise }) => surprise > 15),
      pairs.filter(({ surprise }) => surprise < -15),
    ].map((own) => mean(own.map(({ spread }) => spread))) as [number, number];
    expect(high).toBeLessThan(-3);
    expect(low).toBeGreaterThan(2);
  });
});

/** The customer of a tested backtest. */
const TESTER = 'c';

test.each(['2026-03-11', '2026-08-20', '2026-11-22', '2027-02-01'])(
  'a backtest of the demo on %s saves about what one of real quarter hours did: 0.9 to 2 percent',
  async (today) => {
    const prices = new TestPrices();
    const now = new Date(`${today}T10:00Z`);
    await putDemoPrices(prices, TESTER, now);
    const range = { from: dateAfter(today, -90), to: dateAfter(today, -1) };
    const { models } = await test2030(prices, only(1, 3), range);
    const saved = models.find(({ idmodel }) => idmodel === 3)?.totals;
    expect(saved?.days).toBe(90);
    expect(saved?.savingPercent).toBeGreaterThanOrEqual(0.9);
    expect(saved?.savingPercent).toBeLessThanOrEqual(2);
  },
);

describe('bringing the prices of the demo up to date', () => {
  const NOW = new Date('2026-11-21T10:00Z');
  const DAY_MS = 24 * 3_600_000;

  test('updating the demo’s prices gives every market a predicted history, and predictions', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    for (const market of MARKETS) {
      const own = store.demo.put.filter((each) => each.market === market);
      expect(own).toHaveLength(17 + 32);
      expect(new Set(own.map(({ origin }) => origin))).toEqual(new Set(['hindcast', 'live']));
      const days = await daysOf(store.demo, market);
      const first = days[0]?.ends[0] ?? 0;
      expect(+(own[0]?.generatedAt ?? 0)).toBeLessThan(first - DAY_MS / 2);
      const known = new Set(own.flatMap(({ ends }) => ends));
      expect(days.flatMap(({ ends }) => ends).every((end) => known.has(end))).toBe(true);
    }
  });

  test.each(['2026-11-21T10:00Z', '2026-10-26T01:00Z', '2026-03-30T22:30Z'])(
    'the demo shows on its first start at %s errors of 30 days, benchmarks and bands',
    async (text) => {
      const now = new Date(text);
      const store = new CountedPrices();
      await store.update(now);
      const today = dateAt(now.getTime());
      const range = { from: dateAfter(today, -30), to: dateAfter(today, -1) };
      for (const market of MARKETS) {
        const evaluation = await evaluatePredictions(store.demo, { market, ...range });
        expect(evaluation.days).toHaveLength(30);
        expect(evaluation.rmae.persistence).toBeLessThan(1.1);
        expect(evaluation.rmae.weekly).toBeLessThan(1.1);
        expect(evaluation.coverage['80']).toBeGreaterThan(0.5);
        expect(evaluation.coverage['80']).toBeLessThan(0.95);
      }
    },
  );

  test('the demo has, before each gate of the last seven days, a newest prediction that covers the day', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    for (const rules of SESSIONS) {
      for (let back = 0; back < 7; back += 1) {
        const date = dateAfter('2026-11-21', -back);
        const gate = gateClosure(rules, dayOf(date));
        if (gate > +NOW) continue;
        const newest = await predictionAt(store.demo, rules.market, gate);
        expect(newest?.ends).toEqual(expect.arrayContaining(coveredQuarters(rules, date)));
      }
    }
  });

  test('the demo’s prices are not visible to other customers', async () => {
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

  test('the demo’s prices grow by no more than the new day when updated again', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    store.puts = { predictions: 0, days: 0 };
    await store.update(NOW);
    expect([store.puts, store.demo.put.length]).toEqual([{ predictions: 4, days: 0 }, 196]);
    await store.update(new Date(+NOW + DAY_MS));
    expect([store.puts, store.demo.put.length]).toEqual([{ predictions: 8, days: 4 }, 200]);
  });

  test('the demo’s older prices join the newer ones, with a prediction of each hour before its gates, once', async () => {
    const store = new CountedPrices();
    await store.update(NOW);
    await putDemoPriceHistory(store, 'demo', NOW);
    const before = store.puts;
    for (const rules of SESSIONS) {
      const days = await daysOf(store.demo, rules.market);
      const dates = days.map(({ date }) => date);
      expect(dates[0]).toBe('2025-08-18');
      expect(dates).toEqual(dates.map((_, i) => dateAfter('2025-08-18', i)));
      const day = days[100] as RealisedPrices;
      const gate = gateClosure(rules, dayOf(day.date));
      const window = { from: day.ends[0] as number, to: day.ends.at(-1) as number, before: gate };
      const [predicted] = await store.demo.lastPredictions(rules.market, [window]);
      expect(predicted?.stepMinutes).toBe(60);
      expect(predicted?.ends).toHaveLength(day.ends.length / 4);
    }
    store.puts = { predictions: 0, days: 0 };
    await putDemoPriceHistory(store, 'demo', new Date(+NOW + 9 * DAY_MS));
    expect(before.days).toBeGreaterThan(4 * 450);
    // A week that was among the newer ones is there already.
    expect(store.puts).toEqual({ predictions: 0, days: 0 });
  });

  const series = { stepMinutes: 15, ends: [+NOW], prices: [1] };

  test('the demo’s prices have no prediction newer than a real one, and cover the days all the same', async () => {
    const market = 'md_pdbc_spain';
    const store = new CountedPrices();
    const made = { generatedAt: NOW, origin: 'imported', inputsUntil: null } as const;
    await store.putPredictions([{ market, ...made, ...series }]);
    const later = new Date(+NOW + 5 * DAY_MS);
    await store.update(later);
    const own = [...store.put, ...store.demo.put].filter((each) => each.market === market);
    expect(Math.max(...own.map(({ generatedAt }) => +generatedAt))).toBe(+NOW);
    const ends = own.flatMap(({ ends }) => ends);
    expect(Math.max(...ends)).toBeGreaterThan(+later + 7 * DAY_MS);
    expect(own).toHaveLength(17);
  });

  test('the demo makes no realised prices where any are real', async () => {
    const market = 'mid_pibc01_spain';
    const store = new CountedPrices();
    store.putDay({ market, date: '2026-11-10', source: 'omie', version: 1, ...series });
    await store.update(NOW);
    const days = await Promise.all(MARKETS.map((name) => daysOf(store.demo, name)));
    expect(days.map(({ length }) => length)).toEqual([0, 1, 0, 0]);
  });
});
