import { expect, test } from 'vitest';
import { totalsOf } from './backtest-totals.ts';
import { EXACT_PER_EURO, EXACT_PER_MWH, euros } from './exact-cost.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const inExact = (value: number) =>
  BigInt(Math.round(value * 1_000_000)) * (EXACT_PER_EURO / 1_000_000n);
/** All of it in one hour. */
const inHour = (value: bigint, at: number) => HOURS.map((hour) => (hour === at ? value : 0n));

interface Day {
  readonly possible?: number;
  readonly megawatts?: bigint;
  readonly minutes?: number;
  readonly hour?: number;
  /** What model 8 saved. */
  readonly rule?: number;
}

/** A day of 24 EUR by model 1 that saved `saving` EUR of those that could have been saved. */
function dayOf(
  date: string,
  saving: number,
  { possible = 5, megawatts = 1n, minutes = 1440, hour = 0, rule = 0 }: Day = {},
) {
  const turnover = 24n * megawatts * EXACT_PER_MWH;
  const run = { date, minutes, turnover, energy: inHour(turnover, hour) };
  const [cost, bound] = [inHour(inExact(24 - saving), hour), inHour(inExact(24 - possible), hour)];
  const others = { dayAhead: inHour(inExact(24), hour), rule: inHour(inExact(24 - rule), hour) };
  return { run, cost, bound, ...others };
}
const days = (...savings: number[]) => {
  return savings.map((saving, i) => dayOf(`2026-01-${String(i + 1).padStart(2, '0')}`, saving));
};
const upTo = (count: number) => days(...Array.from({ length: count }, (_, i) => count - i));

test.each([
  [1, '2026-01-01', 1, 1],
  [10, '2026-01-10', 1, 1],
  [11, '2026-01-10', 2, 1.5],
  [20, '2026-01-19', 2, 1.5],
  [30, '2026-01-28', 3, 2],
  [31, '2026-01-28', 4, 2.5],
])(
  'the worst decile of %i days is taken by nearest rank',
  (count, date, saving, meanPerMegawatt) => {
    const expected = { date, saving, perMegawatt: saving, meanPerMegawatt };
    expect(totalsOf(upTo(count))?.worstDecile).toEqual(expected);
  },
);

test('the first of equally bad days is named', () => {
  expect(totalsOf(days(3, 1, 1))?.worstDecile.date).toBe('2026-01-02');
});

test('days are compared per MW of their mean power, on days of 23 and 25 hours too', () => {
  const large = dayOf('2026-01-01', -10, { megawatts: 10n });
  const small = dayOf('2026-01-02', -2);
  expect(totalsOf([large, small])?.worstDecile).toMatchObject({
    date: '2026-01-02',
    perMegawatt: -2,
  });
  expect(totalsOf([large])?.worstDecile).toMatchObject({ saving: -10, perMegawatt: -1 });
  // 24 MWh in 25 hours are 0.96 MW.
  expect(totalsOf([dayOf('2026-10-25', -2.4, { minutes: 1500 })])?.worstDecile).toMatchObject({
    saving: -2.4,
    perMegawatt: -2.5,
  });
});

test('the drawdown is the largest fall of what was saved, from its first to its last day', () => {
  const of = (...savings: number[]) => totalsOf(days(...savings))?.drawdown;
  expect(of(1, 2, 0)).toBeNull();
  expect(of(-1, 2)).toEqual({ loss: 1, from: '2026-01-01', to: '2026-01-01' });
  expect(of(5, -2, 1, -3, 9, -3.5)).toEqual({ loss: 4, from: '2026-01-02', to: '2026-01-04' });
  expect(of(5, 0, -1)).toEqual({ loss: 1, from: '2026-01-03', to: '2026-01-03' });
});

