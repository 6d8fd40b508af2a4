import { dateAfter, datesBetween, labelOf, quartersOfDate } from '@solano/domain/kernel';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import {
  CurveBuilder,
  coveredQuarters,
  type PricePrediction,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import { byVintage } from '@solano/domain/test/slots';
import { solver } from '@solano/domain/test/solver';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { GatheredInputs } from '../models/split-inputs.ts';
import { readSeries } from '../purchases/series.ts';
import { evaluateTexts, type ModelObject, splitToText } from '../purchases/split-series.ts';
import type { RuleInputs } from './evaluation.ts';
import { type PurchaseEvaluation, placeBy, type RealisedCosts } from './evaluation.ts';
import { figuresOf } from './figures.ts';
import { realisedCosts } from './realise.ts';

const QUARTER_MS = 900_000;
const digest = (text: string) => `digest of ${text}`;
const rules: RuleInputs = {
  caps: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
  spreads: {},
  cancelled: [],
};
const provenance = { settings: { version: 3, models: [] }, software: '1.2.3', rules };

type Random = (below: number) => number;

/** Whole numbers, the same for the same seed. */
function seededRandom(seed: number): Random {
  const next = randomNumbers(seed);
  return (below) => Math.floor(next() * below);
}

interface Given {
  readonly inputs: GatheredInputs;
  /** Thousandths of EUR/MWh by session and end of the quarter hour. */
  readonly prices: ReadonlyMap<Session, ReadonlyMap<number, number>>;
  /** Thousandths of EUR/MWh by session, day and quarter of the clock. */
  readonly errors: ReadonlyMap<Session, readonly (readonly number[])[]>;
}

/** A purchase of one to three days around `date`, with prices of all sessions and 70 past days. */
function randomPurchase(date: string, random: Random): Given {
  const dates = datesBetween(date, dateAfter(date, random(3)));
  const step = [1, 2, 4][random(3)] as number;
  const ends = dates.flatMap((each) => {
    return quartersOfDate(each).filter((_, i) => i % step === step - 1);
  });
  const items = ends
    .filter(() => random(8) > 0)
    .map((end) => ({ datetime: labelOf(end), purchase: (random(200_000) - 20_000) / 1000 }));
  const prices = new Map(
    SESSIONS.map((rules) => {
      const quarters = dates.flatMap((each) => coveredQuarters(rules, each));
      return [rules.session, new Map(quarters.map((end) => [end, random(200_000) - 40_000]))];
    }),
  );
  const errors = new Map(
    SESSIONS.map(({ session }) => {
      const day = () => Array.from({ length: 100 }, () => random(60_000) - 30_000);
      return [session, Array.from({ length: 70 }, day)];
    }),
  );
  return { inputs: inputsOf(items, date, random, { prices, errors }), prices, errors };
}

function inputsOf(
  items: object[],
  date: string,
  random: Random,
  { prices, errors }: Pick<Given, 'prices' | 'errors'>,
): GatheredInputs {
  const history = new Map(
    [...errors].map(([session, days]) => [
      session,
      new Map(days.map((each, k) => [`day ${k}`, { errors: each, origins: [] }])),
    ]),
  );
  const used = new Map(
    SESSIONS.map(({ session, market }) => {
      const own = [...(prices.get(session) as ReadonlyMap<number, number>)];
      const generatedAt = new Date('2026-01-02T03:04:05Z');
      const made = { market, generatedAt, origin: 'live', inputsUntil: null } as const;
      const ends = own.map(([end]) => end);
      const prediction: PricePrediction = {
        ...made,
        stepMinutes: 15,
        ends,
        prices: own.map(([, price]) => price),
      };
      return [session, [prediction]];
    }),
  );
  const curves = new Map(
    [...used].map(([session, [prediction]]) => {
      const builder = new CurveBuilder((prediction as PricePrediction).ends);
      builder.addOlder(prediction as PricePrediction);
      return [session, builder.curve];
    }),
  );
  const sharing = MODELS.filter((model) => !('bid' in model));
  const settings = sharing.map(({ idmodel, parameters }) => {
    return { idmodel, enabled: true, parameters: defaultsOf(parameters) };
  });
  const [first = 0] = quartersOfDate(date);
  const submittedAt = first - random(36) * 3_600_000;
  return {
    items: readSeries(items),
    submittedAt,
    settings,
    curves,
    history: byVintage(history),
    used,
  };
}

/** The clock of Madrid as another library computes it: hour and minute. */
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  hour: '2-digit',
  minute: '2-digit',
});

