import { evaluate, scoreDay, significance } from '@solano/domain/market/evaluation';
import { expect, test } from 'vitest';
import { evaluationText } from './evaluation-text.ts';

const NOTHING = { scores: [], leads: [], origins: new Map(), daysLeftOut: [] };
const day = {
  date: '2026-01-14',
  leadDays: 1,
  weight: 1,
  hours: [0, 23],
  realised: [10, 20],
  predicted: [12, 16],
  references: { persistence: [14, 28] },
};

test('days are named, those left out with their reason', () => {
  const text = evaluationText(
    'MD',
    {
      ...evaluate([scoreDay(day)]),
      ...NOTHING,
      origins: new Map([['live', 1]]),
      leads: [{ leadDays: 1, days: 1, mae: 3 }],
      daysLeftOut: [
        { date: '2026-01-16', reason: 'not predicted' },
        { date: '2026-01-15', reason: 'not predicted' },
        { date: '2026-01-13', reason: 'not realised' },
      ],
    },
    significance([]),
  );
  const [head = '', errors, rules = '', bands, hours = '', weekdays, leads] = text.split('\n\n');
  expect(head.split('\n')).toEqual([
    'MD',
    'Scored: 2026-01-14 (1 day).',
    'Predictions: live on 1 day.',
    'Left out, without a prediction before the gate: 2026-01-15 to 2026-01-16 (2 days).',
    'Left out, without realised prices: 2026-01-13 (1 day).',
  ]);
  expect(errors).toBe('Mean absolute error 3.00 EUR/MWh, root mean square 3.16, bias -1.00.');
  expect(rules.split('\n')[1]).toMatch(/^the last day known +0\.500 +– +– +–$/);
  expect(bands).toBe('No quantiles.');
  expect(hours.split('\n')[2]).toMatch(/^2\.00( +–){11}$/);
  expect(weekdays).toMatch(/Mon +Tue +Wed/);
  expect(leads).toMatch(/1 +1 +3\.00$/);
});

test('an evaluation without scores has no figures', () => {
  const text = evaluationText('MD', { ...evaluate([]), ...NOTHING }, significance([]));
  expect(text).toBe('MD\nNo day could be scored.');
});
