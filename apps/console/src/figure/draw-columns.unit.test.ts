import { describe, expect, it } from 'vitest';
import { columnsOf } from './draw-columns.ts';

const TIMES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

function columns(values: (number | null)[], count: number, [min, max] = [0, 8]) {
  const { low, high } = columnsOf({ times: TIMES, values, min: min ?? 0, max: max ?? 0, count });
  return { low: [...low], high: [...high] };
}

describe('The columns of a series', () => {
  it('The columns of a series have the extremes of several steps in a pixel', () => {
    expect(columns([1, 5, 2, -3, 4, 4, 0, 9, 0], 4)).toEqual({
      low: [1, -3, 4, 0],
      high: [5, 2, 4, 9],
    });
  });

  it('The columns of a series have a step in each pixel that it crosses', () => {
    const times = [0, 4, 8];
    const { low, high } = columnsOf({ times, values: [1, 2, 2], min: 0, max: 8, count: 8 });
    expect([...low]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    expect([...high]).toEqual([...low]);
  });

  it('The columns of a series are empty where all of their steps are missing', () => {
    expect(columns([1, null, null, null, 4, null, 0, 9, 0], 4)).toEqual({
      low: [1, Number.NaN, 4, 0],
      high: [1, Number.NaN, 4, 9],
    });
  });

  it('The columns of a series begin and end inside a step', () => {
    expect(columns([1, 2, 3, 4, 5, 6, 7, 8, 8], 4, [2.5, 4.5])).toEqual({
      low: [3, 4, 4, 5],
      high: [3, 4, 4, 5],
    });
  });

  it('The columns of a series before or after its time are empty', () => {
    expect(columns([1, 2, 3, 4, 5, 6, 7, 8, 8], 2, [8, 10]).low).toEqual([Number.NaN, Number.NaN]);
    expect(columns([1, 2, 3, 4, 5, 6, 7, 8, 8], 2, [-2, 0]).low).toEqual([Number.NaN, Number.NaN]);
  });
});
