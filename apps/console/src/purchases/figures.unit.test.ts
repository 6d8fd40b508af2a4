import { expect, it } from 'vitest';
import { modelsFigure, purchaseFigure, sessionMegawatts } from './figures.ts';

const row = (datetime: string, bought: number, sold = 0) => ({
  datetime,
  purchase_percentage: bought,
  sale_percentage: sold,
});
const ITEMS = [
  { datetime: '2026-10-25 02:00', purchase: 10 },
  { datetime: '2026-10-25 02:00', purchase: 20 },
  { datetime: '2026-10-25 01:00', purchase: 4 },
];
const MODEL = {
  idmodel: 6,
  value: {
    MD: [row('2026-10-25 02:00', 100), row('2026-10-25 02:00', 120), row('2026-10-25 01:00', 50)],
    MID1: [row('2026-10-25 02:00', 0), row('2026-10-25 02:00', 0, 20), row('2026-10-25 01:00', 50)],
  },
};

it('Rows of a repeated label are matched by their occurrence, and resales are below zero', () => {
  expect([...sessionMegawatts(ITEMS, MODEL)]).toEqual([
    ['MD', { bought: [10, 24, 2], sold: [0, 0, 0] }],
    ['MID1', { bought: [0, 0, 2], sold: [0, -4, 0] }],
  ]);
});

it('The part of a purchase is an exact decimal number', () => {
  const parts = [
    [1.5, 30, 0.45],
    [1.1, 30, 0.33],
    [0.3, 33.3, 0.0999],
    [12345.678, 0.07, 8.6419746],
  ] as const;
  const label = '2026-11-23 01:00';
  const megawatts = parts.map(([purchase, bought]) => {
    const model = { idmodel: 1, value: { MD: [row(label, bought)] } };
    return sessionMegawatts([{ datetime: label, purchase }], model).get('MD')?.bought;
  });
  expect(megawatts).toEqual(parts.map(([, , expected]) => [expected]));
});

it('The chart draws periods in order of time, sessions stacked, and sales below zero', () => {
  const { starts, series } = purchaseFigure({
    title: '',
    items: ITEMS,
    model: MODEL,
    table: undefined,
  });
  expect(starts.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    '22:00',
    '23:00',
    '00:00',
  ]);
  expect(series.map(({ label, values, drawn }) => [label, values, drawn])).toEqual([
    ['MID1 sold', [0, 0, -4], [0, 0, -4]],
    ['MID1', [2, 0, 0], [4, 10, 24]],
    ['MD', [2, 10, 24], [2, 10, 24]],
  ]);
});

it('Sales are stacked below zero, also of items below zero', () => {
  const items = ['01:00', '02:00'].map((time) => ({
    datetime: `2026-11-24 ${time}`,
    purchase: time === '01:00' ? -2 : 2,
  }));
  const rows = (bought: number, sold = 0) =>
    items.map(({ datetime }) => row(datetime, bought, sold));
  const value = { MD: rows(150), MID1: rows(0, 30), MID2: rows(0, 20) };
  const model = { idmodel: 6, value };
  const { series } = purchaseFigure({ title: '', items, model, table: undefined });
  expect(series.map(({ label, values, drawn }) => [label, values, drawn])).toEqual([
    ['MID2 sold', [0.4, -0.4], [1, -1]],
    ['MID2', [0, 0], [0.6, 3]],
    ['MID1 sold', [0.6, -0.6], [0.6, -0.6]],
    ['MID1', [0, 0], [0, 3]],
    ['MD', [-3, 3], [-3, 3]],
  ]);
});

it('Two models are compared in the sessions that either uses, the second one broad below the first', () => {
  const dayAhead = {
    idmodel: 1,
    value: {
      MD: ITEMS.map(({ datetime }) => row(datetime, 100)),
      MID2: ITEMS.map(({ datetime }) => row(datetime, 0)),
    },
  };
  const { starts, series } = modelsFigure('', ITEMS, [
    { name: '6', model: MODEL },
    { name: '1', model: dayAhead },
  ]);
  expect(starts).toHaveLength(3);
  expect(series.map(({ label, values, isBroad = false }) => [label, values, isBroad])).toEqual([
    ['MD · 1', [4, 10, 20], true],
    ['MD · 6', [2, 10, 24], false],
    // What is sold is below zero.
    ['MID1 · 6', [2, 0, -4], false],
  ]);
});
