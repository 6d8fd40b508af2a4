import { times } from '@solano/domain/contracts/thoroughness';
import type { Session } from '@solano/domain/market';
import { slotOf } from '@solano/domain/test/slots';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Slot } from './model.ts';
import { defaultsOf } from './parameters.ts';
import { spreadResale } from './spread-resale.ts';

const MINUTES = 60;
const DEFAULTS = defaultsOf(spreadResale.parameters);

/** Percent by session: positive bought, negative sold. */
function traded(slot: Slot, parameters = DEFAULTS) {
  const [allocation = []] = spreadResale.allocate([slot], parameters);
  const entries = slot.sessions.map((session, i) => {
    const { bought, sold } = allocation[i] ?? { bought: 0, sold: 0 };
    expect(bought === 0 || sold === 0).toBe(true);
    return [session, (bought - sold) / 100] as const;
  });
  return Object.fromEntries(entries.filter(([, percent]) => percent !== 0));
}

describe('with φ 0.25, θ 2, X 20 % the trades worked by hand', () => {
  test.each([
    ['the price rises', { MD: 40, MID1: 45, MID2: 44 }, { MD: 120, MID1: -20 }],
    ['it rises after a fall', { MD: 50, MID1: 40, MID2: 48, MID3: 45 }, { MID1: 120, MID2: -20 }],
    ['it rises, then falls deep', { MD: 60, MID1: 64, MID2: 50 }, { MD: 20, MID1: -20, MID2: 100 }],
    ['two rises: the wider', { MD: 40, MID1: 45, MID2: 30, MID3: 39 }, { MID2: 120, MID3: -20 }],
    ['from the low to the last', { MD: 40, MID1: 41, MID2: 45, MID3: 60 }, { MD: 120, MID3: -20 }],
    ['it only falls: nothing is sold', { MD: 60, MID1: 50, MID2: 40 }, { MID2: 100 }],
    ['the spread is below 2φ+θ', { MD: 40, MID1: 42.499 }, { MD: 100 }],
    ['the spread is above 2φ+θ', { MD: 40, MID1: 42.501 }, { MD: 120, MID1: -20 }],
    ['below zero', { MD: -10, MID1: -4 }, { MD: 120, MID1: -20 }],
    ['all equal: the earliest', { MD: 50, MID1: 50, MID2: 50, MID3: 50 }, { MD: 100 }],
    ['a tie for the cheapest', { MD: 51, MID1: 50, MID2: 50 }, { MID1: 100 }],
    ['a lone session', { MID3: 70 }, { MID3: 100 }],
    ['MD is closed', { MID1: 40, MID2: 50 }, { MID1: 120, MID2: -20 }],
  ])('the trades worked by hand are found where %s', (_, prices, expected) => {
    expect(traded(slotOf(prices))).toEqual(expected);
  });

  test.each([
    ['the price falls: it is sold, and bought back', { MD: 50, MID1: 40 }, { MD: 120, MID1: -20 }],
    ['the price rises: nothing is bought back', { MD: 40, MID1: 50 }, { MID1: 100 }],
    ['it falls, then rises', { MD: 50, MID1: 40, MID2: 60 }, { MD: 20, MID1: -20, MID2: 100 }],
    ['the spread is below 2φ+θ', { MD: 42.499, MID1: 40 }, { MD: 100 }],
    ['all equal: the earliest', { MD: 50, MID1: 50 }, { MD: 100 }],
  ])(
    'the trades worked by hand are found for an item below zero where %s',
    (_, prices, expected) => {
      expect(traded(slotOf(prices, {}, { megawatts: -1 }))).toEqual(expected);
    },
  );

  test.each([
    ['no resale', { max_resale_percent: 0 }, { MD: 100 }],
    ['as much again', { max_resale_percent: 100 }, { MD: 200, MID1: -100 }],
    ['a higher θ', { min_spread_eur_per_mwh: 5 }, { MD: 100 }],
    ['a higher φ', { fee_eur_per_mwh: 1.6 }, { MD: 100 }],
    ['no φ and no θ', { fee_eur_per_mwh: 0, min_spread_eur_per_mwh: 0 }, { MD: 120, MID1: -20 }],
  ])('the trades worked by hand are found with %s', (_, settings, expected) => {
    expect(traded(slotOf({ MD: 40, MID1: 45 }), { ...DEFAULTS, ...settings })).toEqual(expected);
  });
});

/**
 * The least Σ (μ+φ) p − (μ−φ−θ) v over all trades in steps of `unit` hundredths of a percent that
 * keep the rules, session by session over (held, bought so far).
 */
function minCost(
  sessions: readonly Session[],
  prices: readonly number[],
  rules: { unit: number; extra: number; fee: number; spread: number },
): number {
  const { unit, extra, fee, spread } = rules;
  const max = (10_000 + extra) / unit;
  let reached = new Map([['0,0', 0]]);
  sessions.forEach((session, i) => {
    const price = prices[i] as number;
    const next = new Map<string, number>();
    for (const [state, cost] of reached) {
      const [held = 0, bought = 0] = state.split(',').map(Number);
      const lowest = session === 'MD' ? 0 : -held;
      for (let trade = lowest; bought + Math.max(trade, 0) <= max; trade += 1) {
        const key = `${held + trade},${bought + Math.max(trade, 0)}`;
        const each = trade > 0 ? price + fee : price - fee - spread;
        const sum = cost + trade * unit * each;
        if (sum < (next.get(key) ?? Infinity)) next.set(key, sum);
      }
    }
    reached = next;
  });
  const whole = 10_000 / unit;
  const ends = [...reached].filter(([state]) => Number(state.split(',')[0]) === whole);
  return Math.min(...ends.map(([, cost]) => cost));
}

test('no trades on a grid of 10 % are cheaper', () => {
  const price = fc.oneof(
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.integer({ min: 0, max: 9_000 }),
  );
  const milli = fc.constantFrom(0, 250, 1_000, 2_000, 2_500);
  fc.assert(
    fc.property(
      fc.subarray(['MD', 'MID1', 'MID2', 'MID3'] as Session[], { minLength: 1 }),
      fc.tuple(price, price, price, price),
      fc.constantFrom(0, 1_000, 2_000, 5_000, 10_000),
      milli,
      milli,
      fc.constantFrom(1, -1, -2.5),
      (sessions, random, extra, fee, spread, megawatts) => {
        // What an item below zero costs is what it does not earn.
        const prices = random.map((each) => (megawatts < 0 ? -each : each));
        const slot = {
          ...slotOf(Object.fromEntries(sessions.map((session) => [session, 0])), {}, { megawatts }),
          weighed: sessions.map((_, i) => (random[i] as number) * MINUTES),
        };
        const [allocation = []] = spreadResale.allocate([slot], {
          fee_eur_per_mwh: fee / 1000,
          min_spread_eur_per_mwh: spread / 1000,
          max_resale_percent: extra / 100,
        });
        let held = 0;
        let all = 0;
        let cost = 0;
        allocation.forEach(({ bought, sold }, i) => {
          const mu = prices[i] as number;
          held += bought - sold;
          all += bought;
          cost += bought * (mu + fee) - sold * (mu - fee - spread);
          expect(held).toBeGreaterThanOrEqual(0);
        });
        expect(held).toBe(10_000);
        expect(all).toBeLessThanOrEqual(10_000 + extra);
        const rules = { unit: 1_000, extra, fee, spread };
        expect(cost).toBe(minCost(sessions, prices.slice(0, sessions.length), rules));
      },
    ),
    { numRuns: times(200) },
  );
});
