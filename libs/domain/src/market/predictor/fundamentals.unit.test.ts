import { dateAfter, dayOf, HOUR_MS, quartersOfDate } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import type { FundamentalVersion } from '../market-data/market-day.ts';
import { gateClosure, rulesOf } from '../markets/sessions.ts';
import { exogenousAsOf, exogenousAt, type FundamentalHistory } from './fundamentals.ts';
import { MIN_DAYS } from './members.ts';
import { hindcastTime } from './predictor.ts';

const LAST = '2026-11-22';
const DATES = Array.from({ length: MIN_DAYS }, (_, i) => dateAfter(LAST, i + 1 - MIN_DAYS));

/** A version of all hours of a day, known so many hours before the day-ahead gate. */
function version(date: string, hoursBefore: number, mw: number): FundamentalVersion {
  const gate = gateClosure(rulesOf('md_pdbc_spain'), dayOf(date));
  const ends = quartersOfDate(date);
  const knownAt = new Date(gate - hoursBefore * HOUR_MS);
  const made = { series: 'wind', date, knownAt, source: 'esios', document: '1777' } as const;
  return { ...made, stepMinutes: 15, ends, values: ends.map(() => 1000 * mw) };
}

const history = (versions: (date: string) => FundamentalVersion[]): FundamentalHistory =>
  new Map([['wind', DATES.flatMap(versions)]]);
const GATE = gateClosure(rulesOf('md_pdbc_spain'), dayOf(LAST));

test('a day is seen as it was known when it was predicted, never as it was known later', () => {
  const versions = history((date) => [
    version(date, 5, 10),
    version(date, 4, 11),
    version(date, 1, 12),
  ]);
  const hindcast = exogenousAsOf(versions, hindcastTime).get('wind');
  expect(hindcast?.get(LAST)?.[0]).toBe(11);
  expect(hindcast?.get(LAST)).toHaveLength(24);
  const live = exogenousAt(versions, GATE - 4.5 * HOUR_MS, LAST).get('wind');
  expect(live?.get(LAST)?.[0]).toBe(10);
  // The days before are learned from as they were at their own gates.
  expect(live?.get(DATES[0] as string)?.[0]).toBe(12);
});

test('a forecast that was fetched after its day is used by later predictions, and by no hindcast', () => {
  const versions = history((date) => [
    date < dateAfter(LAST, -1)
      ? { ...version(date, 0, 7), knownAt: new Date(GATE - HOUR_MS) }
      : version(date, 1, 8),
  ]);
  expect(exogenousAsOf(versions, hindcastTime)).toEqual(new Map());
  expect(
    exogenousAt(versions, GATE - HOUR_MS, LAST)
      .get('wind')
      ?.get(DATES[3] as string)?.[0],
  ).toBe(7);
  expect(exogenousAt(versions, GATE - HOUR_MS - 1, LAST)).toEqual(new Map());
});

test('series that lack the day that is predicted, or are short, are left out', () => {
  const whole = history((date) => [version(date, 5, 10)]);
  expect([...exogenousAt(whole, GATE, LAST).keys()]).toEqual(['wind']);
  expect([...exogenousAt(whole, GATE, dateAfter(LAST, 1)).keys()]).toEqual([]);
  const short = new Map([['wind' as const, (whole.get('wind') ?? []).slice(1)]]);
  expect([...exogenousAt(short, GATE, LAST).keys()]).toEqual([]);
});
