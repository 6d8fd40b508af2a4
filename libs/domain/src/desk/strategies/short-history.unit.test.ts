import { labelOf, quartersOfDate } from '@solano/domain/kernel';
import { coveredQuarters, MIN_DAYS, SESSIONS, type Session } from '@solano/domain/market';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { splitInputs } from '../purchases/inputs.ts';
import { withDrawnDays } from './short-history.ts';

/** Deviations of the quantiles that are alike all day, in thousandths. */
const alike = (...deviations: number[]) => deviations.map((each) => Array<number>(100).fill(each));
const MD_BANDS = alike(-20_000, -10_000, -5_000, 0, 5_000, 10_000, 20_000);
/** Those of a spread of −3 to 3 EUR/MWh, independent of the day-ahead price's. */
const WIDE = Math.hypot(20_000, 3_000);
const MID1_BANDS = alike(-WIDE, -11_000, -5_500, 0, 5_500, 11_000, WIDE);

const errorsAt = (days: ReadonlyMap<string, { errors: readonly number[] }>, clock: number) =>
  [...days.values()].map(({ errors }) => errors[clock] as number);

describe('days drawn from bands', () => {
  const none = new Map();
  const drawn = withDrawnDays([
    { session: 'MD', past: none, bands: MD_BANDS },
    { session: 'MID1', past: none, bands: MID1_BANDS },
  ]);
  const md = errorsAt(drawn.get('MD') ?? none, 40);
  const mid1 = errorsAt(drawn.get('MID1') ?? none, 40);

  test('days drawn from bands are as many as are missing, and are distributed as the quantiles', () => {
    expect(md).toHaveLength(MIN_DAYS);
    const share = (limit: number) => md.filter((error) => error <= limit).length / MIN_DAYS;
    expect([share(-10_001), share(0), share(10_001)]).toEqual([0.1, 0.5, 0.9]);
  });

  test('days drawn from bands move sessions together, but for their spread', () => {
    const spreads = mid1.map((error, i) => error - (md[i] as number));
    expect(Math.max(...spreads.map(Math.abs))).toBeLessThan(6_000);
    expect(new Set(spreads).size).toBeGreaterThan(50);
    const mean = spreads.reduce((sum, each) => sum + each, 0) / MIN_DAYS;
    expect(Math.abs(mean)).toBeLessThan(300);
  });

  test('days drawn from bands are added to past days that both have, and do not replace them', () => {
    const lived = (dates: string[]) =>
      new Map(dates.map((date) => [date, { errors: Array<number>(100).fill(7), origins: [] }]));
    const filled = withDrawnDays([
      { session: 'MD', past: lived(['2026-11-20', '2026-11-19']), bands: MD_BANDS },
      { session: 'MID1', past: lived(['2026-11-20']), bands: MID1_BANDS },
    ]);
    for (const days of filled.values()) {
      expect([...days.keys()].slice(0, 2)).toEqual(['2026-11-20', 'drawn 1']);
      expect(days.size).toBe(MIN_DAYS);
      expect(days.get('2026-11-20')?.errors[0]).toBe(7);
    }
  });
});

describe('models 4 and 5 where no predictions are past', () => {
  const DAY = '2026-11-22';

  async function historyOf(bandedSessions: readonly Session[]) {
    const prices = new TestPrices();
    for (const rules of SESSIONS) {
      const ends = coveredQuarters(rules, DAY);
      await prices.putPredictions([
        {
          market: rules.market,
          generatedAt: new Date('2026-11-21T08:00Z'),
          origin: 'live',
          inputsUntil: null,
          stepMinutes: 15,
          ends,
          prices: ends.map(() => 50_000),
          bands: bandedSessions.includes(rules.session)
            ? [-20, -10, -5, 0, 5, 10, 20].map((each) => ends.map(() => 50_000 + 1000 * each))
            : null,
        },
      ]);
    }
    const items = quartersOfDate(DAY).map((end) => {
      return { label: labelOf(end), period: { end, minutes: 15 }, megawatts: 1 };
    });
    const submittedAt = Date.parse('2026-11-21T09:00Z');
    const task = { items, submittedAt, settings: [] };
    const { history } = await splitInputs(prices, task);
    return [...(history.get('MD') ?? [])].map(([session, days]) => [session, days.size]);
  }

  test('models 4 and 5 use the bands of the sessions where no predictions are past', async () => {
    expect(await historyOf(['MD', 'MID1', 'MID2'])).toEqual([
      ['MD', MIN_DAYS],
      ['MID1', MIN_DAYS],
      ['MID2', MIN_DAYS],
    ]);
  });

  test('models 4 and 5 have no history where there are no bands either', async () => {
    expect(await historyOf([])).toEqual([['MD', 0]]);
  });
});