/** The quarter of the clock that ends at an instant: 96 to 99 in the second pass of autumn. */
function quarterOfClock(end: number): number {
  const known = quarters.get(end);
  if (known !== undefined) return known;
  const label = CLOCK.format(end - QUARTER_MS);
  const [hour, minute] = label.split(':').map(Number) as [number, number];
  const isRepeated = CLOCK.format(end - QUARTER_MS - 3_600_000) === label;
  const quarter = isRepeated ? 96 + minute / 15 : hour * 4 + minute / 15;
  quarters.set(end, quarter);
  return quarter;
}
const quarters = new Map<number, number>();

/** kW × hundredths of a percent × thousandths of EUR/MWh × quarter hours of one EUR. */
const PER_EURO = 1000n * 10_000n * 1000n * 4n;

/** The costs of outputs, quarter hour by quarter hour, at predicted prices and in each scenario. */
function independentCosts({ inputs, prices, errors }: Given, { value }: ModelObject) {
  let expected = 0n;
  const scenarios = Array.from({ length: errors.get('MD')?.length ?? 0 }, () => 0n);
  for (const { session } of SESSIONS) {
    const left = new Map(Map.groupBy(inputs.items, ({ label }) => label));
    for (const row of value[session] ?? []) {
      const [item, ...rest] = left.get(row.datetime) ?? [];
      if (!item) throw new Error(`There is no ${row.datetime}.`);
      left.set(row.datetime, rest);
      const kilowatts = BigInt(Math.round(item.megawatts * 1000));
      const bought = BigInt(Math.round(row.purchase_percentage * 100));
      const sold = BigInt(Math.round(row.sale_percentage * 100));
      const size = kilowatts < 0n ? -kilowatts : kilowatts;
      for (let i = 0; i < item.period.minutes / 15; i += 1) {
        const end = item.period.end - i * QUARTER_MS;
        const price = BigInt(prices.get(session)?.get(end) ?? Number.NaN);
        const fee = size * (bought + sold) * 250n;
        const net = kilowatts * (bought - sold);
        expected += net * price + fee;
        const clock = scenarios.length > 0 ? quarterOfClock(end) : 0;
        scenarios.forEach((sum, k) => {
          const off = errors.get(session)?.[k]?.[clock] as number;
          scenarios[k] = sum + net * (price + BigInt(off)) + fee;
        });
      }
    }
  }
  const dearest = scenarios.sort((a, b) => Number(b - a)).slice(0, 7);
  return { expected, sevenWorst: dearest.reduce((sum, each) => sum + each, 0n) };
}

/** In cents, half up away from zero. */
function cents(units: bigint, per = PER_EURO): string {
  const size = units < 0n ? -units : units;
  const rounded = (size * 200n + per) / (2n * per);
  const text = `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`;
  return units < 0n && rounded > 0n ? `-${text}` : text;
}

/** The model that chooses from predicted prices what another's own limits allow with known ones. */
const SEEING_MODELS: Readonly<Record<number, number>> = {
  1: 1,
  2: 2,
  3: 3,
  4: 3,
  5: 3,
  6: 6,
  8: 3,
};

/** Compares what outputs have cost at other prices with the independent computation. */
async function expectRealised(given: Given, outputs: readonly ModelObject[], random: Random) {
  const prices = new Map(
    [...given.prices].map(([session, own]) => {
      return [session, new Map([...own].map(([end]) => [end, random(200_000) - 40_000]))] as const;
    }),
  );
  const { settings } = given.inputs;
  const inputs = { ...given.inputs, curves: prices };
  const texts = outputs.map((output) => JSON.stringify(output));
  const { realised, isComplete } = await realisedCosts({
    ...inputs,
    outputs: texts,
    cancelled: [],
    traded: new Set(),
    isLate: false,
    rules: null,
  });
  const seeing = settings.map((each) => ({
    ...each,
    enabled: SEEING_MODELS[each.idmodel] === each.idmodel,
    parameters: { ...each.parameters, ...(each.idmodel === 6 && { min_spread_eur_per_mwh: 0 }) },
  }));
  const split = await splitToText(
    { inputs: { ...inputs, settings: seeing }, provenance },
    { solver, digest },
  );
  const withoutErrors = { ...given, prices, errors: new Map<Session, never>() };
  const costOf = (output: ModelObject) => independentCosts(withoutErrors, output).expected;
  const dayAhead = costOf(outputs[0] as ModelObject);
  const foresight = new Map(
    split.outputs.map(({ json }) => {
      const output = JSON.parse(json) as ModelObject;
      return [output.idmodel, dayAhead - costOf(output)] as const;
    }),
  );
  expect(isComplete).toBe(true);
  const none = { cost: null, saved: null, worstDecileCost: null, energy: {}, missing: [] };
  for (const [i, output] of outputs.entries()) {
    const { idmodel } = output;
    const cost = costOf(output);
    const possible = foresight.get(SEEING_MODELS[idmodel] as number) as bigint;
    const figures = figuresOf({ idmodel, ...none }, realised[i] as RealisedCosts).realised;
    expect(figures).toMatchObject({
      cost: cents(cost),
      saved: cents(dayAhead - cost),
      foresightSaved: cents(possible),
      shareOfForesight: share(dayAhead - cost, possible),
      moved: [],
      notBought: [],
      notBoughtMwh: 0,
    });
  }
}

