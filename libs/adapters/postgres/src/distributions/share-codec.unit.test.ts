import { LEVELS, SHARES } from '@solano/domain/forecasting';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeShares, encodeShares } from './share-codec.ts';

const count = LEVELS.length;

/** Quantiles of hours: those of each ascending. */
const HOURS = fc
  .array(fc.array(fc.nat(SHARES), { minLength: count, maxLength: count }), { maxLength: 60 })
  .map((hours) => Uint16Array.from(hours.flatMap((hour) => hour.sort((a, b) => a - b))));

describe('kept quantiles', () => {
  test('kept quantiles are read as they were written, whatever they are', () => {
    fc.assert(
      fc.property(HOURS, (shares) => {
        expect(decodeShares(encodeShares(shares), shares.length / count)).toEqual(shares);
      }),
    );
  });

  test.each([
    ['no power', 0],
    ['installed power', SHARES],
  ])('kept quantiles are read as they were written after %s', (_, share) => {
    const shares = new Uint16Array(3 * count).fill(share, 0, count).fill(SHARES, count, 2 * count);
    shares[2 * count + count - 1] = SHARES;
    expect(decodeShares(encodeShares(shares), 3)).toEqual(shares);
  });

  test('kept quantiles of wind have at most 16 bytes an hour: a plant has 1,632 hours a day, in 24 rows', () => {
    // Four of five errors within a quarter of installed power, whose middle goes up and down.
    const shares = Uint16Array.from({ length: 24 * count }, (__, i) => {
      const middle = 0.5 + 0.2 * Math.sin(i / count / 4);
      const level = (LEVELS[i % count] as number) / 100;
      const noise = ((i * 7_919) % 13) / 4_000;
      return Math.round(SHARES * (middle + 0.06 * Math.log(level / (1 - level)) + noise));
    }).map((share) => Math.min(SHARES, Math.max(0, share)));
    for (let hour = 0; hour < 24; hour += 1) {
      shares.subarray(hour * count, (hour + 1) * count).sort();
    }
    expect(encodeShares(shares).length / 24).toBeLessThan(16);
  });
});
