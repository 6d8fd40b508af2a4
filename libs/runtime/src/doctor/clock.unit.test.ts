import { expect, test } from 'vitest';
import { examineClock } from './clock.ts';

test.each([
  [0, 0, 'ok'],
  [5_000, 0, 'ok'],
  [-5_001, 0, 'warning'],
  [5_900, 1_000, 'ok'],
  [60_000, 0, 'warning'],
  [60_001, 0, 'problem'],
  [-7_200_000, 1_000, 'problem'],
])('a clock that is %d ms ahead, known to %d ms, is %s', (ahead, exact, status) => {
  expect(examineClock('database', ahead, exact).status).toBe(status);
});

test('a clock that is wrong is reported with amount and direction', () => {
  const message = (ahead: number) => examineClock('bucket', ahead).message;
  expect(message(61_250)).toBe("It is 61.3 s ahead of this machine's: let NTP set both.");
  expect(message(-90_000)).toBe("It is 90.0 s behind this machine's: let NTP set both.");
});
