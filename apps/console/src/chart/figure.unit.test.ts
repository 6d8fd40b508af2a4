import { describe, expect, it } from 'vitest';
import { endOf, periodAt } from './figure.ts';

const HOUR = 3_600_000;
/** Two hours, nothing for two hours, an hour. */
const FIGURE = { starts: [0, HOUR, 4 * HOUR], step: HOUR };

describe('endOf', () => {
  it('is the start of the next period, or a step later before a gap and at the end', () => {
    expect([0, 1, 2].map((index) => endOf(FIGURE, index) / HOUR)).toEqual([1, 2, 5]);
  });

  it('does not treat a day of 25 hours as a gap', () => {
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
  ])('says which period holds the instant %i', (at, period) => {
    expect(periodAt(FIGURE, at)).toBe(period);
  });

  it('finds none where there are no periods', () => {
    expect(periodAt({ starts: [], step: HOUR }, 0)).toBeNull();
  });
});
