import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { addDays, HOUR_MS, MADRID, MINUTE_MS, startOfDay } from '../time/zone.ts';
import type { Figure, Series } from './figure.ts';
import { type PictureOptions, pictureOf } from './picture.ts';

beforeEach(() => setLanguage('en'));

const OPTIONS = { width: 592, height: 286, color: (name: string) => name, isUntitled: true };
/** Edges of the plot in such a picture. */
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 548, 44, 264];

function figure(values: Series['values'], more: Partial<Figure> = {}): Figure {
  return {
    title: 'Prices',
    unit: 'EUR/MWh',
    zone: MADRID,
    starts: values.map((_value, index) => Date.parse('2026-06-01T00:00Z') + index * HOUR_MS),
    step: HOUR_MS,
    series: [{ label: 'MD', values, color: '--md' }],
    ...more,
  };
}

function draw(drawn: Figure, options: Partial<PictureOptions> = {}): string {
  return pictureOf(drawn, { ...OPTIONS, ...options });
}

/** The commands of the paths of a colour in the plot, without the samples of the legend. */
function pathsOf(svg: string, color: string, attribute = 'stroke'): string[] {
  return [...svg.matchAll(/<path d="([^"]*)" ([^>]*)\/>/g)]
    .filter(([, d, style]) => !d?.endsWith('h24') && style?.includes(`${attribute}="${color}"`))
    .map(([, d]) => d ?? '');
}

describe('A line of a picture', () => {
  it('A line of a picture has a step for each period, as wide as the period', () => {
    // The range is the values' and 6 % of it at each end.
    const y = (value: number) => BOTTOM - ((value + 0.6) / 11.2) * (BOTTOM - TOP);
    const [first, second] = [y(0), y(10)].map((at) => Math.round(at * 100) / 100);
    expect(pathsOf(draw(figure([0, 10])), '--md')).toEqual([
      `M${LEFT},${first}H${(LEFT + RIGHT) / 2}V${second}H${RIGHT}`,
    ]);
  });

  it('A line of a picture stops at a missing value and at missing time', () => {
    expect(pathsOf(draw(figure([1, null, 3, 4])), '--md')[0]?.match(/M/g)).toHaveLength(2);
    const starts = [0, 1, 5].map((hour) => Date.parse('2026-06-01T00:00Z') + hour * HOUR_MS);
    const [path = ''] = pathsOf(draw(figure([1, 2, 3], { starts })), '--md');
    expect(
      path
        .split('M')
        .slice(1)
        .map((run) => run.match(/H/g)?.length),
    ).toEqual([2, 1]);
  });

  it.each([
    ['2026-03-29', 92],
    ['2026-06-01', 96],
    ['2026-10-25', 100],
  ])('A line of a picture has the steps of the quarter hours of %s: %i', (day, quarters) => {
    const [from, to] = [day, addDays(day, 1)].map((each) => startOfDay(each, MADRID));
    const starts: number[] = [];
    for (let at = from ?? 0; at < (to ?? 0); at += 15 * MINUTE_MS) starts.push(at);
    const values = starts.map((_at, index) => index % 7);
    const svg = draw(figure(values, { starts, step: 15 * MINUTE_MS }));
    const [path = ''] = pathsOf(svg, '--md');
    expect(path.match(/H/g)).toHaveLength(quarters);
    expect(path.match(/M/g)).toHaveLength(1);
    expect(path.endsWith(`H${RIGHT}`)).toBe(true);
  });

  it('A line of a picture has the extremes of a pixel where that has many periods', () => {
    const values = Array.from({ length: 35_040 }, (_, index) =>
      index === 20_000 ? 500 : index % 2,
    );
    const svg = draw(figure(values));
    expect(svg.length).toBeLessThan(40_000);
    const top = Math.min(...[...svg.matchAll(/V([\d.]+)/g)].map(([, at]) => Number(at)));
    expect(top).toBeLessThan(TOP + 15);
  });

  it('A line of a picture that is hidden is neither drawn nor counted in the range', () => {
    const series = [
      { label: 'MD', values: [1, 2], color: '--md' },
      { label: 'MID1', values: [900, 1000], color: '--mid1' },
    ];
    const svg = draw(figure([], { starts: [0, HOUR_MS], series }), { hidden: new Set(['MID1']) });
    expect(pathsOf(svg, '--mid1')).toEqual([]);
    expect(svg).toContain('>1.5</text>');
    expect(svg).not.toContain('>1,000</text>');
  });
});

describe('Values below zero in a picture', () => {
  it('Values below zero in a picture are under a line at zero, and others have none', () => {
    const y = BOTTOM - ((10 + 1.2) / 22.4) * (BOTTOM - TOP);
    expect(pathsOf(draw(figure([-10, 10])), '--text')).toEqual([`M${LEFT},${y}H${RIGHT}`]);
    expect(pathsOf(draw(figure([5, 10])), '--text')).toEqual([]);
  });

  it('Values below zero in a picture fill the area from zero down', () => {
    const series = [{ label: 'MW', values: [-10, 10], color: '--md', isFilled: true }];
    const svg = draw(figure([], { starts: [0, HOUR_MS], series, fromZero: true }));
    const [area = ''] = pathsOf(svg, '--md', 'fill');
    // Two steps there, and back along zero.
    const zero = area.match(/V154H/g);
    expect(zero).toHaveLength(2);
    expect(area.endsWith('Z')).toBe(true);
  });
});