/** A fraction with four decimals, half up away from zero; null of nothing. */
function share(saved: bigint, possible: bigint): number | null {
  if (possible === 0n) return null;
  const isNegative = saved !== 0n && saved < 0n !== possible < 0n;
  const [top, per] = [saved, possible].map((each) => (each < 0n ? -each : each)) as [
    bigint,
    bigint,
  ];
  const rounded = Number((top * 20_000n + per) / (2n * per)) / 10_000;
  return isNegative && rounded > 0 ? -rounded : rounded;
}

describe('an evaluation', () => {
  const days = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-11-24'];

  test.each(days)(
    'an evaluation agrees with an independent computation to the cent for 20 purchases from %s on',
    async (date) => {
      const random = seededRandom(days.indexOf(date) + 1);
      for (let i = 0; i < 20; i += 1) {
        const given = randomPurchase(date, random);
        const text = await splitToText({ inputs: given.inputs, provenance }, { solver, digest });
        const { models } = JSON.parse(text.evaluation.figures) as PurchaseEvaluation;
        const outputs = text.outputs.map(({ json }) => JSON.parse(json) as ModelObject);
        expect(models.map(({ idmodel }) => idmodel)).toEqual([1, 2, 3, 4, 5, 6, 8]);
        const costs = outputs.map((output) => independentCosts(given, output));
        const [dayAhead] = costs as [(typeof costs)[number]];
        await expectRealised(given, outputs, random);
        models.forEach((model, m) => {
          const { expected, sevenWorst } = costs[m] as (typeof costs)[number];
          expect(figuresOf(model)).toMatchObject({
            expectedCost: cents(expected),
            saved: cents(dayAhead.expected - expected),
            worstDecileCost: cents(sevenWorst, 7n * PER_EURO),
            missing: [],
          });
        });
      }
    },
    60_000,
  );

  test('an evaluation names its inputs, and the gates', async () => {
    const { inputs: given } = randomPurchase('2026-11-24', seededRandom(9));
    const inputs = { ...given, submittedAt: Date.parse('2026-11-20T10:00Z') };
    const text = await splitToText({ inputs, provenance }, { solver, digest });
    const {
      inputs: made,
      gates,
      cancelled,
    } = JSON.parse(text.evaluation.figures) as PurchaseEvaluation;
    expect(made).toMatchObject({ ...provenance, historyDays: 70 });
    expect(made.markets.map(({ market }) => market)).toEqual(SESSIONS.map(({ market }) => market));
    const [prediction] = inputs.used.get('MD') ?? [];
    const rows = prediction?.ends.map((end, i) => {
      const price = ((prediction.prices[i] as number) / 1000).toFixed(3);
      return `${labelOf(end)};${price}\n`;
    });
    expect(made.markets[0]).toEqual({
      market: 'md_pdbc_spain',
      generatedAt: '2026-01-02T03:04:05.000Z',
      origin: 'live',
      digest: digest(`datetime;price\n${rows?.join('')}`),
      source: 'service',
    });
    expect(cancelled).toEqual([]);
    expect(gates.filter(({ session }) => session === 'MID1')[0]?.date).toBe('2026-11-24');
  });
});

const HOUR = Date.parse('2026-11-24T11:00Z');

/** Two hours of 10 MW; the second has a price of MID1 alone. */
function twoHours(): GatheredInputs {
  const quarters = (end: number) => [0, 1, 2, 3].map((i) => end - i * QUARTER_MS);
  const first = quarters(HOUR);
  const both = [...first, ...quarters(HOUR + 3_600_000)];
  return {
    items: readSeries([
      { datetime: '2026-11-24 12:00', purchase: 10 },
      { datetime: '2026-11-24 13:00', purchase: 10 },
    ]),
    submittedAt: Date.parse('2026-11-23T09:00Z'),
    settings: [],
    curves: new Map([
      ['MD', new Map(first.map((end) => [end, 50_000]))],
      ['MID1', new Map(both.map((end) => [end, 40_000]))],
    ]),
    history: new Map(),
    used: new Map(),
  };
}

