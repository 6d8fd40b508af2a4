import { times } from '@solano/domain/contracts/thoroughness';
import { slotOf } from '@solano/domain/test/slots';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheapestCapped } from './cheapest-capped.ts';
import type { Slot } from './model.ts';
import { defaultsOf } from './parameters.ts';

const MINUTES = 60;
const DEFAULTS = defaultsOf(cheapestCapped.parameters);

/** Percent bought by session, sessions without a purchase left out. */
function bought(slot: Slot, parameters = DEFAULTS) {
  const [allocation = []] = cheapestCapped.allocate([slot], parameters);
  expect(allocation.map(({ sold }) => sold)).toEqual(slot.sessions.map(() => 0));
  const entries = slot.sessions.map((session, i) => [session, (allocation[i]?.bought ?? 0) / 100]);
  return Object.fromEntries(entries.filter(([, percent]) => percent !== 0)) as object;
}

describe('with caps 100, 40, 30, 30 the split worked by hand', () => {
  test.each([
    ['cheapest first', { MD: 50, MID1: 45, MID2: 48, MID3: 40 }, { MID1: 40, MID2: 30, MID3: 30 }],
    ['the dearest takes the rest', { MD: 50, MID1: 45, MID2: 48 }, { MD: 30, MID1: 40, MID2: 30 }],
    ['MD cheapest', { MD: 40, MID1: 45, MID2: 48 }, { MD: 100 }],
    ['all equal: the earliest', { MD: 50, MID1: 50, MID2: 50, MID3: 50 }, { MD: 100 }],
    ['a tie', { MD: 60, MID1: 70, MID2: 50, MID3: 50 }, { MD: 40, MID2: 30, MID3: 30 }],
    ['a tie for the rest', { MID1: 60, MID2: 60, MID3: 10 }, { MID1: 40, MID2: 30, MID3: 30 }],
    ['a thousandth decides', { MD: 50.001, MID1: 50 }, { MD: 60, MID1: 40 }],
    ['below zero', { MD: -1, MID1: -5, MID2: 3 }, { MD: 60, MID1: 40 }],
    ['caps of exactly a whole', { MID1: 90, MID2: 10, MID3: 20 }, { MID1: 40, MID2: 30, MID3: 30 }],
    ['caps under a whole, the first dear', { MID2: 50, MID3: 40 }, { MID2: 70, MID3: 30 }],
    ['caps under a whole, the first cheap', { MID1: 40, MID2: 50 }, { MID1: 100 }],
    ['a lone session', { MID3: 40 }, { MID3: 100 }],
    ['MD without MID1', { MD: 50, MID2: 20 }, { MD: 70, MID2: 30 }],
  ])(
    'the split with caps 100, 40, 30, 30 is the one worked by hand where %s',
    (_, prices, expected) => {
      expect(bought(slotOf(prices))).toEqual(expected);
    },
  );

  test.each([
    ['dearest first', { MD: 50, MID1: 40 }, { MD: 100 }],
    ['the cheapest takes the rest', { MD: 45, MID1: 48, MID2: 50 }, { MD: 30, MID1: 40, MID2: 30 }],
    ['all equal: the earliest', { MD: 50, MID1: 50, MID2: 50 }, { MD: 100 }],
    ['a tie', { MD: 50, MID1: 60, MID2: 60 }, { MD: 30, MID1: 40, MID2: 30 }],
    ['prices below zero', { MD: -5, MID1: -1 }, { MD: 60, MID1: 40 }],
    ['prices of zero', { MD: 0, MID1: 0 }, { MD: 100 }],
  ])(
    'the split of an item below zero is the one worked by hand where %s',
    (_, prices, expected) => {
      expect(bought(slotOf(prices, {}, { megawatts: -2 }))).toEqual(expected);
    },
  );

  test('the split follows the caps of the settings', () => {
    const caps_percent = { MD: 50, MID1: 12.34, MID2: 100, MID3: 0 };
    expect(
      bought(slotOf({ MD: 50, MID1: 10, MID2: 60, MID3: 1 }), { ...DEFAULTS, caps_percent }),
    ).toEqual({ MD: 50, MID1: 12.34, MID2: 37.66 });
  });
});

/** Of items that are bought, sold or nothing. */
const megawatts = fc.constantFrom(1, 2.5, -1, -0.001, 0);

/**
 * The least Σ μ n over 0 ≤ n ≤ C, Σ n = 10,000, by trying every vertex: all but one at a bound.
 * Undefined if there is none.
 */
function minCost(prices: readonly number[], caps: readonly number[]): number {
  let min = Infinity;
  for (let free = 0; free < prices.length; free += 1) {
    for (let bounds = 0; bounds < 2 ** prices.length; bounds += 1) {
      const shares = caps.map((cap, i) => (bounds & (1 << i) ? cap : 0));
      shares[free] = 0;
      const rest = 10_000 - shares.reduce((a, b) => a + b, 0);
      if (rest < 0 || rest > (caps[free] as number)) continue;
      shares[free] = rest;
      min = Math.min(
        min,
        shares.reduce((cost, share, i) => cost + share * (prices[i] as number), 0),
      );
    }
  }
  return min;
}

test('no vertex of the linear programme is cheaper, and caps hold', () => {
  const all = ['MD', 'MID1', 'MID2', 'MID3'] as const;
  const price = fc.oneof(
    fc.integer({ min: -500_000, max: 4_000_000 }),
    fc.integer({ min: 0, max: 3 }),
  );
  const hundredths = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.constantFrom(0, 10_000, 2_500),
  );
  const quadruple = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each, each, each);
  fc.assert(
    fc.property(
      fc.subarray([...all], { minLength: 1 }),
      quadruple(price),
      quadruple(hundredths),
      megawatts,
      (sessions, prices, caps, megawattHours) => {
        const own = <T>(values: readonly T[]) => sessions.map((s) => values[all.indexOf(s)] as T);
        const [MD, MID1, MID2, MID3] = caps.map((cap) => cap / 100) as [
          number,
          number,
          number,
          number,
        ];
        const slot = {
          ...slotOf(Object.fromEntries(sessions.map((session) => [session, 0]))),
          weighed: own(prices).map((p) => p * MINUTES),
          megawattHours,
        };
        const direction = megawattHours < 0 ? -1 : 1;
        const earned = own(prices).map((price) => direction * price);
        const [allocation = []] = cheapestCapped.allocate([slot], {
          ...DEFAULTS,
          caps_percent: { MD, MID1, MID2, MID3 },
        });
        const shares = allocation.map((trade) => trade.bought - trade.sold);
        const limits = own(caps);
        if (limits.reduce((a, b) => a + b, 0) < 10_000) limits[0] = 10_000;
        shares.forEach((share, i) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(limits[i] as number);
        });
        expect(shares.reduce((a, b) => a + b, 0)).toBe(10_000);
        const cost = shares.reduce((sum, share, i) => sum + share * (earned[i] as number), 0);
        expect(cost).toBe(minCost(earned, limits));
      },
    ),
    { numRuns: times(500) },
  );
});
