import { describe, expect, it } from 'vitest';
import { sameClock } from './same-clock.ts';
import { HOUR_MS, MADRID, MINUTE_MS, startOfDay } from './zone.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const [SPRING, SUMMER, AUTUMN] = ['2026-03-29', '2026-06-01', '2026-10-25'];

/** Hours of a day since its start, by the longer one’s. */
function hours(day: string, starts: readonly (number | null)[]): (number | null)[] {
  return starts.map((at) => (at === null ? null : (at - startOfDay(day, MADRID)) / HOUR_MS));
}

describe('Two days by the same clock', () => {
  it.each([
    [SPRING, SUMMER, 96],
    [SUMMER, SPRING, 96],
    [SUMMER, AUTUMN, 100],
    [SPRING, AUTUMN, 100],
    [AUTUMN, SUMMER, 100],
    [SUMMER, '2026-06-02', 96],
    [SPRING, '2025-03-30', 92],
    [AUTUMN, '2025-10-26', 100],
  ])('Two days by the same clock, %s and %s, have %i quarter hours', (one, other, count) => {
    const periods = sameClock(one, other, MADRID, QUARTER_MS);
    expect(periods.axis).toHaveLength(count);
    const known = (starts: readonly (number | null)[]) => starts.filter((at) => at !== null);
    const lengths: Record<string, number> = { '03': 92, '06': 96, '10': 100 };
    for (const [day, starts] of [
      [one, periods.one],
      [other, periods.other],
    ] as const) {
      expect(known(starts)).toHaveLength(lengths[day.slice(5, 7)] ?? 0);
      expect(new Set(known(starts)).size).toBe(known(starts).length);
      expect(known(starts).toSorted((a, b) => a - b)).toEqual(known(starts));
    }
  });

  it('Two days by the same clock leave out the hour that March skips', () => {
    const { one, other } = sameClock(SPRING, SUMMER, MADRID, HOUR_MS);
    expect(hours(SPRING, one).slice(0, 5)).toEqual([0, 1, null, 2, 3]);
    expect(hours(SUMMER, other).slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  it('Two days by the same clock have the hour that October repeats first beside an ordinary one, then beside none', () => {
    const { one, other } = sameClock(SUMMER, AUTUMN, MADRID, HOUR_MS);
    expect(hours(AUTUMN, other).slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(hours(SUMMER, one).slice(0, 6)).toEqual([0, 1, 2, null, 3, 4]);
  });
});
