import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratioHalfAway, ratioHalfUp, roundHalfAway, roundHalfUp } from './round.ts';

test.each([
  { dividend: 1n, away: 1n, up: 1n },
  { dividend: -1n, away: -1n, up: 0n },
  { dividend: -3n, away: -2n, up: -1n },
  { dividend: -4n, away: -2n, up: -2n },
  { dividend: 0n, away: 0n, up: 0n },
])('halves of $dividend are $away away from zero and $up upwards', ({ dividend, away, up }) => {
  expect(roundHalfAway(dividend, 2n)).toBe(away);
  expect(roundHalfUp(dividend, 2n)).toBe(up);
});

test('a rounded quotient is at most half away, and exactly half on the side of its rule', () => {
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 30n });
  const dividend = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  // Halves are rare among the others.
  const half = fc.tuple(divisor, fc.bigInt({ min: -20n, max: 20n }));
  const halves = half.map(([by, odd]) => [(2n * odd + 1n) * by, 2n * by] as const);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(dividend, divisor), halves), ([of, by]) => {
      const [away, up] = [roundHalfAway(of, by), roundHalfUp(of, by)];
      for (const rounded of [away, up]) {
        const error = 2n * (rounded * by - of);
        expect(error <= by && error >= -by).toBe(true);
      }
      const isHalf = 2n * (up * by - of) === by;
      expect(away).toBe(isHalf && of < 0n ? up - 1n : up);
      expect(roundHalfAway(-of, by)).toBe(-away);
      expect(roundHalfUp(of + 3n * by, by)).toBe(up + 3n);
    }),
  );
});

test('doubles are rounded as whole numbers of any size are, and never to −0', () => {
  const size = 2 ** 40;
  const dividend = fc.integer({ min: -size, max: size });
  fc.assert(
    fc.property(dividend, fc.integer({ min: 1, max: 1_000 }), (of, by) => {
      const [whole, divisor] = [BigInt(of), BigInt(by)];
      expect(ratioHalfAway(of, by)).toBe(Number(roundHalfAway(whole, divisor)));
      expect(ratioHalfUp(of, by)).toBe(Number(roundHalfUp(whole, divisor)));
    }),
  );
  expect(ratioHalfUp(Number.NaN, 3)).toBeNaN();
});
