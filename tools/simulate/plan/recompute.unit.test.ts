import { times } from '@solano/domain/contracts/thoroughness';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawnDates } from './drawn-dates.ts';
import { liveDay } from './live-day.ts';
import type { PlannedDay } from './planned-day.ts';
import { planDifferences } from './recompute.ts';

const SEED = 33;

let days: PlannedDay[];
beforeAll(async () => {
  days = [];
  for (const [i, date] of drawnDates(times(20)).entries()) days.push(await liveDay(date, SEED + i));
});

/** The first day that has a session with a cost and a price, with that session's fields changed. */
function changed(fields: (session: PlannedDay['shown']['sessions'][number]) => object): PlannedDay {
  const day = days.find(({ shown }) =>
    shown.sessions.some((each) => each.average_price),
  ) as PlannedDay;
  const sessions = day.shown.sessions.map((each) => {
    return each.average_price ? { ...each, ...fields(each) } : each;
  });
  return { ...day, shown: { ...day.shown, sessions } };
}

describe('a plan', () => {
  test('a plan follows from its bids and the published prices to the cent, on days of 23, 24 and 25 hours', () => {
    expect(days.flatMap(planDifferences)).toEqual([]);
    const statuses = new Set(
      days.flatMap(({ shown }) => shown.sessions.map(({ status }) => status)),
    );
    expect([...statuses]).toEqual(expect.arrayContaining(['cleared', 'cancelled']));
    const lengths = days.map(({ date }) => date).slice(0, 4);
    expect(lengths).toEqual(['2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29']);
  });

  test.each([
    [
      'a cost that is a cent off',
      ({ cost }: { cost: string | null }) => ({ cost: (Number(cost) + 0.01).toFixed(2) }),
    ],
    [
      'energy that is a kWh off',
      ({ bought_mwh }: { bought_mwh: number }) => ({ bought_mwh: bought_mwh + 0.001 }),
    ],
    ['another status', () => ({ status: 'late' })],
  ])('a plan is different by %s', (_, fields) => {
    const found = planDifferences(changed(fields));
    expect(found).toEqual([expect.stringContaining('and prices give')]);
  });

  test('a plan is different where it bids more than is left', () => {
    const day = days.find(({ shown }) => {
      return shown.sessions.some((each) => each.session === 'MID1' && each.status === 'cleared');
    }) as PlannedDay;
    const placed = day.placed.map((each) => {
      if (each.session !== 'MID1') return each;
      const bids = each.bids.map((bid) => ({
        ...bid,
        steps: [...bid.steps, { price: null, mw: 1 }],
      }));
      return { ...each, bids };
    });
    expect(planDifferences({ ...day, placed }).join()).toContain('MID1 bids');
  });
});
