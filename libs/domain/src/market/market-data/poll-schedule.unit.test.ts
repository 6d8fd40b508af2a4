import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { expectedDocuments, nextPoll } from './poll-schedule.ts';
import { expectedAt, SERIES } from './series.ts';

const PLAN = { everyMs: 5 * MINUTE_MS, seed: 'seed' };
const DAY = '2026-11-22';
const MD = {
  series: 'md_pdbc_spain',
  date: DAY,
  expectedAt: expectedAt('md_pdbc_spain', DAY),
} as const;
const WIND = { series: 'wind', date: DAY, expectedAt: expectedAt('wind', DAY) } as const;
const NEVER = { last: undefined, cameAt: undefined };
const USUAL = MD.expectedAt;

describe('the polls for a document', () => {
  test('the polls for a document begin at its usual time, and are half a minute late at the most', () => {
    for (let i = 0; i < 200; i += 1) {
      const seed = `seed ${i}`;
      const first = nextPoll({ ...PLAN, seed }, MD, NEVER, USUAL - DAY_MS) as number;
      expect(first - USUAL).toBeGreaterThanOrEqual(0);
      expect(first - USUAL).toBeLessThan(30_000);
    }
  });

  test('the polls for a document are made once in each interval, at most a tenth of a short one late', () => {
    const plan = { everyMs: 1_000, seed: 'seed' };
    let last = nextPoll(plan, MD, NEVER, USUAL - 1) as number;
    for (let slot = 1; slot < 300; slot += 1) {
      last = nextPoll(plan, MD, { last, cameAt: undefined }, last) as number;
      expect(Math.floor((last - USUAL) / 1_000)).toBe(slot);
      expect((last - USUAL) % 1_000).toBeLessThan(100);
    }
  });

  test('the polls for a document are one in each interval also where processes take turns', () => {
    let last: number | undefined;
    let due = USUAL;
    const polls: number[] = [];
    for (let turn = 0; polls.length < 100; turn += 1) {
      const plan = { ...PLAN, seed: `process ${turn % 3}` };
      const state = { last, cameAt: undefined };
      const at = nextPoll(plan, MD, state, due) as number;
      if (at <= due) {
        last = due;
        polls.push(due);
      }
      due = nextPoll(plan, MD, { last, cameAt: undefined }, due) as number;
    }
    const slots = polls.map((at) => Math.floor((at - USUAL) / PLAN.everyMs));
    expect(slots).toEqual(slots.map((_, i) => i));
  });

  test('the polls for a document are as usual again after a clock that was three hours ahead', () => {
    const now = USUAL + HOUR_MS;
    const at = nextPoll(PLAN, MD, { last: now + 3 * HOUR_MS, cameAt: undefined }, now) as number;
    expect(at - now).toBeGreaterThan(0);
    expect(at - now).toBeLessThanOrEqual(PLAN.everyMs + 30_000);
  });

  test('polls of different documents do not all have the same delay', () => {
    const lags = Array.from({ length: 100 }, (_, i) => {
      return (nextPoll({ ...PLAN, seed: `${i}` }, MD, NEVER, USUAL) as number) - USUAL;
    });
    expect(new Set(lags).size).toBeGreaterThan(90);
    expect(Math.max(...lags) - Math.min(...lags)).toBeGreaterThan(20_000);
  });

  test('the polls for a document end after seven days without it, and a day after it arrived', () => {
    const missing = USUAL + 7 * DAY_MS;
    expect(
      nextPoll(PLAN, MD, { last: missing - HOUR_MS, cameAt: undefined }, missing),
    ).toBeDefined();
    expect(
      nextPoll(PLAN, MD, { last: missing + MINUTE_MS, cameAt: undefined }, missing),
    ).toBeUndefined();
    const cameAt = USUAL + 2 * HOUR_MS;
    expect(nextPoll(PLAN, MD, { last: cameAt, cameAt }, cameAt)).toBeDefined();
    const after = cameAt + DAY_MS + MINUTE_MS;
    expect(nextPoll(PLAN, MD, { last: after, cameAt }, after)).toBeUndefined();
  });

  test('the polls for a document are hourly for later versions of a forecast', () => {
    const cameAt = WIND.expectedAt + MINUTE_MS;
    const next = nextPoll(PLAN, WIND, { last: cameAt, cameAt }, cameAt) as number;
    expect(next - WIND.expectedAt).toBeGreaterThanOrEqual(HOUR_MS);
  });

  test('a document that is a day old and was never polled is left to back-filling', () => {
    expect(nextPoll(PLAN, MD, NEVER, USUAL + DAY_MS + 1)).toBeUndefined();
    expect(nextPoll(PLAN, MD, NEVER, USUAL + DAY_MS - 1)).toBeDefined();
  });
});

test('the expected documents are those of all series, the newest first', () => {
  const expected = expectedDocuments(SERIES, DAY);
  expect(new Set(expected.map(({ series }) => series))).toEqual(new Set(SERIES));
  const times = expected.map((each) => each.expectedAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