describe('A band of a picture', () => {
  const edges = (p90: Series['values'], p10: Series['values']): Series[] => [
    { label: 'MD', values: [2, 2, 2], color: '--md' },
    { label: 'p90', values: p90, color: '--band', edgeOf: 'MD' },
    { label: 'p10', values: p10, color: '--band', edgeOf: 'MD' },
  ];
  const banded = (p90: Series['values'], p10: Series['values']) =>
    figure([], { starts: [0, HOUR_MS, 2 * HOUR_MS], series: edges(p90, p10) });

  it('A band of a picture is an area between its edges, without lines of its own', () => {
    const svg = draw(banded([3, 3, 3], [1, 1, 1]));
    const y = (value: number) => Math.round((BOTTOM - ((value - 0.88) / 2.24) * 220) * 100) / 100;
    const [area = ''] = pathsOf(svg, '--band', 'fill');
    expect(area.startsWith(`M${LEFT},${y(3)}H`)).toBe(true);
    expect(area).toContain(`H${RIGHT}V${y(1)}H`);
    expect(pathsOf(svg, '--band')).toEqual([]);
  });

  it('A band of a picture is drawn only where both of its edges are known', () => {
    const [area = ''] = pathsOf(draw(banded([3, null, 3], [1, 1, null])), '--band', 'fill');
    expect(area.match(/Z/g)).toHaveLength(1);
    expect(area.match(/H/g)).toHaveLength(2);
  });

  it('A band of a picture is hidden with its line', () => {
    const svg = draw(banded([3, 3, 3], [1, 1, 1]), { hidden: new Set(['MD']) });
    expect(pathsOf(svg, '--band', 'fill')).toEqual([]);
  });
});

describe('The head of a picture', () => {
  const series: Series[] = [
    { label: 'MD <1>', values: [1, 2], color: '--md' },
    { label: 'MID1', values: [1, 2], color: '--mid1', dash: [8, 3] },
    { label: 'EUR', values: [1, 2], color: '--mid2', isRight: true },
  ];
  const svg = pictureOf(figure([], { starts: [0, HOUR_MS], series, rightUnit: 'EUR' }), {
    ...OPTIONS,
    isUntitled: false,
  });

  it('The head of a picture has title, units, zone and a sample of each line with its dashes', () => {
    expect(svg).toContain('>Prices (EUR/MWh, EUR)</text>');
    expect(svg).toContain('>Europe/Madrid</text>');
    expect(svg).toContain('>MD &#60;1&#62;</text>');
    expect(svg.match(/stroke-dasharray="8 3"/g)).toHaveLength(2);
  });

  it('The head of a picture leaves room for labels in capitals', () => {
    const label = 'DEMO_SOLAR_SOUTH';
    const series = [label, 'B'].map((each) => ({ label: each, values: [1, 2], color: '--md' }));
    const drawn = draw(figure([], { starts: [0, HOUR_MS], series }));
    const leftOf = (text: string) =>
      Number(new RegExp(`x="([\\d.]+)" y="\\d+" >${text}<`).exec(drawn)?.[1]);
    // At twelve pixels a capital is about nine pixels wide; the sample of the next takes 30.
    expect(leftOf('B') - 30 - leftOf(label)).toBeGreaterThan(label.length * 9);
  });

  it('The head of a picture takes as many lines as its legend needs, and the plot is below them', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      label: `A plant with a long name ${index}`,
      values: [1, 2],
      color: '--md',
    }));
    const tall = pictureOf(figure([], { starts: [0, HOUR_MS], series: many }), {
      ...OPTIONS,
      height: 400,
      isUntitled: false,
    });
    const lines = new Set([...tall.matchAll(/y="(\d+)" >A plant/g)].map(([, y]) => y));
    expect(lines.size).toBeGreaterThan(3);
    const lowest = Math.max(...[...lines].map(Number));
    const grid = [...tall.matchAll(/<path d="M[\d.]+,(\d+)V/g)].map(([, y]) => Number(y));
    expect(Math.min(...grid)).toBeGreaterThan(lowest);
  });
});

it('A picture of a part of the time has the periods of that part', () => {
  const values = Array.from({ length: 24 }, (_, index) => index);
  const whole = figure(values);
  const from = whole.starts[6] ?? 0;
  const svg = draw(whole, { visible: { from, to: from + 3 * HOUR_MS } });
  expect(pathsOf(svg, '--md')[0]?.match(/H/g)).toHaveLength(3);
  expect(svg).toContain('>7.5</text>');
  expect(svg).not.toContain('>20</text>');
});

it('A picture without periods has its title', () => {
  const svg = pictureOf(figure([]), { ...OPTIONS, isUntitled: false });
  expect(svg).toContain('<title>Prices (EUR/MWh)</title>');
  expect(svg).not.toContain('NaN');
});

it('A picture shades what is marked, with its name', () => {
  const marks = [
    { from: Date.parse('2026-06-01T01:00Z'), to: Number.MAX_SAFE_INTEGER, label: 'a & b' },
  ];
  const svg = draw(figure([1, 2], { marks }));
  expect(svg).toContain(`<rect x="298" y="${TOP}" width="250" height="220" fill="--mark">`);
  expect(svg).toContain('<title>a &#38; b</title>');
});
