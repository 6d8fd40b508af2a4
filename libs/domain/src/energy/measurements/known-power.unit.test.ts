import { DAY_MS, HOUR_MS, MICRO, MINUTE_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { KnownPower } from './known-power.ts';
import type { DeliveredRun, Step } from './power-run.ts';

const FROM = Date.parse('2026-03-28T23:00:00Z');
const WINDOW = { from: FROM, to: FROM + DAY_MS };
const minute = (minutes: number) => FROM + minutes * MINUTE_MS;

function run(minutes: number, step: Step, mw: number[], deliveredAt: number): DeliveredRun {
  return { start: minute(minutes), step, microMw: mw.map((each) => each * MICRO), deliveredAt };
}

/** MW of the quarters at some minutes after the window's start, at each of some instants in order. */
function known(runs: DeliveredRun[], starts: number[], instants: number[]) {
  const power = new KnownPower(runs, WINDOW, HOUR_MS);
  return instants.map((at) => {
    power.advance(minute(at));
    return starts.map((start) => power.quarter(minute(start)) / MICRO);
  });
}

describe('what references know', () => {
  test('the first value of a period is known an hour after its end, however late it came', () => {
    const runs = [run(0, 15, [1], minute(9_999))];
    expect(known(runs, [0], [74, 75])).toEqual([[Number.NaN], [1]]);
  });

  test('a value that replaces another is known from its own delivery on', () => {
    const runs = [run(0, 15, [1], minute(20)), run(0, 15, [2], minute(500))];
    expect(known(runs, [0], [74, 75, 499, 500])).toEqual([[Number.NaN], [1], [1], [2]]);
  });

  test('a first value does not replace one that was delivered after it and is known before it', () => {
    const runs = [run(0, 15, [1], minute(20)), run(0, 15, [2], minute(30))];
    expect(known(runs, [0], [29, 30, 75])).toEqual([[Number.NaN], [2], [2]]);
  });

  test('a value that was taken back is never known, and the one after it is the first', () => {
    const second = { ...run(0, 15, [2], minute(100)), takenBackAt: minute(200) };
    expect(known([run(0, 15, [1], minute(20)), second], [0], [150])).toEqual([[1]]);
    expect(known([second, run(0, 15, [3], minute(900))], [0], [75])).toEqual([[3]]);
  });

  test('an hour after one of its quarters is known at once in that quarter, later in the others', () => {
    const runs = [run(15, 15, [1], minute(20)), run(0, 60, [9], minute(70))];
    expect(known(runs, [0, 15, 30], [70, 120])).toEqual([
      [Number.NaN, 9, Number.NaN],
      [9, 9, 9],
    ]);
  });

  test('a quarter is the mean of its parts and is not known while one is missing', () => {
    const runs = [run(0, 5, [1, 2, 6, 4], minute(20))];
    expect(known(runs, [0, 15], [74, 75, 80])).toEqual([
      [Number.NaN, Number.NaN],
      [3, Number.NaN],
      [3, Number.NaN],
    ]);
  });

  test('the newest quarter is the last that is known whole, whatever came after it', () => {
    const runs = [run(30, 15, [1], minute(50)), run(0, 15, [2], minute(60))];
    const power = new KnownPower(runs, WINDOW, HOUR_MS);
    expect(power.newest).toBeUndefined();
    power.advance(minute(200));
    expect(power.newest).toBe(minute(30));
  });
});
