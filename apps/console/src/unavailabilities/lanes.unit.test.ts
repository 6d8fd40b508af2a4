import { expect, test } from 'vitest';
import { HOUR_MS } from '../time/zone.ts';
import type { Outage } from './data.ts';
import { lanesOf } from './lanes.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour)).toISOString();

test.each([
  ['none', [], 0, []],
  [
    'neighbours',
    [
      [0, 4],
      [4, 8],
    ],
    0,
    [0, 0],
  ],
  [
    'equal ones',
    [
      [0, 4],
      [0, 4],
      [0, 4],
    ],
    0,
    [0, 1, 2],
  ],
  [
    'a short one over the end of a long one',
    [
      [3, 5],
      [0, 4],
    ],
    0,
    [1, 0],
  ],
  [
    'a lane that is free again',
    [
      [0, 4],
      [1, 2],
      [2, 3],
      [4, 5],
    ],
    0,
    [0, 1, 1, 0],
  ],
  [
    'neighbours too short to be told apart',
    [
      [0, 1],
      [1, 2],
      [3, 4],
    ],
    3,
    [0, 1, 0],
  ],
] as const)('The lanes of outages, %s', (_what, hours, minHours, lanes) => {
  const outages = hours.map(([from, to], index) => ({
    id: String(index),
    start_time_utc: at(from),
    end_time_utc: at(to),
  })) as unknown as Outage[];
  const found = lanesOf(outages, minHours * HOUR_MS);
  expect(outages.map(({ id }) => found.lanes.get(id))).toEqual(lanes);
  expect(found.count).toBe(Math.max(0, ...lanes) + 1);
});
