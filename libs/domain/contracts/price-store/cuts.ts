import { MINUTE_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import type { TwoHandles } from '../stores.ts';
import { aPrediction, freeDays, lastOf, part } from './examples.ts';

/** The tests of which windows have a prediction, and which of its periods they keep. */
export function cutTests(handles: TwoHandles): void {
  const ms = 1 / MINUTE_MS;
  const four = [0, 1, 2, 3];

  // Windows in minutes after the start of four quarters or three hours, and what they keep.
  test.each([
    ['at the end', 15, 60, 75, undefined],
    ['just before the end', 15, 60 - ms, 75, [3]],
    ['at the start', 15, -15, 0, undefined],
    ['just after the start', 15, -15, ms, [0]],
    ['as wide', 15, 0, 60, four],
    ['wider', 15, -15, 75, four],
    ['of one', 15, 15, 30, [1]],
    ['a little wider than one', 15, 15 - ms, 30 + ms, [0, 1, 2]],
    ['a little narrower than one', 15, 15 + ms, 30 - ms, [1]],
    ['of an instant', 15, 20, 20, [1]],
    ['open before', 15, -Infinity, 15, [0]],
    ['open after', 15, 30, Infinity, [2, 3]],
    ['open on both sides', 15, -Infinity, Infinity, four],
    ['at the end', 60, 180, 240, undefined],
    ['just before the end', 60, 180 - ms, 240, [2]],
    ['at the start', 60, -60, 0, undefined],
    ['just after the start', 60, -60, ms, [0]],
    ['within one', 60, 75, 90, [1]],
    ['at the start of one', 60, 60, 75, [1]],
    ['at the end of one', 60, 105, 120, [1]],
    ['of two halves', 60, 30, 90, [0, 1]],
    ['a little wider than one', 60, 60 - ms, 120 + ms, [0, 1, 2]],
    ['open after', 60, 119, Infinity, [1, 2]],
  ])(
    'last predictions are cut to a window %s, with steps of %d',
    async (_, stepMinutes, from, to, kept) => {
      const { here, there } = handles;
      const start = freeDays();
      const prices = stepMinutes === 15 ? [1_001, -1, 0, 4_000] : [60, 61, 62];
      const prediction = aPrediction(start, { stepMinutes, prices });
      await here.prices.putPredictions([prediction]);
      const expected = kept && part(prediction, kept);
      expect(await lastOf(there, start, { from, to })).toEqual(expected);
    },
  );
}
