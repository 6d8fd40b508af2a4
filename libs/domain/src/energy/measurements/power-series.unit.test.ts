import { HOUR_MS, MICRO, MINUTE_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { type DeliveredRun, runsOf, type Step } from './power-run.ts';
import { countReplaced, deliveredPower, type PowerSeries } from './power-series.ts';

const FROM = Date.parse('2026-03-28T23:00:00Z');
const DAY = { from: FROM, to: FROM + 24 * HOUR_MS };

function run(minutes: number, step: Step, mw: number[], deliveredAt = 0): DeliveredRun {
  const microMw = mw.map((each) => each * MICRO);
  return { start: FROM + minutes * MINUTE_MS, step, microMw, deliveredAt };
}

const periodsOf = (series: PowerSeries) =>
  [...series.delivered()].map(({ start, end, microMw }) => [
    (start - FROM) / MINUTE_MS,
    (end - FROM) / MINUTE_MS,
    microMw / MICRO,
  ]);
const periods = (runs: DeliveredRun[]) => periodsOf(deliveredPower(runs, DAY));

describe('the latest delivery that covers an instant', () => {
  test('an hour replaces its quarters', () => {
    const runs = [run(0, 15, [1, 2, 3, 4, 5]), run(0, 60, [9], 1)];
    expect(periods(runs)).toEqual([
      [0, 60, 9],
      [60, 75, 5],
    ]);
  });

  test('a quarter replaces a part of its hour, and the rest of the hour stays', () => {
    expect(periods([run(0, 60, [9]), run(15, 15, [1], 1)])).toEqual([
      [0, 15, 9],
      [15, 30, 1],
      [30, 60, 9],
    ]);
  });

  test('the rest of an hour is periods of lengths that a value may have', () => {
    expect(periods([run(0, 60, [9]), run(0, 15, [1], 1)])).toEqual([
      [0, 15, 1],
      [15, 30, 9],
      [30, 60, 9],
    ]);
    expect(periods([run(0, 30, [9]), run(5, 5, [1], 1)])).toEqual([
      [0, 5, 9],
      [5, 10, 1],
      [10, 20, 9],
      [20, 30, 9],
    ]);
    expect(periods([run(5, 60, [9])])).toEqual([[5, 65, 9]]);
  });

  test('a delivery does not count before it came, nor after it was taken back', () => {
    const second = { ...run(0, 15, [2], 10), takenBackAt: 20 };
    const runs = [run(0, 15, [1], 5), second];
    const at = (instant: number) => periodsOf(deliveredPower(runs, DAY, instant));
    expect([4, 5, 9, 10, 19, 20].map((each) => at(each)[0]?.[2])).toEqual([
      undefined,
      1,
      1,
      2,
      2,
      1,
    ]);
  });
});

describe('a resolution', () => {
  const resampled = (runs: DeliveredRun[], minutes: number) =>
    [...deliveredPower(runs, DAY).resampled(minutes)].map(({ start, microMw }) => [
      (start - FROM) / MINUTE_MS,
      microMw,
    ]);

  test('a coarser period is the mean, rounded half up to six decimals', () => {
    const micro = [0, 0, 0, 2];
    const runs = [{ ...run(0, 15, []), microMw: micro }];
    expect(resampled(runs, 60)).toEqual([[0, 1]]);
    const negative = [{ ...run(0, 15, []), microMw: micro.map((each) => -each) }];
    expect(resampled(negative, 60)).toEqual([[0, 0]]);
  });

  test('a coarser period of which a part is missing is left out', () => {
    expect(resampled([run(15, 15, [1, 2, 3, 4, 5, 6, 7])], 60)).toEqual([[60, 5.5 * MICRO]]);
  });

  test('finer periods repeat the mean', () => {
    expect(resampled([run(0, 60, [3])], 15)).toEqual([0, 15, 30, 45].map((at) => [at, 3 * MICRO]));
  });
});

test('a window cuts the periods at its ends', () => {
  expect(periods([run(-30, 60, [4]), run(23 * 60 + 30, 60, [5])])).toEqual([
    [0, 30, 4],
    [1410, 1440, 5],
  ]);
});

test('a replaced period is one that covers an instant with a value', () => {
  const before = [run(0, 60, [1])];
  const added = [run(30, 30, [1, 1, 1])];
  expect(countReplaced(before, added, DAY)).toBe(1);
  expect(countReplaced([], added, DAY)).toBe(0);
});

test('consecutive periods of one length are joined to runs', () => {
  const period = (minutes: number, step: Step) => ({
    start: FROM + minutes * MINUTE_MS,
    step,
    microMw: minutes,
  });
  const runs = [...runsOf([period(0, 15), period(15, 15), period(45, 15), period(60, 60)])];
  expect(runs.map(({ step, microMw }) => [step, microMw])).toEqual([
    [15, [0, 15]],
    [15, [45]],
    [60, [60]],
  ]);
});
