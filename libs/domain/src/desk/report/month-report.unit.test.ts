import { HOUR_MS, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import {
  type ComparedPeriod,
  type ComparedPeriods,
  PER_EURO,
  PER_MWH,
} from '../deviation/compared-period.ts';
import { monthReport } from './month-report.ts';
import { RULE_PER_EURO, RULE_PER_MWH, type RuleCost } from './rule-cost.ts';

const SPAN = {
  portfolio: { user: 'ana', retailer: 'acme' },
  month: '2026-11',
  start: startOfDate('2026-11-01'),
  end: startOfDate('2026-12-01'),
};

/** A tenth of a cent, in EUR. */
const MILLS = 1_000n;

/** An hour in which MWh were bought at a cost, and would have cost another day-ahead; money in thousandths of EUR. */
function hour(date: string, at: number, mwh: bigint, cost: bigint, dayAhead: bigint) {
  const start = startOfDate(date) + at * HOUR_MS;
  const money = (mills: bigint) => (mills * PER_EURO) / MILLS;
  const period: ComparedPeriod = {
    start,
    end: start + 60 * MINUTE_MS,
    bought: mwh * PER_MWH,
    forecast: mwh * PER_MWH,
    measured: mwh * PER_MWH,
    marketCost: money(cost),
    dayAheadCost: money(dayAhead),
    deviationCost: 0n,
    overDayAhead: 0n,
    forecastOverDayAhead: 0n,
  };
  return period;
}

function rule(mills: bigint, notBought = 0n): RuleCost {
  return { cost: (mills * RULE_PER_EURO) / MILLS, notBought: notBought * RULE_PER_MWH };
}

function compared(periods: ComparedPeriod[]): ComparedPeriods {
  return { periods, missing: [], undecided: [], sessions: [], notBought: [] };
}

describe('report', () => {
  test('report says what was saved against day-ahead only, with its fees, and against the rule', () => {
    const periods = [
      hour('2026-11-02', 10, 4n, 190_000n, 200_000n),
      hour('2026-11-02', 11, -2n, -99_500n, -90_000n),
    ];
    const { total } = monthReport(SPAN, compared(periods), [rule(195_000n), rule(-80_000n, 1n)]);
    expect(total.savings).toEqual({
      // 200 − 90, and 6 MWh × 0.25
      dayAheadOnlyCost: '111.50',
      savedAgainstDayAhead: '21.00',
      ruleCost: '115.00',
      savedAgainstRule: '24.50',
      ruleNotBoughtMwh: '1.000',
    });
    expect(total.deviation.figures).toMatchObject({ boughtMwh: '2.000', marketCost: '90.50' });
  });

  test('report rounds each figure once, half up and away from zero', () => {
    const periods = [
      hour('2026-11-02', 10, 0n, 4n, 0n),
      hour('2026-11-03', 10, 0n, 1n, 0n),
      hour('2026-11-03', 11, 0n, 0n, 0n),
    ];
    const report = monthReport(
      SPAN,
      compared(periods),
      periods.map(() => rule(3n)),
    );
    expect(report.total.savings).toMatchObject({ savedAgainstDayAhead: '-0.01', ruleCost: '0.01' });
    const saved = report.days.map(({ sum }) => sum.savings.savedAgainstDayAhead);
    expect(saved).toEqual(['0.00', '0.00']);
  });

  test('report has no saving against the rule where a price is missing, of that day and hour', () => {
    const periods = [
      hour('2026-11-02', 10, 1n, 1_000n, 1_000n),
      hour('2026-11-03', 11, 1n, 1_000n, 1_000n),
    ];
    const report = monthReport(SPAN, compared(periods), [rule(2_000n), null]);
    expect(report.total.savings).toMatchObject({ ruleCost: null, savedAgainstRule: null });
    const saved = (rows: typeof report.days) => {
      return rows.map(({ key, sum }) => [key, sum.savings.savedAgainstRule]);
    };
    expect(saved(report.days)).toEqual([
      [{ by: 'day', name: '2026-11-02' }, '1.00'],
      [{ by: 'day', name: '2026-11-03' }, null],
    ]);
    expect(saved(report.hours)).toEqual([
      [{ by: 'hour_of_day', number: 10 }, '1.00'],
      [{ by: 'hour_of_day', number: 11 }, null],
    ]);
    expect(saved(report.weekdays)).toEqual([
      [{ by: 'weekday', number: 1 }, '1.00'],
      [{ by: 'weekday', number: 2 }, null],
    ]);
  });

  test('report of a month of which nothing is known has sums of zero and no rows', () => {
    const { total, days } = monthReport(SPAN, compared([]), []);
    expect(total.savings.savedAgainstDayAhead).toBe('0.00');
    expect(total.savings.savedAgainstRule).toBe('0.00');
    expect(days).toEqual([]);
  });
});
