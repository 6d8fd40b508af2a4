import {
  DAY_MS,
  dateAfter,
  dayOf,
  LabelReader,
  labelOf,
  MINUTE_MS,
  quartersOfDate,
} from '@solano/domain/kernel';
import { gateClosure, rulesOfSession, type Session } from '@solano/domain/market';
import { only, ScriptedPrices } from '@solano/domain/test/backtest';
import { expect, test } from 'vitest';
import type { ErrorsByVintage } from '../models/split-inputs.ts';
import { splitInputs } from './inputs.ts';

const DAY = '2026-02-10';

/** The instant some minutes before the gate of a session closes for a day. */
function before(session: Session, date: string, minutes = 1): number {
  return gateClosure(rulesOfSession(session), dayOf(date)) - minutes * MINUTE_MS;
}

/**
 * Seventy days whose prices came out at 50, in all sessions. At 09:00 the day before each, 49 was
 * predicted; when the gate of a session was about to close, 48 for the later ones.
 */
function renewed(): ScriptedPrices {
  const prices = new ScriptedPrices();
  for (let ago = 0; ago <= 70; ago += 1) {
    const date = dateAfter(DAY, -ago);
    for (const session of ['MD', 'MID1', 'MID2'] as const) {
      if (ago > 0) prices.auction(session, date, 50);
      prices.predict(session, date, 49, before('MD', date, 180));
      if (session !== 'MD') prices.predict(session, date, 48, before('MID1', date));
    }
  }
  return prices;
}

/** The errors of the newest day's first quarter hour, by vintage and session, in EUR/MWh. */
function newestErrors(history: ErrorsByVintage) {
  return Object.fromEntries(
    [...history].map(([vintage, sessions]) => {
      const errors = [...sessions].map(([session, days]) => {
        const newest = days.get(dateAfter(DAY, -2));
        return [session, newest && (newest.errors[0] as number) / 1000];
      });
      return [vintage, Object.fromEntries(errors)];
    }),
  );
}

async function historyAt(submittedAt: number, prices = renewed()) {
  const items = quartersOfDate(DAY).map((end) => {
    return { label: labelOf(end), period: { end, minutes: 15 }, megawatts: 1 };
  });
  const { history } = await splitInputs(prices, { items, submittedAt, settings: only(4, 5) });
  return history;
}

test('past errors are of predictions from before the first gate, while that is open', async () => {
  const history = await historyAt(before('MD', DAY));
  expect(newestErrors(history)).toEqual({ MD: { MD: 1, MID1: 1, MID2: 1 } });
});

test('past errors are of the renewed predictions once the first gate is that of a later session', async () => {
  const history = await historyAt(before('MID1', DAY));
  expect(newestErrors(history)).toEqual({ MID1: { MID1: 2, MID2: 2 } });
});

test('no day from the first gate on is known to a purchase that is submitted after delivery', async () => {
  const [known] = [...(await historyAt(before('MD', DAY)))];
  const [late] = [...(await historyAt(before('MD', DAY) + 400 * DAY_MS, withLaterDays(renewed())))];
  expect(late).toEqual(known);
  expect(late?.[1].get('MD')?.keys().next().value).toBe(dateAfter(DAY, -2));
});

/** With the prices of the day itself and of two months more, as a look back finds them. */
function withLaterDays(prices: ScriptedPrices): ScriptedPrices {
  for (let days = 0; days <= 60; days += 1) {
    const date = dateAfter(DAY, days);
    for (const session of ['MD', 'MID1', 'MID2'] as const) {
      prices.auction(session, date, 70).predict(session, date, 49, before('MD', date, 180));
    }
  }
  return prices;
}

test('errors are of the next session and its vintage if the first lacks a history', async () => {
  const prices = renewed();
  for (let ago = 20; ago <= 70; ago += 1) prices.auction('MD', dateAfter(DAY, -ago), 50, 1);
  const history = await historyAt(before('MD', DAY), prices);
  expect(newestErrors(history)).toEqual({ MD: { MD: 1 }, MID1: { MID1: 2, MID2: 2 } });
});

test.each([
  ['looks back', 24 * 60, Infinity, [{ session: 'MID1', date: DAY }]],
  ['comes while gates are open', -24 * 60, Infinity, [{ session: 'MID1', date: DAY }]],
  [
    'is split as of an instant at which it was not cancelled yet',
    -24 * 60,
    before('MID1', DAY),
    [],
  ],
] as const)('a cancelled session cannot be chosen for a purchase that %s', async (...given) => {
  const [, minutes, asOf, expected] = given;
  const prices = renewed();
  prices.putDay({
    market: 'mid_pibc01_spain',
    date: DAY,
    source: 'omie',
    version: 2,
    stepMinutes: 15,
    ends: [],
    prices: [],
  });
  const [end = 0] = quartersOfDate(DAY);
  const items = [{ label: labelOf(end), period: { end, minutes: 15 }, megawatts: 1 }];
  const submittedAt = end + minutes * MINUTE_MS;
  const task = { items, submittedAt, settings: only(1) };
  const { cancelled } = await splitInputs(prices, task, asOf);
  expect(cancelled).toEqual(expected);
});

test.each(['0001-01-01 00:00', '0001-01-01 00:15', '9999-12-31 23:45'])(
  'a purchase has its inputs at the ends of the calendar: %s',
  async (label) => {
    const end = Number(new LabelReader().read(label));
    const items = [{ label, period: { end, minutes: 15 }, megawatts: 1 }];
    const task = { items, submittedAt: before('MD', DAY), settings: only(1, 8) };
    expect(await splitInputs(renewed(), task)).toMatchObject({ items, cancelled: [] });
  },
);

test('a year of quarter hours lets others have their turn between its pieces', async () => {
  const submittedAt = before('MD', DAY);
  const end = dayOf(DAY);
  const first = Date.UTC(end.year, end.month - 1, end.day);
  const items = Array.from({ length: 35_136 }, (_, i) => {
    return { label: '', period: { end: first + i * 15 * MINUTE_MS, minutes: 15 }, megawatts: 1 };
  });
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const task = { items, submittedAt, settings: only(1) };
  await splitInputs(new ScriptedPrices(), task, Infinity, { pause });
  // Twice through the items, two thousand at a time, and once for each session.
  expect(pauses).toBeGreaterThan(34);
});
