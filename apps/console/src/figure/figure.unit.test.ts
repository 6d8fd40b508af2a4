import { describe, expect, it } from 'vitest';
import { endOf, periodAt } from './figure.ts';

const HOUR = 3_600_000;
/** Two hours, nothing for two hours, an hour. */
const FIGURE = { starts: [0, HOUR, 4 * HOUR], step: HOUR };

describe('endOf', () => {
  it('A period ends where the next begins, or a step later before a gap and at the end', () => {
    expect([0, 1, 2].map((index) => endOf(FIGURE, index) / HOUR)).toEqual([1, 2, 5]);
  });

  it('A day of 25 hours is not a gap', () => {
    const days = { starts: [0, 25 * HOUR], step: 24 * HOUR };
    expect(endOf(days, 0)).toBe(25 * HOUR);
  });
});

describe('periodAt', () => {
  it.each([
    [-1, null],
    [0, 0],
    [HOUR - 1, 0],
    [HOUR, 1],
    [2 * HOUR, null],
    [4 * HOUR, 2],
    [5 * HOUR, null],
  ])('The instant %i is in period %s', (at, period) => {
    expect(periodAt(FIGURE, at)).toBe(period);
  });

  it('An instant is in no period if there are none', () => {
    expect(periodAt({ starts: [], step: HOUR }, 0)).toBeNull();
  });
});
