import { HOUR_MS, QUARTER_MS } from '@solano/domain/kernel';
import type { CancelledSession, Session } from '@solano/domain/market';
import { describe, expect, test } from 'vitest';
import { type ComparedPeriod, PER_MWH } from '../deviation/compared-period.ts';
import { toFixed } from '../evaluation/fraction.ts';
import { RULE_PER_EURO, RULE_PER_MWH, ruleCosts } from './rule-cost.ts';

const NOON = Date.parse('2026-11-24T11:00Z');
const CAPS = { MD: 100, MID1: 40, MID2: 30, MID3: 30 };
const MD_50_MID1_30 = { MD: 50, MID1: 30, MID2: 45 };

function bought(mwh: bigint, { start = NOON - HOUR_MS, end = NOON } = {}): ComparedPeriod {
  const zero = { measured: 0n, marketCost: 0n, dayAheadCost: 0n, deviationCost: 0n };
  const over = { overDayAhead: 0n, forecastOverDayAhead: 0n };
  return { start, end, bought: mwh * PER_MWH, forecast: mwh * PER_MWH, ...over, ...zero };
}

/** A mean spread in every hour of the day. */
function spreads(each: Partial<Record<Session, number>>) {
  const entries = Object.entries(each).map(([session, euros]) => {
    return [session, Array.from({ length: 24 }, () => euros * 1000)];
  });
  return Object.fromEntries(entries) as Partial<Record<Session, number[]>>;
}

interface Prices {
  readonly prices: Partial<Record<Session, number>>;
  readonly cancelled?: readonly CancelledSession[];
}

/** Cost in EUR and MWh that are not bought, of periods around noon at prices in EUR/MWh. */
function costs(
  periods: readonly ComparedPeriod[],
  means: Partial<Record<Session, number>>,
  { prices, cancelled = [] }: Prices,
) {
  const ends = Array.from({ length: 12 }, (_, i) => NOON + (8 - i) * QUARTER_MS);
  const curves = Object.entries(prices).map(([session, price]) => {
    return [session as Session, new Map(ends.map((end) => [end, price * 1000]))] as const;
  });
  const known = { curves: new Map(curves), cancelled, traded: new Set<Session>(), isLate: false };
  const found = ruleCosts(periods, { caps: CAPS, spreads: spreads(means) }, (items) => ({
    items,
    ...known,
  }));
  return found.map((each) => {
    if (!each) return null;
    const { cost, notBought } = each;
    return [
      toFixed({ num: cost, den: RULE_PER_EURO }, 2),
      toFixed({ num: notBought, den: RULE_PER_MWH }, 3),
    ];
  });
}

describe('rule', () => {
  test('rule buys where its hour was cheapest, to the cap, and pays realised prices and fees', () => {
    // 6 × 50 + 4 × 30, and 10 × 0.25.
    expect(costs([bought(10n)], { MID1: -5 }, { prices: MD_50_MID1_30 })).toEqual([
      ['422.50', '0.000'],
    ]);
    // What was cheap before may be dear now.
    expect(costs([bought(10n)], { MID1: 5 }, { prices: MD_50_MID1_30 })).toEqual([
      ['502.50', '0.000'],
    ]);
  });

  test('rule costs the same by quarter hours as by the hour', () => {
    const quarters = [0, 1, 2, 3].map((i) => {
      const start = NOON - HOUR_MS + i * QUARTER_MS;
      return bought(10n, { start, end: start + QUARTER_MS });
    });
    const each = ['422.50', '0.000'];
    expect(costs(quarters, { MID1: -5 }, { prices: MD_50_MID1_30 })).toEqual([
      each,
      each,
      each,
      each,
    ]);
  });

  test('rule sells where its hour was dearest', () => {
    expect(costs([bought(-10n)], { MID1: 5 }, { prices: MD_50_MID1_30 })).toEqual([
      ['-417.50', '0.000'],
    ]);
  });

  test('rule does not know that a session will be cancelled: the next one takes its share', () => {
    const cancelled = [{ session: 'MID1', date: '2026-11-24' }] as const;
    const { MID1: _, ...prices } = MD_50_MID1_30;
    expect(costs([bought(10n)], { MID1: -5 }, { prices, cancelled })).toEqual([
      ['482.50', '0.000'],
    ]);
  });

  test('rule leaves unbought, and names, what no later session takes', () => {
    const cancelled = [{ session: 'MID3', date: '2026-11-24' }] as const;
    const afternoon = { start: NOON, end: NOON + HOUR_MS };
    const found = costs(
      [bought(10n, afternoon)],
      { MID3: -5 },
      { prices: MD_50_MID1_30, cancelled },
    );
    // 7 × 50.25
    expect(found).toEqual([['351.75', '3.000']]);
  });

  test('rule has no cost where a price is missing, and none without energy', () => {
    expect(costs([bought(10n)], { MID1: -5 }, { prices: { MD: 50 } })).toEqual([null]);
    expect(costs([bought(0n)], { MID1: -5 }, { prices: {} })).toEqual([['0.00', '0.000']]);
  });
});
