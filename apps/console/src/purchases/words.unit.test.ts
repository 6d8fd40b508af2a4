import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import type {
  Evaluation,
  HistoryEntry,
  ListedPurchase,
  ModelEvaluation,
  TableRow,
} from './data.ts';
import {
  deliveryText,
  entryText,
  errorText,
  forecastText,
  missingText,
  settingsText,
  tradesOf,
} from './words.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

describe('The delivery of a purchase', () => {
  const from = (first_day: string | null, last_day: string | null) =>
    deliveryText({ first_day, last_day } as ListedPurchase['evaluation']);

  it('The delivery of a purchase is one day, or the first and the last one', () => {
    expect(from('2026-11-24', '2026-11-24')).toBe('Tue 24 Nov');
    expect(from('2026-10-25', '2026-11-24')).toBe('Sun 25 Oct – Tue 24 Nov');
    setLanguage('es');
    expect(from('2026-10-25', '2026-10-25')).toBe('dom, 25 oct');
  });

  it('The delivery of a purchase is a dash if it is not known', () => {
    expect(from(null, null)).toBe('–');
    expect(deliveryText(null)).toBe('–');
    expect(deliveryText(undefined)).toBe('–');
  });
});

describe('The forecast of a purchase', () => {
  const forecast = { day: '2026-11-24', quantile: 60, as_of: '2026-11-23T08:00:00Z', purchase: [] };

  it('The forecast of a purchase has its day, its quantile and when it was known', () => {
    expect(forecastText({ ...forecast, corrected: false })).toBe(
      'Tue 24 Nov, quantile 60 %, known 23/11/2026, 09:00',
    );
    setLanguage('es');
    expect(forecastText({ ...forecast, corrected: true })).toMatch(/; corregida por la mesa$/);
  });

  it('The forecast of a purchase is a dash if it came from none', () => {
    expect(forecastText(null)).toBe('–');
  });
});

describe('The trades of a period', () => {
  const row = (fields: Record<string, string | null>) => fields as unknown as TableRow;

  it('The trades of a period are purchases less resales, in the order of the sessions', () => {
    expect(tradesOf(row({ MID1_sell_mw: '2.000', MD_buy_mw: '35.04', MID2_buy_mw: '0.000' }))).toBe(
      'MD 35.0, MID1 -2.0',
    );
    expect(tradesOf(row({ MD_buy_mw: '3', MD_sell_mw: '1' }))).toBe('MD 2.0');
  });

  it('The trades of a period are empty if purchases and resales are equal', () => {
    expect(tradesOf(row({ MD_buy_mw: '3.000', MD_sell_mw: '3.000' }))).toBe('');
    expect(tradesOf(row({ MD_buy_mw: null }))).toBe('');
  });

  it('The trades of a period have the decimal sign of the language', () => {
    setLanguage('pt');
    expect(tradesOf(row({ MID3_buy_mw: '1.25' }))).toBe('MID3 1,3');
  });
});

describe('An entry of the history', () => {
  const entry = (fields: object) => entryText(fields as HistoryEntry);

  it('An entry of a status says who changed it', () => {
    const failed = { type: 'status', status: 'failed', source: 'operator' };
    expect(entry(failed)).toBe('failed (by the operator)');
    setLanguage('es');
    expect(entry(failed)).toBe('fallida (por el operador)');
  });

  it('An entry of a decision says who decided and why, or withdrew it', () => {
    const decision = { type: 'decision', idmodel: 3, decided_by: 'key x', note: 'as agreed' };
    expect(entry(decision)).toBe('Decided: 3 Cheapest, capped · key x · as agreed');
    expect(entry({ ...decision, idmodel: null, note: '' })).toBe('Decision withdrawn · key x');
  });
});

describe('The service’s message on models that it left out', () => {
  const HISTORY = 'Model 4 left out: fewer than 60 days of past predictions and realised prices.';
  const PRICES = 'Model 3 left out: no price prediction for 2026-11-24 20:15.';

  it('The message is translated, for each of several models', () => {
    setLanguage('es');
    expect(errorText(`${HISTORY} ${PRICES}`)).toBe(
      'Modelo 4 omitido: hay menos de 60 días de predicciones y precios reales. Modelo 3 omitido: no hay predicción de precios para 2026-11-24 20:15.',
    );
    setLanguage('pt');
    expect(errorText(PRICES)).toBe(
      'Modelo 3 omitido: não há previsão de preços para 2026-11-24 20:15.',
    );
  });

  it('Another message stays as it is', () => {
    setLanguage('es');
    expect(errorText('The engine stopped.')).toBe('The engine stopped.');
  });
});

test('Settings are their version with the models that they use', () => {
  const settings = {
    version: 4,
    models: [
      { idmodel: 1, enabled: true },
      { idmodel: 2, enabled: false },
      { idmodel: 6, enabled: true },
    ],
  } as unknown as Evaluation['inputs']['settings'];
  expect(settingsText(settings)).toBe('version 4, models 1, 6');
  expect(settingsText(null)).toBe('–');
});

test.each([
  [['2026-11-24 20:15'], 'no price for 2026-11-24 20:15'],
  [['a', 'b'], 'no price for a, b'],
  [['a', 'b', 'c'], 'no price for a, b, …'],
])('Two of the items %j without a price are named', (missing, text) => {
  expect(missingText({ missing } as unknown as ModelEvaluation)).toBe(text);
});
