import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { byDay, decodeRuns, encodeRun, type StoredRun } from '../src/measurements/run-codec.ts';

const DAY = Date.parse('2026-03-29T00:00:00Z');

const RUNS: readonly StoredRun[] = [
  { deliveredAt: 0, upload: 0, start: DAY, step: 60, microMw: Float64Array.of(0) },
  {
    deliveredAt: Date.parse('2500-01-01T00:00:00Z'),
    upload: 2 ** 31 - 1,
    start: DAY + 23 * HOUR_MS + 55 * 60_000,
    step: 5,
    microMw: Float64Array.of(1e14, -1e14, 0, -1, 1, 127, 128, 16_383, -16_384),
  },
];

test('the runs of a day are read as they were written, in their order', () => {
  const bytes = Buffer.concat(RUNS.map((run) => encodeRun(DAY, run)));
  expect([...decodeRuns(DAY, bytes)]).toEqual(RUNS);
});

test('a quarter of an hour of a plant takes four bytes at most', () => {
  const microMw = Array.from({ length: 96 }, (_, i) =>
    Math.round(50e6 * Math.abs(Math.sin(i * 7))),
  );
  const run = { deliveredAt: DAY, upload: 1, start: DAY, step: 15, microMw } as const;
  expect(encodeRun(DAY, run).length).toBeLessThan(4 * 96 + 16);
});

test('a run is cut where its periods begin in another UTC day', () => {
  const start = DAY - HOUR_MS / 2;
  const parts = [...byDay({ start, step: 60, microMw: Array.from({ length: 26 }, (_, i) => i) })];
  expect(
    parts.map(([day, run]) => [day - DAY, run.start - start, Array.from(run.microMw)]),
  ).toEqual([
    [-DAY_MS, 0, [0]],
    [0, HOUR_MS, Array.from({ length: 24 }, (_, i) => i + 1)],
    [DAY_MS, 25 * HOUR_MS, [25]],
  ]);
});
