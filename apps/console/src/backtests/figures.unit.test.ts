import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { HOUR_MS } from '../time/zone.ts';
import type { BacktestResult } from './data.ts';
import { daysOf, savingsFigure } from './figures.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

type Day = BacktestResult['days'][number];

const costs = (saving_eur: string) => ({ saving_eur }) as Day['perfect_foresight'];

function day(date: string, savings: Readonly<Record<number, string>>, rule: string): Day {
  const models = Object.entries(savings).map(([idmodel, saving]) => ({
    ...costs(saving),
    idmodel: Number(idmodel),
  }));
  const benchmarks = [{ ...costs(rule), name: 'cap_first_auction' }];
  return { date, models, benchmarks, perfect_foresight: costs('10.00') } as unknown as Day;
}

function resultOf(days: readonly Day[], flat = true): BacktestResult {
  const benchmarks = [{ name: 'cap_first_auction' }];
  return { flat, days, benchmarks } as unknown as BacktestResult;
}

const DAYS = [
  day('2026-10-24', { 1: '0.00', 3: '1.50' }, '0.25'),
  day('2026-10-25', { 1: '0.00' }, '-1.00'),
  day('2026-10-26', { 1: '0.00', 3: '-0.25' }, '0.50'),
];

describe('The chart of a backtest', () => {
  it('The chart sums savings from the first day on; a day without a model adds nothing to its line', () => {
    const { series } = savingsFigure(resultOf(DAYS));
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['1 Day-ahead', [0, 0, 0]],
      ['3 Cheapest, capped', [1.5, 1.5, 1.25]],
      ['Constant: the cap in MID1', [0.25, -0.75, -0.25]],
      ['Perfect foresight', [10, 20, 30]],
    ]);
  });

  it('The chart starts each day at the midnight of Madrid, also if a day has 25 hours', () => {
    const { starts, step } = savingsFigure(resultOf(DAYS));
    expect(starts.map((at) => new Date(at).toISOString())).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    expect(step).toBe(24 * HOUR_MS);
    expect(savingsFigure(resultOf(DAYS.slice(0, 2))).step).toBe(25 * HOUR_MS);
  });

  it('The unit names 1 MW flat only for flat volumes, in the language', () => {
    expect(savingsFigure(resultOf(DAYS)).unit).toBe('EUR for 1 MW flat');
    expect(savingsFigure(resultOf(DAYS, false)).unit).toBe('EUR');
    setLanguage('es');
    const { unit, series } = savingsFigure(resultOf(DAYS));
    expect([unit, series[2]?.label]).toEqual([
      'EUR por 1 MW constante',
      'Constante: el tope en MID1',
    ]);
  });

  it('The chart is empty without days', () => {
    const { starts, series } = savingsFigure(resultOf([]));
    expect([starts, series[0]?.values]).toEqual([[], []]);
  });
});

describe('The days of volumes', () => {
  const items = (...labels: string[]) => labels.map((datetime) => ({ datetime, purchase: 1 }));

  it('The days of volumes are those in which periods begin: midnight ends the day before', () => {
    expect(daysOf(items('2026-11-22 00:15', '2026-11-23 00:00'))).toEqual({
      from: '2026-11-22',
      to: '2026-11-22',
    });
    expect(daysOf(items('2026-11-24 00:00', '2026-11-23 01:00', '2026-11-25 12:00'))).toEqual({
      from: '2026-11-23',
      to: '2026-11-25',
    });
  });

  it('The days of no volumes are undefined', () => {
    expect(daysOf([])).toBeUndefined();
  });
});
