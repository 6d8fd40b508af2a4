import {
  clockQuarter,
  dateAfter,
  dayKind,
  quartersOfDate,
  startOfDate,
} from '@solano/domain/kernel';
import { combine, WEIGHT_BLOCK_HOURS } from '@solano/domain/kernel/statistics';
import { predicting } from '@solano/domain/test/predicting';
import { TestPrices } from '@solano/domain/test/prices';
import { beforeAll, expect, test } from 'vitest';
import type { Fundamental } from '../market-data/series.ts';
import type { TracedDay } from '../prices/prices.ts';
import { baselineDay } from './baseline.ts';
import { exogenousOf } from './features.ts';
import { exogenousAt, readFundamentals } from './fundamentals.ts';
import { predictLear } from './lear.ts';
import { readModel } from './model-archive.ts';
import { predictPrices } from './predict-prices.ts';
import { align, hoursOf } from './price-days.ts';
import { shapedQuarters } from './quarter-shape.ts';
import { predictTrees } from './trees.ts';

const TODAY = '2026-11-22';
const TOMORROW = dateAfter(TODAY, 1);
const DAYS = 260;
const NOW = '2026-11-22T10:10:00Z';
/** MW of a day's wind, which moves its prices. */
const windOf = (i: number) => 4_000 + 300 * ((i * i * 7) % 41);
const priceOf = (i: number) => 150_000 - 8 * windOf(i) + 400 * ((i * 5) % 7);

const deps = predicting(new TestPrices(), NOW);

/** Keeps a forecast as it was known from an instant on. */
async function know(series: Fundamental, date: string, knownAt: Date, mw: number) {
  const ends = quartersOfDate(date);
  const values = ends.map((end) => 1000 * (mw + clockQuarter(end)));
  const made = { series, date, knownAt, source: 'esios', document: 'x' } as const;
  const version = { ...made, stepMinutes: 15, ends, values };
  await deps.market.updateDay(series, date, () => {
    const day = { series, date, status: 'realised', document: null, knownAt } as const;
    const nothing = { held: null, problem: null, lateNotifiedAt: null, checkedAt: null };
    return { day: { ...day, ...nothing }, version };
  });
}

beforeAll(async () => {
  const prices = deps.prices as TestPrices;
  for (let i = 0; i < DAYS + 1; i += 1) {
    const date = dateAfter(TODAY, i - DAYS + 1);
    if (date <= TODAY) prices.realise('MD', date, (clock) => priceOf(i) + 30 * clock);
    await know(
      'wind',
      date,
      new Date(startOfDate(dateAfter(date, -1)) + 10 * 3_600_000),
      windOf(i),
    );
  }
  // Known after the prediction: it would give itself away.
  await know('wind', TOMORROW, new Date('2026-11-22T10:11:00Z'), 99_999);
  await predictPrices(deps, { days: 3 });
});

const stored = () => {
  const [prediction] = (deps.prices as TestPrices).put;
  if (!prediction?.trace?.days) throw new Error('There is no traced prediction.');
  return { prediction, days: prediction.trace.days };
};

test('a prediction says which inputs each day had: forecasts for the day that they are of', () => {
  const { prediction, days } = stored();
  expect(prediction.trace?.inputs).toEqual(['prices', 'wind']);
  expect(days.map(({ date, inputs }) => [date, inputs])).toEqual([
    [TOMORROW, ['prices', 'wind']],
    [dateAfter(TOMORROW, 1), ['prices']],
  ]);
  for (const { models } of days) expect(models).toHaveLength(4);
});

test('a stored prediction is computed again from its coefficients, its weights and its inputs', async () => {
  const { prediction, days } = stored();
  const [day] = days as readonly [TracedDay];
  const known = [];
  for await (const each of deps.prices.realised('md_pdbc_spain', '0001-01-01', TODAY)) {
    const quarters = new Float64Array(100);
    each.ends.forEach((end, i) => {
      quarters[clockQuarter(end)] = (each.prices[i] as number) / 1000;
    });
    known.unshift({ date: each.date, quarters });
  }
  const history = align(known);
  const fundamentals = await readFundamentals(deps.market, known[0]?.date ?? '', TOMORROW);
  const exogenous = exogenousOf(exogenousAt(fundamentals, Date.parse(NOW), TOMORROW), TOMORROW);
  const members = new Map<string, Float64Array>();
  for (const digest of day.models) {
    const model = readModel((await deps.models.get(digest))?.content ?? '');
    const { member, until, series } = model;
    expect(until <= TODAY).toBe(true);
    const inputs = { date: TOMORROW, past: history.hours, exogenous: exogenous ?? [] };
    if (!('byRegime' in model)) {
      const edges = model.edges.map((values) => Float64Array.from(values));
      const trees = model.boosted.trees.map(({ tree, values }) => ({
        tree: {
          features: Uint8Array.from(tree.features),
          bins: Uint8Array.from(tree.bins),
          left: Int16Array.from(tree.left),
          right: Int16Array.from(tree.right),
        },
        values: Float32Array.from(values),
      }));
      const boosted = { start: Float64Array.from(model.boosted.start), trees };
      members.set(member, predictTrees({ series, edges, boosted }, inputs));
      continue;
    }
    const { byRegime } = model;
    const [means, deviations, intercepts] = [model.means, model.deviations, model.intercepts].map(
      (values) => Float64Array.from(values),
    ) as [Float64Array, Float64Array, Float64Array];
    const coefficients = model.coefficients.map((hour) => Float64Array.from(hour));
    const fit = { byRegime, series, means, deviations, intercepts, coefficients };
    members.set(member, predictLear(fit, inputs));
  }
  const clockDays = known.map(({ date, quarters }) => {
    return { date, kind: dayKind(date), prices: Array.from(quarters, (p) => Math.round(p * 1000)) };
  });
  members.set(
    'baseline',
    hoursOf(baselineDay(clockDays.slice(-60).reverse(), TOMORROW)).map((p) => p / 1000),
  );
  members.set('yesterday', history.hours.at(-1) as Float64Array);
  const weights = Object.entries(day.weights).map(([name, blocks]) => {
    const hours = Float64Array.from(
      { length: 24 },
      (_, hour) => blocks[Math.floor(hour / WEIGHT_BLOCK_HOURS)] ?? 0,
    );
    return [name, hours] as const;
  });
  const mean = combine(new Map(weights), members);
  const hours = mean.map((price, hour) => price + (day.correction?.[hour] ?? Number.NaN));
  const quarters = shapedQuarters(hours, history, known.length);
  const again = quartersOfDate(TOMORROW).map((end) =>
    Math.round((quarters[clockQuarter(end)] ?? 0) * 1000),
  );
  const first = prediction.ends.indexOf(quartersOfDate(TOMORROW)[0] ?? 0);
  expect(prediction.prices.slice(first, first + 96)).toEqual(again);
});

test('the models of four weeks are kept once', async () => {
  const { days } = stored();
  await predictPrices({ ...deps, clock: () => new Date('2026-11-22T10:10:30Z') }, { days: 3 });
  const later = (deps.prices as TestPrices).put.findLast(
    ({ market }) => market === 'md_pdbc_spain',
  );
  expect(later?.trace?.days?.map(({ models }) => models)).toEqual(days.map(({ models }) => models));
});
