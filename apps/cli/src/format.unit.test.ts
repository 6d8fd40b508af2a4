import { expect, test } from 'vitest';
import { roughDuration } from './format.ts';

test.each([
  [61, '1 minute'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [172_799, '47 hours'],
  [30_848_277, '357 days'],
])('%i seconds are about %s', (seconds, text) => {
  expect(roughDuration(seconds)).toBe(text);
});
