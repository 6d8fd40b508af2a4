import { dateAfter, QUARTER_MS } from '@solano/domain/kernel';
import type { PastErrors, PriceCurve, Session } from '@solano/domain/market';
import { type BySession, byVintage, itemsOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { cheapestCapped } from '../cheapest-capped.ts';
import { dayAhead } from '../day-ahead.ts';
import { meanVariance } from '../mean-variance.ts';
import type { StrategyModel } from '../model.ts';
import type { SeriesItem } from '../split-inputs.ts';
import { slotsFor } from './slots.ts';

const NEWEST = '2026-11-21';

/** Prices in EUR/MWh of the quarters of each item: one price each, undefined for no prediction. */
function curveOf(
  items: readonly SeriesItem[],
  prices: readonly (number | undefined)[],
): PriceCurve {
  const quarters = items.flatMap(({ period: { end, minutes } }, i) => {
    const price = prices[i];
    if (price === undefined) return [];
    const count = Math.ceil(minutes / 15);
    return Array.from({ length: count }, (_, q) => [end - q * QUARTER_MS, price * 1000] as const);
  });
  return new Map(quarters);
}

/** Errors in EUR/MWh of days that end with the newest: by how many days ago, and by clock quarter. */
function historyOf(
  days: number,
  euros: (ago: number, clock: number) => number = () => 0,
  first = 0,
): PastErrors {
  const entries = Array.from({ length: days }, (_, i) => {
    const ago = first + i;
    const errors = Array.from({ length: 100 }, (__, clock) => euros(ago, clock) * 1000);
    return [dateAfter(NEWEST, -ago), { errors, origins: [] }] as const;
  });
  return new Map(entries);
}

/** The slots of a model, every session with something known of it being open for every item. */
function slots(
  model: StrategyModel,
  items: readonly SeriesItem[],
  prices: BySession<readonly (number | undefined)[]>,
  history: BySession<PastErrors> = {},
) {
  const names = Object.keys(prices) as Session[];
  const inputs = {
    items,
    submittedAt: 0,
    settings: [],
    curves: new Map(names.map((name) => [name, curveOf(items, prices[name] ?? [])])),
    history: byVintage(new Map(Object.entries(history) as [Session, PastErrors][])),
  };
  return slotsFor(
    model,
    inputs,
    items.map(() => names),
  );
}

const sessionsOf = (found: ReturnType<typeof slotsFor>) => {
  return found.slots.map(({ sessions }) => sessions);
};

const NOON = '2026-11-22 13:00';
const ONE = itemsOf(60, NOON);

describe('the energy', () => {
  test.each([
    [4, 60, 4],
    [4, 15, 1],
    [3, 30, 1.5],
    [-2, 30, -1],
    [0, 60, 0],
    [30, 7, 3.5],
  ])('the energy of %d MW over %d minutes is %d MWh', (megawatts, minutes, expected) => {
    const items = itemsOf(minutes, NOON).map((item) => ({ ...item, megawatts }));
    expect(slots(dayAhead, items, { MD: [] }).slots[0]?.megawattHours).toBe(expected);
  });
});

describe('the set S of a model has', () => {
  test('every open session, without prices, where it needs nothing', () => {
    const [slot] = slots(dayAhead, ONE, { MD: [], MID2: [] }).slots;
    expect(slot).toMatchObject({ label: NOON, sessions: ['MD', 'MID2'], weighed: [], errors: [] });
  });

  test('the sessions with a prediction for the whole period where it needs predictions', () => {
    const items = itemsOf(60, NOON, '2026-11-22 14:00');
    const found = slots(cheapestCapped, items, { MD: [50, undefined], MID1: [45, 46], MID3: [] });
    expect(found.gap).toBeUndefined();
    expect(sessionsOf(found)).toEqual([['MD', 'MID1'], ['MID1']]);
    // Thousandths of EUR/MWh times the minutes.
    expect(found.slots[0]?.weighed).toEqual([3_000_000, 2_700_000]);
    expect(found.slots[0]?.errors).toEqual([]);
  });

  test('the set S of a model has only sessions with a history if the model needs one', () => {
    const prices = { MD: [50], MID1: [45], MID2: [44] };
    const found = slots(meanVariance, ONE, prices, { MD: historyOf(60), MID2: historyOf(90) });
    expect(sessionsOf(found)).toEqual([['MD', 'MID2']]);
    expect(found.slots[0]?.weighed).toEqual([3_000_000, 2_640_000]);
    expect(found.slots[0]?.errors.map((errors) => errors.length)).toEqual([60, 60]);
  });
});

describe('the reason for leaving a model out', () => {
  const NO_HISTORY = 'fewer than 60 days of past predictions and realised prices';
  const three = itemsOf(60, '2026-11-22 15:00', '2026-11-22 14:00', NOON);

  test('the reason for leaving a model out names the earliest period without any prediction', () => {
    const prices = { MD: [1, undefined, undefined], MID1: [undefined, undefined, undefined] };
    for (const model of [cheapestCapped, meanVariance]) {
      const expected = { slots: [], gap: 'no price prediction for 2026-11-22 13:00' };
      expect(slots(model, three, prices, { MD: historyOf(60) })).toEqual(expected);
    }
  });

  test('the reason for leaving a model out names the first of equal labels as the earlier', () => {
    const repeated = itemsOf(60, '2026-10-25 03:00', '2026-10-25 02:00', '2026-10-25 02:00');
    const found = slots(cheapestCapped, repeated, { MD: [1, undefined, undefined] });
    expect(found.gap).toBe('no price prediction for 2026-10-25 02:00');
  });

  test('the reason for leaving a model out is a missing prediction before a missing history', () => {
    const found = slots(meanVariance, three, { MD: [1, undefined, 1] });
    expect(found.gap).toBe('no price prediction for 2026-11-22 14:00');
  });

  test.each([
    ['none at all', {}],
    ['59 days', { MD: historyOf(59), MID1: historyOf(0) }],
    ['of a session without a prediction', { MID2: historyOf(60) }],
  ])('the reason for leaving a model out names the history: %s', (_, history) => {
    const prices = { MD: [1, 1, 1], MID1: [1, 1, 1], MID2: [] };
    expect(slots(meanVariance, three, prices, history)).toEqual({ slots: [], gap: NO_HISTORY });
  });

  test('the reason for leaving a model out names the history of a single period', () => {
    // At 14:00 only MID1 has a price, and no history.
    const prices = { MD: [1, undefined, 1], MID1: [1, 1, 1] };
    const found = slots(meanVariance, three, prices, { MD: historyOf(60) });
    expect(found).toEqual({ slots: [], gap: NO_HISTORY });
  });

  test('the reason for leaving a model out names no history where the model needs none', () => {
    expect(slots(cheapestCapped, three, { MD: [1, 1, 1] }).gap).toBeUndefined();
  });
});

describe('the days that sessions share', () => {
  const prices = { MD: [1], MID1: [1], MID2: [1], MID3: [1] };
  const ago = (days: number) => days;

  test('the days that sessions share are those that all have, in one order', () => {
    const newestFirst = historyOf(80, ago);
    const oldestFirst = new Map([...historyOf(90, ago, 10)].reverse());
    const found = slots(meanVariance, ONE, prices, { MD: newestFirst, MID1: oldestFirst });
    const expected = Float64Array.from({ length: 70 }, (_, i) => 10 + i);
    expect(found.slots[0]?.errors).toEqual([expected, expected]);
  });

  test('the shared days must be 60: a session that would leave fewer does not join', () => {
    const found = slots(meanVariance, ONE, prices, {
      MD: historyOf(80, ago),
      // 59 of its days are shared.
      MID1: historyOf(90, ago, 21),
      // 60 are.
      MID2: historyOf(90, ago, 20),
      // 70 with MD, but only 50 with MD and MID2.
      MID3: historyOf(70, ago),
    });
    expect(sessionsOf(found)).toEqual([['MD', 'MID2']]);
    const expected = Float64Array.from({ length: 60 }, (_, i) => 20 + i);
    expect(found.slots[0]?.errors).toEqual([expected, expected]);
  });

  test('a first session with too few is replaced by the next', () => {
    const found = slots(meanVariance, ONE, prices, { MD: historyOf(59), MID1: historyOf(60, ago) });
    expect(sessionsOf(found)).toEqual([['MID1']]);
  });

  test('the shared days are the same for all items, whatever their sessions', () => {
    const items = itemsOf(60, NOON, '2026-11-22 14:00');
    const some = { MD: [1, 1], MID1: [undefined, 1] };
    const history = { MD: historyOf(80, ago), MID1: historyOf(80, ago, 15) };
    const { slots: found } = slots(meanVariance, items, some, history);
    const expected = Float64Array.from({ length: 65 }, (_, i) => 15 + i);
    expect(found.map(({ errors }) => errors)).toEqual([[expected], [expected, expected]]);
  });

  test('the shared days are not cut short by a session that no item can use', () => {
    const some = { MD: [1], MID1: [undefined] };
    const history = { MD: historyOf(80), MID1: historyOf(60) };
    const { slots: found } = slots(meanVariance, ONE, some, history);
    expect(found[0]?.errors[0]?.length).toBe(80);
  });
});

describe('the vintage of past errors', () => {
  const some = { MD: [50], MID1: [50], MID2: [50] };
  const [early, late] = [historyOf(60, () => 1), historyOf(60, () => 2)];

  /** The errors of the newest day by session, from what each vintage knows. */
  function errorsFrom(
    prices: BySession<readonly (number | undefined)[]>,
    history: BySession<BySession<PastErrors>>,
    items: readonly SeriesItem[] = ONE,
  ) {
    const names = Object.keys(prices) as Session[];
    const vintages = Object.entries(history) as [Session, BySession<PastErrors>][];
    const inputs = {
      items,
      submittedAt: 0,
      settings: [],
      curves: new Map(names.map((name) => [name, curveOf(items, prices[name] ?? [])])),
      history: new Map(
        vintages.map(([vintage, own]) => {
          return [vintage, new Map(Object.entries(own) as [Session, PastErrors][])];
        }),
      ),
    };
    const open = items.map(() => names);
    return slotsFor(meanVariance, inputs, open).slots.map(({ sessions, errors }) => {
      return Object.fromEntries(sessions.map((session, i) => [session, errors[i]?.[0]]));
    });
  }

  test('the vintage of past errors is that of the first session for all sessions', () => {
    const history = { MD: { MD: early, MID1: early }, MID1: { MID1: late, MID2: late } };
    expect(errorsFrom(some, history)).toEqual([{ MD: 1, MID1: 1 }]);
  });

  test('the vintage of past errors is the next session’s where the first has too few days', () => {
    const short = historyOf(59);
    const history = { MD: { MD: short, MID1: early }, MID1: { MID1: late, MID2: late } };
    expect(errorsFrom(some, history)).toEqual([{ MID1: 2, MID2: 2 }]);
  });

  test('the vintage of past errors is each item’s own, on days that all items share', () => {
    const items = itemsOf(60, NOON, '2026-11-22 14:00');
    const prices = { MD: [50, undefined], MID1: [50, 50], MID2: [50, 50] };
    const history = {
      MD: { MD: early, MID1: early, MID2: historyOf(60, () => 9, 1) },
      MID1: { MID1: late, MID2: late },
    };
    expect(errorsFrom(prices, history, items)).toEqual([
      { MD: 1, MID1: 1 },
      { MID1: 2, MID2: 2 },
    ]);
  });
});

describe('the error of a period', () => {
  /** The error of the newest day, where that of each quarter is its place on the clock. */
  function errorsOf(minutes: number, ...labels: string[]): (number | undefined)[] {
    const items = itemsOf(minutes, ...labels);
    const quarters = items.flatMap(({ period: { end } }) => {
      const last = Math.ceil(end / QUARTER_MS) * QUARTER_MS;
      return Array.from({ length: 6 }, (_, q) => [last - q * QUARTER_MS, 1] as const);
    });
    const inputs = {
      items,
      submittedAt: 0,
      settings: [],
      curves: new Map([['MD' as const, new Map(quarters)]]),
      history: byVintage(new Map([['MD' as const, historyOf(60, (_, clock) => clock)]])),
    };
    const { slots: found } = slotsFor(
      meanVariance,
      inputs,
      items.map(() => ['MD']),
    );
    return found.map(({ errors }) => errors[0]?.[0]);
  }

  test.each([
    ['the first quarter of a day', 15, '2026-11-22 00:15', 0],
    ['the last', 15, '2026-11-23 00:00', 95],
    ['an hour: the mean of its four', 60, '2026-11-22 13:00', (48 + 49 + 50 + 51) / 4],
    ['half an hour', 30, '2026-11-22 13:00', 50.5],
    ['a part of one quarter', 7, '2026-11-22 12:07', 48],
    ['parts of two: 3 minutes and 4', 7, '2026-11-22 12:19', (3 * 48 + 4 * 49) / 7],
    ['parts of two days', 20, '2026-11-22 00:05', (15 * 95) / 20],
    ['half past two on an ordinary day', 15, '2026-11-22 02:30', 9],
    ['after the hour that spring leaves out', 15, '2026-03-29 03:15', 12],
    ['before it', 15, '2026-03-29 03:00', 7],
  ])('the error of a period is that of %s', (_, minutes, label, expected) => {
    expect(errorsOf(minutes, label)).toEqual([expect.closeTo(expected, 9)]);
  });

  test('the error of a period is its own for each pass of 02:30 in October', () => {
    expect(errorsOf(15, '2026-10-25 02:30', '2026-10-25 02:30')).toEqual([9, 97]);
    // From 01:00 to 02:00 in summer time, then twice up to 03:00.
    const hours = ['2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 03:00'];
    expect(errorsOf(60, ...hours)).toEqual([5.5, 9.5, 97.5]);
  });
});
