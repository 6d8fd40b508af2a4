import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceSeries } from '../market/prices.ts';
import { PriceCurve } from '../market/prices.ts';
import type { Session } from '../market/sessions.ts';
import { openSessions } from '../market/sessions.ts';
import { LabelReader, labelOf } from '../time/label.ts';
import type { StrategySetting } from './catalogue.ts';
import { MODELS } from './catalogue.ts';
import { defaultsOf } from './parameters.ts';
import type { ModelObject, OutputRow, SeriesItem, SplitInputs } from './split.ts';
import { isSound, splitPurchase } from './split.ts';

const MINUTE_MS = 60_000;
const SESSIONS: readonly Session[] = ['MD', 'MID1', 'MID2', 'MID3'];
const utc = (text: string) => Date.parse(text);

const settings = (...ids: number[]): StrategySetting[] =>
  MODELS.filter(({ idmodel }) => ids.includes(idmodel)).map(({ idmodel, parameters }) => ({
    idmodel,
    enabled: true,
    parameters: defaultsOf(parameters),
  }));

function itemsOf(minutes: number, ...labels: string[]): SeriesItem[] {
  const reader = new LabelReader();
  return labels.map((label) => ({ label, period: { end: reader.read(label) as number, minutes } }));
}

/** Prices in EUR/MWh of some sessions: one for every item, undefined where none is predicted. */
function curvesOf(
  items: readonly SeriesItem[],
  prices: Partial<Record<Session, readonly (number | undefined)[]>>,
): Map<Session, PriceCurve> {
  const entries = Object.entries(prices) as [Session, (number | undefined)[]][];
  return new Map(
    entries.map(([session, each]) => {
      const curve = new PriceCurve(items.map(({ period }) => period));
      items.forEach(({ period }, i) => {
        const price = each[i];
        if (price === undefined) return;
        const series = { stepMinutes: period.minutes, ends: [period.end], prices: [price * 1000] };
        curve.addOlder(series);
      });
      return [session, curve];
    }),
  );
}

const row = (datetime: string, purchase_percentage: number, sale_percentage = 0): OutputRow => ({
  datetime,
  purchase_percentage,
  sale_percentage,
});

const MORNING = '2026-11-22 11:00';
const NOON = '2026-11-22 13:00';
const ALL_OPEN = utc('2026-11-21T09:00Z');
const MD_CLOSED = utc('2026-11-21T11:00Z');
const MID1_CLOSED = utc('2026-11-21T14:00Z');
const MID2_CLOSED = utc('2026-11-21T21:00Z');
const ALL_CLOSED = utc('2026-11-22T09:00Z');

function split(ids: number[], submittedAt: number, items: SeriesItem[], curves = new Map()) {
  return splitPurchase({ items, submittedAt, settings: settings(...ids), curves });
}

describe('model 1, everything in one session', () => {
  test.each([
    ['MD is open', ALL_OPEN, { MD: [row(MORNING, 100), row(NOON, 100)] }],
    ['MD is closed', MD_CLOSED, { MID1: [row(MORNING, 100), row(NOON, 100)] }],
    ['MID1 is closed', MID1_CLOSED, { MID2: [row(MORNING, 100), row(NOON, 100)] }],
    [
      // MID3 covers the second item only; the first one is a look back.
      'only MID3 is open',
      MID2_CLOSED,
      { MD: [row(MORNING, 100)], MID3: [row(NOON, 100)] },
    ],
    ['all are closed: a look back', ALL_CLOSED, { MD: [row(MORNING, 100), row(NOON, 100)] }],
  ])('%s', (_, at, value) => {
    expect(split([1], at, itemsOf(60, MORNING, NOON))).toEqual({
      outputs: [{ idmodel: 1, value }],
      error: '',
    });
  });
});

describe('model 2, fixed weights', () => {
  test.each([
    [
      'all are open: MID3 is no choice in the morning',
      ALL_OPEN,
      {
        MD: [row(MORNING, 73.68), row(NOON, 70)],
        MID1: [row(MORNING, 15.79), row(NOON, 15)],
        MID2: [row(MORNING, 10.53), row(NOON, 10)],
        MID3: [row(NOON, 5)],
      },
    ],
    [
      'MD is closed',
      MD_CLOSED,
      {
        MID1: [row(MORNING, 60), row(NOON, 50)],
        MID2: [row(MORNING, 40), row(NOON, 33.33)],
        MID3: [row(NOON, 16.67)],
      },
    ],
    [
      'MID1 is closed',
      MID1_CLOSED,
      { MID2: [row(MORNING, 100), row(NOON, 66.67)], MID3: [row(NOON, 33.33)] },
    ],
  ])('%s', (_, at, value) => {
    expect(split([2], at, itemsOf(60, MORNING, NOON)).outputs).toEqual([{ idmodel: 2, value }]);
  });
});

