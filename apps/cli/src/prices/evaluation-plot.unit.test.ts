import { dateAfter } from '@solano/domain/kernel';
import {
  type DayScores,
  evaluate,
  evaluateLeads,
  type PredictionEvaluation,
} from '@solano/domain/market/evaluation';
import { expect, test } from 'vitest';
import { elements } from '#test/svg';
import { evaluationPlot } from './evaluation-plot.ts';

/** Days whose errors are 1 to so many EUR/MWh, of which the last day known missed 2. */
function evaluationOf(count: number, hasBands: boolean): PredictionEvaluation {
  const scores = Array.from({ length: count }, (_, i): DayScores => {
    const own = { sum: 96 * (i + 1), count: 96 };
    const hours = Array.from({ length: 24 }, () => ({ sum: 4 * (i + 1), count: 4 }));
    const share = { sum: hasBands ? 48 : 0, count: hasBands ? 96 : 0 };
    const shares = { '50': share, '80': share, '90': share };
    return {
      date: dateAfter('2026-01-01', i),
      leadDays: 1,
      own,
      references: { persistence: { sum: 192, count: 96 } },
      squares: own,
      bias: own,
      hours,
      pinball: share,
      coverage: shares,
      width: shares,
      below: Array.from({ length: 7 }, () => share),
    };
  });
  const rest = { scores, leads: evaluateLeads(scores), origins: new Map(), daysLeftOut: [] };
  return { ...evaluate(scores), ...rest };
}

function paths(svg: string): string[] {
  return [...svg.matchAll(/<path d="([^"]*)" fill="none"/g)].map(([, path = '']) => path);
}

test('the error is drawn over time and by hour, and quantiles beside their shares', () => {
  const svg = evaluationPlot('MD & <more>', evaluationOf(3, true));
  expect(elements(svg)[0]).toBe('svg');
  expect(svg).toContain('<title>MD &#38; &#60;more&#62;</title>');
  const [own, other, byHour, ideal, calibration] = paths(svg);
  // The means of the days up to each are 1, 1.5 and 2 EUR/MWh of at most 2, from 330 up to 80.
  expect(own).toBe('M76,205L503,142.5L930,80');
  expect(other).toBe('M76,80L503,80L930,80');
  expect(byHour?.split('L')).toHaveLength(24);
  expect(ideal).toBe('M560,670L930,420');
  // Half of the prices lie at or below each.
  expect(calibration?.split('L').map((point) => point.split(',')[1])).toEqual(Array(7).fill('545'));
  expect(svg.match(/<circle /g)).toHaveLength(7);
});

test('a prediction without quantiles has no calibration', () => {
  const svg = evaluationPlot('', evaluationOf(2, false));
  expect(svg).toContain('>No quantiles were predicted</text>');
  expect(svg).not.toContain('<circle');
});

test('an evaluation without any day draws empty frames', () => {
  const nothing = { scores: [], leads: [], origins: new Map(), daysLeftOut: [] };
  const svg = evaluationPlot('', { ...evaluate([]), ...nothing });
  expect(elements(svg)[0]).toBe('svg');
  expect(svg).not.toMatch(/NaN|Infinity/);
});
