import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { addDays, HOUR_MS, MADRID, MINUTE_MS, startOfDay } from '../time/zone.ts';
import type { TableRow } from './data.ts';
import { purchaseFigure, seriesFigure } from './figures.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

const QUARTER_MS = 15 * MINUTE_MS;

/** 2 MW in each quarter hour of a day, labelled as the clock of Madrid shows its end. */
function quartersOf(day: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: MADRID,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const start = startOfDay(day, MADRID);
  const count = (startOfDay(addDays(day, 1), MADRID) - start) / QUARTER_MS;
  return Array.from({ length: count }, (_, index) => ({
    datetime: format.format(start + (index + 1) * QUARTER_MS),
    purchase: 2,
  }));
}

test.each([
  ['2026-03-29', 92],
  ['2026-06-01', 96],
  ['2026-10-25', 100],
])('The chart of %s has its %i quarter hours, each once', (day, count) => {
  const items = quartersOf(day);
  const { starts, step, series } = seriesFigure('', items);
  const start = startOfDay(day, MADRID);
  expect(step).toBe(QUARTER_MS);
  expect(starts).toEqual(Array.from({ length: count }, (_, index) => start + index * QUARTER_MS));
  expect(series[0]?.values).toHaveLength(count);
});

describe('The prices over what is bought', () => {
  const items = ['02:00', '01:00'].map((time) => ({
    datetime: `2026-11-24 ${time}`,
    purchase: 4,
  }));
  const rows = (bought: number) =>
    items.map(({ datetime }) => ({
      datetime,
      purchase_percentage: bought,
      sale_percentage: 0,
    }));
  const model = { idmodel: 3, value: { MD: rows(75), MID1: rows(25), MID2: rows(0) } };
  const table = [
    { MD_price: '61.230', MID1_price: '-0.500', MID2_price: null },
    { MD_price: '60.000', MID1_price: '', MID2_price: null },
  ] as unknown as TableRow[];

  it('The prices are in order of time, on a scale of their own, and none of a session without prices', () => {
    const { series, starts, unit, rightUnit } = purchaseFigure({ title: '', items, model, table });
    expect(starts.map((at) => (at - (starts[0] ?? 0)) / HOUR_MS)).toEqual([0, 1]);
    expect([unit, rightUnit]).toEqual(['MW', 'EUR/MWh']);
    const lines = series.filter(({ isRight }) => isRight);
    expect(lines.map(({ label, values }) => [label, values])).toEqual([
      ['MD price', [60, 61.23]],
      ['MID1 price', [null, -0.5]],
    ]);
  });

  it('The prices are named in the language', () => {
    setLanguage('es');
    const { series } = purchaseFigure({ title: '', items, model, table });
    expect(series.map(({ label }) => label)).toContain('Precio MD');
  });

  it('The prices leave the megawatts unchanged', () => {
    const { series } = purchaseFigure({ title: '', items, model, table });
    const areas = series.filter(({ isFilled }) => isFilled);
    expect(areas.map(({ label, values, drawn }) => [label, values, drawn])).toEqual([
      ['MID2', [0, 0], [4, 4]],
      ['MID1', [1, 1], [4, 4]],
      ['MD', [3, 3], [3, 3]],
    ]);
  });
});
