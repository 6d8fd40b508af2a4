import type { Backtest } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { day, SAMPLE, totals } from '#test/backtest';
import { elements } from '#test/svg';
import { plotOf } from './backtest-plot.ts';

/** The lines drawn: dashes, and the points as [x, y]; broken lines are several. */
function lines(svg: string) {
  const paths = svg.matchAll(/<path d="([^"]*)" fill="none" stroke="(.*?)" .*dasharray="(.*?)"/g);
  return [...paths].map(([, path = '', colour, dashes]) => ({
    colour,
    dashes,
    lines: path
      .split('M')
      .slice(1)
      .map((part) => part.split('L').map((point) => point.split(',').map(Number))),
  }));
}

test('the plot has a line for each model that ran, and one of perfect foresight', () => {
  const svg = plotOf('Norte', SAMPLE);
  expect(elements(svg)[0]).toBe('svg');
  expect(svg).toContain('Backtest for Norte: 2026-01-14 to 2026-01-16');
  const [one, three, foresight, ...others] = lines(svg);
  expect(others).toEqual([]);
  expect(new Set([one?.dashes, three?.dashes, foresight?.dashes]).size).toBe(3);
  // Two days from 76 to 650, and 0 to 200 EUR from 492 up to 72.
  const through = (...y: number[]) => [[76, 363, 650].map((x, i) => [x, y[i]])];
  expect(one?.lines).toEqual(through(492, 492, 492));
  expect(three?.lines).toEqual(through(492, 416.4, 391.2));
  expect(foresight?.lines).toEqual(through(492, 282, 72));
  expect(foresight?.dashes).not.toBe('none');
  for (const label of ['1 DAY_AHEAD 0.00', '3 CHEAPEST_CAPPED 48.00', 'Perfect foresight 200.00']) {
    expect(svg).toContain(`>${label}</text>`);
  }
  expect(svg).not.toContain('SPREAD_RESALE');
});

test('a model is not drawn on days on which it was left out', () => {
  const dates = ['2026-01-13', '2026-01-14', '2026-01-15', '2026-01-16'];
  const days = dates.map((date) => day(date, 10, 20));
  const gap = { ...day('2026-01-14', 10, 20), models: [{ idmodel: 1, cost: 1200, saving: 0 }] };
  const [one, three] = lines(plotOf('', { ...SAMPLE, days: days.with(1, gap) }));
  expect(one?.lines).toHaveLength(1);
  expect(three?.lines.map((line) => line.map(([x]) => x))).toEqual([
    [76, 219.5],
    [363, 506.5, 650],
  ]);
  const [before, after] = three?.lines ?? [];
  expect(after?.[0]?.[1]).toBe(before?.[1]?.[1]);
});

test('a day without realised prices saves nothing', () => {
  const days = [day('2026-01-13', 10, 20), day('2026-01-15', 10, 20)];
  const [, three] = lines(plotOf('', { ...SAMPLE, days }));
  expect(three?.lines.map((line) => line.map(([x]) => x))).toEqual([[76, 267.33, 458.67, 650]]);
  expect(three?.lines[0]?.[2]?.[1]).toBe(three?.lines[0]?.[1]?.[1]);
});

test('labels do not lie over each other', () => {
  const model = (idmodel: number, saving: number) => {
    return { idmodel, name: 'SAME', totals: totals(saving), leftOut: [] };
  };
  const models = [0, -1, -2, 1, 2, -200].map((saving, i) => model(i + 1, saving));
  const figures = models.map(({ idmodel, totals: { cost, saving } }) => ({
    idmodel,
    cost,
    saving,
  }));
  const days = [{ ...day('2026-01-15', 0, 0), models: figures }];
  const result: Backtest = { ...SAMPLE, models, days, foresight: totals(0) };
  const svg = plotOf('', result);
  const labels = [...svg.matchAll(/<text x="720" y="([\d.]+)" >(.*?)</g)];
  const heights = labels.map(([, y]) => Number(y));
  expect(labels).toHaveLength(7);
  expect(labels.at(-1)?.[2]).toBe('6 SAME \u2212200.00');
  heights.slice(1).forEach((y, i) => {
    expect(y - (heights[i] as number)).toBeGreaterThanOrEqual(20);
  });
  expect(Math.max(...heights)).toBeLessThanOrEqual(500);
});

test.each([
  ['<b>&"\'', "&#60;b&#62;&#38;&#34;'"],
  ['\u0001\ud800', '\ufffd\ufffd'],
  ['ñ 电 🔋', 'ñ 电 🔋'],
])('the title may have %j', (title, written) => {
  const svg = plotOf(title, SAMPLE);
  elements(svg);
  expect(svg).toContain(`>Backtest for ${written}: 2026-01-14`);
});

test('a title that is too long for the picture is cut there', () => {
  const svg = plotOf('N'.repeat(255), SAMPLE);
  expect(svg).toContain(`${'N'.repeat(255)}: 2026-01-14 to 2026-01-16</title>`);
  expect(svg).toContain('N…</text>');
});

test('a plot without any saving is empty', () => {
  const svg = plotOf('', { ...SAMPLE, days: [day('2026-01-15', 0, 0)], foresight: totals(0) });
  expect(svg).not.toContain('NaN');
  expect(lines(svg)).toHaveLength(3);
});