test('the interval of a saving is that of whole weeks, from 14 days on', () => {
  expect(totalsOf(upTo(13))?.savingInterval).toBeNull();
  expect(totalsOf(days(...Array.from({ length: 14 }, () => 1.5)))?.savingInterval).toEqual([
    21, 21,
  ]);
  // A week of 0 and one of 2. A block begins on one of 8 days: of two blocks both are all 0 once in
  // 64 times, which is below 2.5 %, and have a 2 at the most 3 times.
  const weeks = days(...Array.from({ length: 14 }, (_, i) => (i < 7 ? 0 : 2)));
  expect(totalsOf(weeks)?.savingInterval).toEqual([2, 26]);
  expect(totalsOf(weeks)?.saving).toBe(14);
});

test('savings by the hour add up', () => {
  const totals = totalsOf([
    dayOf('2026-01-01', 3, { hour: 8 }),
    dayOf('2026-01-02', -1, { hour: 9, megawatts: 2n }),
    dayOf('2026-01-03', 1, { hour: 9 }),
  ]);
  const traded = totals?.byHour.filter(({ megawattHours }) => megawattHours > 0);
  expect(traded).toEqual([
    { hour: 8, megawattHours: 24, saving: 3, savingPerMegawattHour: 0.13 },
    { hour: 9, megawattHours: 72, saving: 0, savingPerMegawattHour: 0 },
  ]);
  expect(totals?.byHour[0]).toEqual({
    hour: 0,
    megawattHours: 0,
    saving: 0,
    savingPerMegawattHour: null,
  });
});

test('a saving of an hour in which more is sold than bought is positive per MWh too', () => {
  const totals = totalsOf([dayOf('2026-01-01', 3, { hour: 8, megawatts: -1n })]);
  expect(totals?.byHour[8]).toMatchObject({ megawattHours: -24, savingPerMegawattHour: 0.13 });
});

test('no days have no totals', () => {
  expect(totalsOf([])).toBeNull();
});

test('shares are of the cost and of what could be saved', () => {
  expect(totalsOf(days(1, 2))).toMatchObject({
    days: 2,
    megawattHours: 48,
    cost: 45,
    costPerMegawattHour: 0.94,
    dayAheadCost: 48,
    saving: 3,
    savingPercent: 6.25,
    boundSaving: 10,
    foresightPercent: 30,
  });
  expect(totalsOf([dayOf('2026-01-01', 1, { possible: 0 })])?.foresightPercent).toBeNull();
  expect(totalsOf([dayOf('2026-01-01', 1, { possible: -2 })])?.foresightPercent).toBeNull();
});

test.each([
  [0.005, 0.01],
  [0.004_999, 0],
  [-0.005, -0.01],
  [-0.004_999, 0],
  [1.015, 1.02],
])('an amount of %f EUR is rounded to %f', (exact, rounded) => {
  expect(euros(inExact(exact))).toBe(rounded);
});

test.each([
  // A lead of 1 and 3 EUR in turn is 2 a day, however it is drawn.
  [(i: number) => 3 + (i % 2) * 2, 'better'],
  [(i: number) => 1 - (i % 2) * 2, 'worse'],
  [(i: number) => (i % 2 === 0 ? 12 : -8), 'not_distinguishable'],
] as const)(
  'a lead over the rule has an interval, and what follows from it (%#)',
  (saving, verdict) => {
    const all = Array.from({ length: 60 }, (_, i) => dayOf(`day ${i}`, saving(i), { rule: 2 }));
    const lead = all.reduce((sum, _, i) => sum + saving(i) - 2, 0);
    const found = totalsOf(all)?.againstRule;
    expect(found).toMatchObject({ cost: 60 * 22, lead, verdict });
    const [low = Number.NaN, high = Number.NaN] = found?.leadInterval ?? [];
    expect(low).toBeLessThanOrEqual(lead);
    expect(high).toBeGreaterThanOrEqual(lead);
  },
);

test.each([
  [13, null],
  [59, [295, 295]],
])('a lead over the rule on %i days says nothing yet', (count, leadInterval) => {
  const few = days(...Array.from({ length: count }, () => 5));
  expect(totalsOf(few)?.againstRule).toEqual({
    cost: count * 24,
    lead: count * 5,
    leadInterval,
    verdict: 'few_days',
  });
});
