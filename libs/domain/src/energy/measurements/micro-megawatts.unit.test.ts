import { expect, test } from 'vitest';
import { microMegawatts } from './micro-megawatts.ts';

test.each([
  ['12.5', 0, 1, 12_500_000],
  ['12.3456785', 0, 1, 12_345_679],
  ['12.3456784999', 0, 1, 12_345_678],
  ['-0.0000005', 0, 1, 0],
  ['-0.0000006', 0, 1, -1],
  ['1.2e3', 0, 1, 1_200_000_000],
  ['250', -3, 1, 250_000],
  ['0.001', -3, 4, 4],
  ['1234.567', -3, 4, 4_938_268],
  ['1', -6, 12, 12],
  ['99999999.999999', 0, 1, 99_999_999_999_999],
  ['0', 3, 1, 0],
])(
  '%s times ten to the %i, with %i periods in an hour, are %i micro-MW',
  (text, tens, perHour, micro) => {
    expect(microMegawatts(text, tens, perHour)).toBe(micro);
  },
);
