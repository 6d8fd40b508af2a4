import fc from 'fast-check';
import { expect, test } from 'vitest';
import { productsOf } from './scenarios.ts';

const CLOCK_QUARTERS = 5;
const exposures = fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), {
  minLength: CLOCK_QUARTERS,
  maxLength: CLOCK_QUARTERS,
});
/** The difference of two prices, usual ones or the largest that are stored. */
const error = fc.oneof(
  fc.integer({ min: -30_000, max: 30_000 }),
  fc.integer({ min: -(2 * 10 ** 12), max: 2 * 10 ** 12 }),
);
const days = fc.array(fc.array(error, { minLength: CLOCK_QUARTERS, maxLength: CLOCK_QUARTERS }), {
  maxLength: 4,
});

test('the sums of exposures × errors are exact, however large these are', () => {
  const property = fc.property(exposures, days, (byClock, errors) => {
    const expected = errors.map((day) =>
      byClock.reduce((sum, exposure, clock) => sum + exposure * BigInt(day[clock] as number), 0n),
    );
    expect(productsOf(byClock, errors)).toEqual(expected);
  });
  fc.assert(property);
});