function evaluated(...models: { readonly idmodel: number; readonly value: object }[]) {
  const texts = models.map((each) => JSON.stringify(each));
  const task = { inputs: twoHours(), provenance };
  const { figures, deliveredAt } = evaluateTexts(task, texts, digest);
  const evaluation = JSON.parse(figures) as PurchaseEvaluation;
  return { evaluation, deliveredAt, models: evaluation.models.map((each) => figuresOf(each)) };
}

const row = (datetime: string, purchase_percentage: number, sale_percentage = 0) => {
  return { datetime, purchase_percentage, sale_percentage };
};
const FIRST = '2026-11-24 12:00';
const SECOND = '2026-11-24 13:00';

describe('outputs of a customer', () => {
  test('outputs of a customer are evaluated with any percentages and any resale', () => {
    const { models, deliveredAt } = evaluated({
      idmodel: 7.5,
      value: { MD: [row(FIRST, 33.333)], MID1: [row(SECOND, 0.001), row(FIRST, 0, 100)] },
    });
    expect(models).toEqual([
      {
        idmodel: 7.5,
        // 3.3333 MWh at 50.25, 0.0001 MWh at 40.25, less 10 MWh at 39.75.
        expectedCost: '-230.00',
        eurPerMwh: '34.50',
        saved: null,
        savedPercent: null,
        worstDecileCost: null,
        mwh: { MD: 3.333, MID1: -10 },
        missing: [],
        realised: null,
      },
    ]);
    expect(deliveredAt).toBe('2026-11-24T12:00:00.000Z');
  });

  test('outputs of a customer have an unknown cost where a price is missing, which is named', () => {
    const { models } = evaluated(
      { idmodel: 2, value: { MD: [row(FIRST, 100), row(SECOND, 100)] } },
      { idmodel: 3, value: { toString: [row(SECOND, 100)], MID2: [row(FIRST, 0)] } },
    );
    const [first, second] = models;
    expect(first).toMatchObject({ expectedCost: null, saved: null, missing: [SECOND] });
    expect(first?.mwh).toEqual({ MD: 20 });
    expect(second).toMatchObject({ expectedCost: null, eurPerMwh: null, missing: [SECOND] });
    expect(Object.entries(second?.mwh ?? {})).toEqual([['toString', 10]]);
  });

  test('outputs of a customer are compared with their own model 1 where they have one', () => {
    const { models } = evaluated(
      { idmodel: 1, value: { MD: [row(FIRST, 100)] } },
      { idmodel: 2, value: { MID1: [row(FIRST, 100)] } },
      { idmodel: 3, value: {} },
    );
    expect(models).toMatchObject([
      { expectedCost: '502.50', saved: '0.00', savedPercent: 0, eurPerMwh: '50.25' },
      { expectedCost: '402.50', saved: '100.00', savedPercent: 19.9, eurPerMwh: '40.25' },
      { expectedCost: '0.00', saved: '502.50', savedPercent: 100, eurPerMwh: null },
    ]);
  });

  test('outputs of a customer trade nothing at labels that were not submitted', () => {
    const { models } = evaluated({ idmodel: 2, value: { MD: [row('2026-11-25 12:00', 100)] } });
    expect(models).toMatchObject([{ expectedCost: '0.00', mwh: {}, missing: [] }]);
  });
});

test('orders are to be placed by the earliest gate that is still open', () => {
  const gates = [
    { session: 'MD', date: '2026-11-24' },
    { session: 'MD', date: '2026-11-25' },
    { session: 'MID3', date: '2026-11-24' },
    { session: 'MID1', date: '2026-11-23' },
  ] as const;
  const at = (text: string) => placeBy(gates, Date.parse(text));
  const [monday, tuesday] = [new Date('2026-11-23T11:00Z'), new Date('2026-11-24T11:00Z')];
  const third = new Date('2026-11-24T09:00Z');
  expect(at('2026-11-23T10:59:59Z')).toEqual({ MD: monday, MID3: third });
  expect(at('2026-11-23T11:00:00Z')).toEqual({ MD: tuesday, MID3: third });
  expect(at('2026-11-25T11:00:00Z')).toEqual({});
});
