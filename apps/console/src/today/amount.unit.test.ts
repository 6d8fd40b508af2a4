import { describe, expect, it } from 'vitest';
import { measuredDay } from './amount.ts';

describe('The measured energy of a day', () => {
  const hour = (start_utc: string, mw: number, group = '') => ({
    group,
    start_utc,
    end_utc: '',
    datetime: '',
    mw,
  });

  it('The hours of a day count in which every group was measured', () => {
    const hours = [
      hour('2026-11-24T22:00:00Z', 8),
      hour('2026-11-24T23:00:00Z', 1),
      hour('2026-11-25T00:00:00Z', 2),
      hour('2026-11-24T23:00:00Z', 0.5, 'b'),
    ];
    expect(measuredDay(hours, '2026-11-25')).toEqual({ mwh: 1.5, hours: 1, all: 24 });
    expect(measuredDay([], '2026-10-25')).toEqual({ mwh: 0, hours: 0, all: 25 });
  });
});