describe('models 3 and 6, by predicted prices', () => {
  const items = itemsOf(60, MORNING, NOON);

  test('sessions have all items for which they are in S, also those with zeros', () => {
    const curves = curvesOf(items, { MD: [50, 40], MID1: [45, 60], MID2: [70, 70], MID3: [1, 41] });
    expect(split([3, 6], ALL_OPEN, items, curves)).toEqual({
      outputs: [
        {
          idmodel: 3,
          value: { MD: [row(MORNING, 60), row(NOON, 100)], MID1: [row(MORNING, 40), row(NOON, 0)] },
        },
        {
          idmodel: 6,
          value: {
            MD: [row(MORNING, 0), row(NOON, 120)],
            MID1: [row(MORNING, 120), row(NOON, 0)],
            MID2: [row(MORNING, 0, 20), row(NOON, 0, 20)],
          },
        },
      ],
      error: '',
    });
  });

  test('a session without a prediction is not in S, period by period', () => {
    const curves = curvesOf(items, { MD: [undefined, 50], MID1: [30, undefined], MID2: [20, 60] });
    expect(split([3], ALL_OPEN, items, curves).outputs).toEqual([
      {
        idmodel: 3,
        value: {
          MD: [row(NOON, 100)],
          MID1: [row(MORNING, 70)],
          MID2: [row(MORNING, 30), row(NOON, 0)],
        },
      },
    ]);
  });

  test('a prediction of a closed session does not count', () => {
    const curves = curvesOf(items, { MD: [1, 1], MID1: [50, 50], MID2: [60, 60] });
    expect(split([3], MD_CLOSED, items, curves).outputs).toEqual([
      {
        idmodel: 3,
        value: { MID1: [row(MORNING, 100), row(NOON, 100)] },
      },
    ]);
  });

  test('without any price for a period the model is left out, the others are not', () => {
    const curves = curvesOf(items, { MD: [50, undefined], MID1: [40, undefined] });
    const { outputs, error } = split([1, 2, 3, 6], ALL_OPEN, items, curves);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2]);
    expect(error).toBe(
      'Model 3 left out: no price prediction for 2026-11-22 13:00. ' +
        'Model 6 left out: no price prediction for 2026-11-22 13:00.',
    );
  });

  test('the earliest gap is named, whatever the order of the items', () => {
    const labels = ['2026-11-22 00:45', '2026-11-22 00:30', '2026-11-22 00:15', '2026-11-22 01:00'];
    const unsorted = itemsOf(15, ...labels);
    const curves = curvesOf(unsorted, { MD: [1, undefined, undefined, undefined] });
    expect(split([3], ALL_OPEN, unsorted, curves).error).toBe(
      'Model 3 left out: no price prediction for 2026-11-22 00:15.',
    );
  });

  test('models that are off are neither run nor named', () => {
    const off = settings(1, 2, 3, 6).map((each) => ({ ...each, enabled: each.idmodel === 2 }));
    const { outputs, error } = splitPurchase({
      items,
      submittedAt: ALL_OPEN,
      settings: off,
      curves: new Map(),
    });
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([2]);
    expect(error).toBe('');
  });
});

test('rows keep the order of the items, and the repeated hour its two rows', () => {
  const labels = ['2026-10-25 03:00', '2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 01:00'];
  const { outputs } = split([1], utc('2026-10-24T09:00Z'), itemsOf(60, ...labels));
  expect(outputs).toEqual([{ idmodel: 1, value: { MD: labels.map((label) => row(label, 100)) } }]);
});

describe('a sound split', () => {
  const [item] = itemsOf(60, NOON) as [SeriesItem];
  const slot = { ...item, sessions: SESSIONS.slice(0, 2), weighed: [] };
  const trade = (bought: number, sold = 0) => ({ bought, sold });

  test.each([
    [[trade(10_000), trade(0)]],
    [[trade(12_000), trade(0, 2_000)]],
    [[trade(1), trade(9_999)]],
  ])('%j', (allocation) => {
    expect(isSound(slot, allocation)).toBe(true);
  });

  test.each([
    ['too few sessions', [trade(10_000)]],
    ['too many sessions', [trade(10_000), trade(0), trade(0)]],
    ['too little', [trade(9_999), trade(0)]],
    ['too much', [trade(10_000), trade(1)]],
    ['below zero', [trade(10_001), trade(-1)]],
    ['a fraction of a hundredth', [trade(9_999.5), trade(0.5)]],
    ['no number', [trade(Number.NaN), trade(10_000)]],
    ['infinite', [trade(Infinity), trade(0)]],
    ['bought and sold at once', [trade(11_000, 1_000), trade(0)]],
    ['sold before bought', [trade(0, 1_000), trade(11_000)]],
  ])('%s is none', (_, allocation) => {
    expect(isSound(slot, allocation)).toBe(false);
  });
});

