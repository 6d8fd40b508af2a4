import { expect, test } from 'vitest';
import { knownAfterMs } from './settings.ts';

test('the time after which a value is known is in milliseconds', () => {
  expect(knownAfterMs({ knownAfterMinutes: 90 })).toBe(5_400_000);
});
