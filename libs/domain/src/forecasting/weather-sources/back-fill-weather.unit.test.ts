import { codeOf } from '@solano/domain/contracts';
import { HOUR_MS } from '@solano/domain/kernel';
import { weatherWorld } from '@solano/domain/test/weather-world';
import { beforeEach, expect, test } from 'vitest';
import { backFillWeather } from './back-fill-weather.ts';

const PLACES = ['41,-0.9', '42,-0.9', '43,-0.9'];

let world: ReturnType<typeof weatherWorld>;

beforeEach(() => {
  world = weatherWorld('2026-11-26T08:00Z');
});

const backFill = (since: string, until: string, places: readonly string[] = PLACES) =>
  backFillWeather(world.deps, world.source, { since, until, places });

const issues = () => [
  ...new Set(
    world.source.runs.map(({ issuedAt }) => new Date(issuedAt).toISOString().slice(8, 16)),
  ),
];

test('the runs of 00:00 and 12:00 UTC of days of Madrid are asked for as past ones', async () => {
  await backFill('2026-11-20', '2026-11-21');
  expect(issues()).toEqual(['20T00:00', '20T12:00', '21T00:00', '21T12:00']);
  expect(world.source.runs.every(({ isPast }) => isPast)).toBe(true);
  expect(world.source.runs.map(({ places }) => places.length)).toEqual([2, 1, 2, 1, 2, 1, 2, 1]);
});

test('a past run is known from the latest time on at which it was surely there, not from its issue', async () => {
  await backFill('2026-11-20', '2026-11-20');
  const known = [];
  const window = { from: 0, to: Number.MAX_SAFE_INTEGER };
  for await (const { runs } of world.deps.weather.runs(['41,-0.9'], window)) {
    known.push(...runs.map(({ issuedAt, knownAt }) => (knownAt - issuedAt) / HOUR_MS));
  }
  expect(known).toEqual([8, 8]);
});

test('a run that cannot be known yet is not asked for', async () => {
  await backFill('2026-11-25', '2026-11-26');
  expect(issues()).toEqual(['25T00:00', '25T12:00']);
});

test('stored runs are not asked for again', async () => {
  await backFill('2026-11-20', '2026-11-20', PLACES.slice(0, 1));
  world.source.asked.length = 0;
  await backFill('2026-11-20', '2026-11-20');
  expect(world.source.runs.flatMap(({ places }) => places)).toEqual([
    '42,-0.9',
    '43,-0.9',
    '42,-0.9',
    '43,-0.9',
  ]);
});

test('requests are sent at the pace of back-filling: twelve a minute', async () => {
  const before = world.now;
  await backFill('2026-11-01', '2026-11-20', PLACES.slice(0, 1));
  expect(world.source.runs).toHaveLength(40);
  expect(world.now - before).toBeGreaterThan(3 * 60_000);
});

test('a source that fails twice is not asked any more, and a run that it does not keep is passed over', async () => {
  world.source.response = { kind: 'absent' };
  expect(await backFill('2026-11-20', '2026-11-21', ['41,-0.9'])).toHaveLength(4);
  world.source.response = { kind: 'unavailable', reason: 'answered 500' };
  const failed = await backFill('2026-11-20', '2026-11-21', ['41,-0.9']);
  expect(failed.map(({ result, reason }) => `${result}: ${reason}`)).toEqual([
    'unavailable: answered 500',
    'unavailable: answered 500',
  ]);
});

test.each([
  ['2026-11-21', '2026-11-20'],
  ['2026-02-30', '2026-11-20'],
  ['2020-01-01', '2026-11-20'],
])('days from %s to %s are rejected', async (since, until) => {
  expect(await codeOf(backFill(since, until))).toBe('invalid_request');
  expect(world.source.asked).toEqual([]);
});