describe('what every output keeps', () => {
  const day = fc.constantFrom('2026-11-22', '2026-07-15', '2026-03-29', '2026-10-25');
  const price = fc.oneof(
    fc.integer({ min: -500_000, max: 4_000_000 }),
    fc.integer({ min: 40_000, max: 48_000 }),
    fc.constantFrom(50_000),
  );

  /** Items of one or two days, some left out, in any order. */
  const items = fc
    .record({ day, step: fc.constantFrom(15, 30, 60, 7), seed: fc.integer({ min: 0, max: 60 }) })
    .chain(({ day: date, step, seed }) => {
      const start = utc(`${date}T00:00Z`) - 2 * 3_600_000;
      const first = start + seed * step * MINUTE_MS;
      const all = Array.from({ length: 30 }, (_, i) => first + (i + 1) * step * MINUTE_MS);
      return fc.shuffledSubarray(all, { minLength: 1, maxLength: 12 }).map((ends) => {
        // Among equal labels the earlier instant comes first, as submitted labels are read.
        const sorted = [...ends].sort((a, b) => a - b);
        const used = new Set<number>();
        return ends.map((given) => {
          const label = labelOf(given);
          const end = sorted.find((each) => labelOf(each) === label && !used.has(each)) as number;
          used.add(end);
          return { label, period: { end, minutes: step } };
        });
      });
    });

  const predictions = fc.array(
    fc.record({
      stepMinutes: fc.constantFrom(15, 60),
      from: fc.integer({ min: -4, max: 20 }),
      prices: fc.array(price, { minLength: 1, maxLength: 60 }),
    }),
    { maxLength: 3 },
  );

  const percent = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((h) => h / 100);
  const perSession = fc.record({
    MD: percent(100),
    MID1: percent(100),
    MID2: percent(100),
    MID3: percent(100),
  });
  const parameters = fc.record({
    weights_percent: perSession,
    caps_percent: perSession,
    fee_eur_per_mwh: percent(5),
    min_spread_eur_per_mwh: percent(5),
    max_resale_percent: percent(100),
  });

  const inputs: fc.Arbitrary<SplitInputs> = fc
    .record({
      items,
      hoursBefore: fc.integer({ min: -30, max: 40 }),
      series: fc.tuple(predictions, predictions, predictions, predictions),
      parameters: fc.option(parameters, { nil: undefined }),
    })
    .map((given) => {
      const first = Math.min(...given.items.map(({ period }) => period.end));
      const hour = Math.floor(first / 3_600_000) * 3_600_000;
      return {
        items: given.items,
        submittedAt: hour - given.hoursBefore * 3_600_000,
        settings: settings(...MODELS.map(({ idmodel }) => idmodel)).map((setting) => ({
          ...setting,
          parameters: { ...setting.parameters, ...given.parameters },
        })),
        curves: new Map(
          SESSIONS.map((session, s) => {
            const curve = new PriceCurve(given.items.map(({ period }) => period));
            for (const { stepMinutes, from, prices } of given.series[s] ?? []) {
              const ends = prices.map((_, i) => hour + (from + i) * stepMinutes * MINUTE_MS);
              curve.addOlder({ stepMinutes, ends, prices } satisfies PriceSeries);
            }
            return [session, curve];
          }),
        ),
      };
    });

  const modelOf = (idmodel: number) => MODELS.find((each) => each.idmodel === idmodel);

  /** S of an item for a model, from the rules of the market and the prices that there are. */
  function sessionsOf(given: SplitInputs, idmodel: number, item: SeriesItem): Session[] {
    const open = openSessions(item.period, given.submittedAt);
    if (modelOf(idmodel)?.inputs.length === 0) return open;
    return open.filter((session) => given.curves.get(session)?.weigh(item.period) !== undefined);
  }

  /** The rows of one item by session, found by the item's place among those in S. */
  function rowsOf(given: SplitInputs, output: ModelObject, index: number): [Session, OutputRow][] {
    return SESSIONS.flatMap((session) => {
      const inS = (item: SeriesItem) => sessionsOf(given, output.idmodel, item).includes(session);
      if (!inS(given.items[index] as SeriesItem)) return [];
      const found = output.value[session]?.[given.items.slice(0, index).filter(inS).length];
      return found ? [[session, found] as [Session, OutputRow]] : [];
    });
  }

  function holds(check: (given: SplitInputs, output: ModelObject) => void) {
    fc.assert(
      fc.property(inputs, (given) => {
        for (const output of splitPurchase(given).outputs) check(given, output);
      }),
      { numRuns: 300 },
    );
  }

  test('percentages are finite, not negative, of two decimals, never both in a row', () => {
    holds((_, output) => {
      for (const { purchase_percentage: bought, sale_percentage: sold } of Object.values(
        output.value,
      ).flat()) {
        for (const each of [bought, sold]) {
          expect(Number.isFinite(each) && each >= 0 && !Object.is(each, -0)).toBe(true);
          expect(Number(each.toFixed(2))).toBe(each);
        }
        expect(bought === 0 || sold === 0).toBe(true);
      }
    });
  });

  test('each datetime sums to 100, never sold before bought, nothing sold in MD', () => {
    holds((given, output) => {
      given.items.forEach((item, i) => {
        let held = 0;
        for (const [session, found] of rowsOf(given, output, i)) {
          expect(found.datetime).toBe(item.label);
          expect(session === 'MD' && found.sale_percentage > 0).toBe(false);
          held += Math.round(found.purchase_percentage * 100);
          held -= Math.round(found.sale_percentage * 100);
          expect(held).toBeGreaterThanOrEqual(0);
        }
        expect(held).toBe(10_000);
      });
    });
  });

  test('a session has all datetimes for which it is in S, in order; only zeros: it is left out', () => {
    holds((given, output) => {
      for (const [session, rows] of Object.entries(output.value)) {
        const inS = given.items.filter((item) =>
          sessionsOf(given, output.idmodel, item).includes(session as Session),
        );
        expect(rows.map(({ datetime }) => datetime)).toEqual(inS.map(({ label }) => label));
        const amounts = rows.map((each) => each.purchase_percentage + each.sale_percentage);
        expect(amounts.some((amount) => amount !== 0)).toBe(true);
      }
    });
  });

  test('models 1 and 2 always work; a model without a session for a period is left out', () => {
    fc.assert(
      fc.property(inputs, (random) => {
        const byPrice = random.settings.filter(({ idmodel }) => [1, 2, 3, 6].includes(idmodel));
        const given = { ...random, settings: byPrice };
        const { outputs, error } = splitPurchase(given);
        const gaps = [1, 2, 3, 6].map((idmodel) => {
          const without = given.items.filter((i) => sessionsOf(given, idmodel, i).length === 0);
          const [first] = without.sort((a, b) => a.period.end - b.period.end);
          return { idmodel, first };
        });
        expect(gaps.slice(0, 2).map(({ first }) => first)).toEqual([undefined, undefined]);
        const complete = gaps.filter(({ first }) => !first).map(({ idmodel }) => idmodel);
        expect(outputs.map(({ idmodel }) => idmodel)).toEqual(complete);
        const sentences = gaps
          .filter(({ first }) => first)
          .map(({ idmodel, first }) => {
            return `Model ${idmodel} left out: no price prediction for ${first?.label}.`;
          });
        expect(error).toBe(sentences.join(' '));
      }),
      { numRuns: 300 },
    );
  });

  test('the same inputs give the same output', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(JSON.stringify(splitPurchase(given))).toBe(JSON.stringify(splitPurchase(given)));
      }),
    );
  });

  test('3 costs no more than 1 and 6 no more than 3, at equal fees, while MD is open', () => {
    const FEE = 250;
    let compared = 0;
    fc.assert(
      fc.property(inputs, (random) => {
        const given = { ...random, settings: settings(1, 3, 6) };
        const { outputs } = splitPurchase(given);
        given.items.forEach((item, i) => {
          if (!openSessions(item.period, given.submittedAt).includes('MD')) return;
          if (given.curves.get('MD')?.weigh(item.period) === undefined) return;
          const costs = outputs.map((output) =>
            rowsOf(given, output, i).reduce((sum, [session, found]) => {
              const { purchase_percentage: bought, sale_percentage: sold } = found;
              // Nothing happens in a session without a price; its rows are zeros.
              const price = given.curves.get(session)?.weigh(item.period) ?? 0;
              const fee = FEE * item.period.minutes;
              return (
                sum +
                Math.round(bought * 100) * (price + fee) -
                Math.round(sold * 100) * (price - fee)
              );
            }, 0),
          );
          if (costs.length < 3) return;
          compared += 1;
          expect(costs[1]).toBeLessThanOrEqual(costs[0] as number);
          expect(costs[2]).toBeLessThanOrEqual(costs[1] as number);
        });
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});
