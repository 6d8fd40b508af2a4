import { labelOf, quartersOfDate } from '@solano/domain/kernel';
import { CurveBuilder, coveredQuarters, SESSIONS, type Session } from '@solano/domain/market';
import { byVintage } from '@solano/domain/test/slots';
import { solver } from '@solano/domain/test/solver';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { GatheredInputs } from '../models/split-inputs.ts';
import { readSeries } from '../purchases/series.ts';
import { evaluateTexts, type ModelObject, splitToText } from '../purchases/split-series.ts';
import type { EvaluationPrices, EvaluationText, PurchaseEvaluation } from './evaluation.ts';
import { figuresOf } from './figures.ts';
import { readFraction } from './fraction.ts';

const DATE = '2026-11-24';
const DAYS = 60;
const HOURS = quartersOfDate(DATE).filter((_, i) => i % 4 === 3);
const provenance = {
  settings: null,
  software: '',
  rules: { caps: { MD: 100, MID1: 40, MID2: 30, MID3: 30 }, spreads: {}, cancelled: [] },
};
const digest = () => '';

interface Drawn {
  readonly purchase: readonly number[];
  /** Thousandths of EUR/MWh, by session and hour. */
  readonly prices: Readonly<Partial<Record<Session, readonly number[]>>>;
  /** The same by session, day and quarter of the clock. */
  readonly errors: Readonly<Partial<Record<Session, readonly (readonly number[])[]>>>;
}

/** The first hours of a day; MID1 is expected to cost ever less the higher MD clears. */
function inputsOf({ purchase, prices, errors }: Drawn): GatheredInputs {
  const items = purchase.map((each, i) => ({
    datetime: labelOf(HOURS[i] as number),
    purchase: each,
  }));
  const sessions = SESSIONS.filter(({ session }) => prices[session]);
  const curves = sessions.map((rules) => {
    const ends = coveredQuarters(rules, DATE);
    const own = ends.map((_, i) => prices[rules.session]?.[Math.floor(i / 4)] ?? 50_000);
    const builder = new CurveBuilder(ends);
    builder.addOlder({ ends, prices: own, stepMinutes: 15 });
    return [rules.session, builder.curve] as const;
  });
  const history = sessions.map(({ session }) => {
    const days = (errors[session] ?? []).map((own, k) => {
      return [`day ${k}`, { errors: own, origins: [] }] as const;
    });
    return [session, new Map(days)] as const;
  });
  const falling = { surprises: [-10, 10], spreads: [6, -4] };
  return {
    items: readSeries(items),
    submittedAt: (HOURS[0] as number) - 36 * 3_600_000,
    settings: MODELS.filter(({ idmodel }) => idmodel === 1 || idmodel === 7).map((model) => {
      return { idmodel: model.idmodel, enabled: true, parameters: defaultsOf(model.parameters) };
    }),
    curves: new Map(curves),
    history: byVintage(new Map(history)),
    used: new Map(),
    spreadCurves: [
      {
        date: DATE,
        earlier: 'MD',
        later: 'MID1',
        generatedAt: new Date(0),
        learnedUntil: '2026-11-22',
        hours: Array.from({ length: 24 }, () => falling),
      },
    ],
  };
}

async function evaluated(inputs: GatheredInputs) {
  const { outputs, evaluation } = await splitToText({ inputs, provenance }, { solver, digest });
  return { output: outputs[1]?.json ?? '', ...bidFigures(evaluation) };
}

function bidFigures({ figures, prices }: EvaluationText) {
  const { models } = JSON.parse(figures) as PurchaseEvaluation;
  const { bidCosts = [] } = JSON.parse(prices) as EvaluationPrices;
  const model = models.find(({ idmodel }) => idmodel === 7);
  return { model, costs: bidCosts.find(({ idmodel }) => idmodel === 7) };
}

/** Watts × thousandths of EUR/MWh × quarter hours of one EUR. */
const PER_EURO = 1_000_000n * 1000n * 4n;

/** What each scenario costs, and the mean cost less the mean errors of what is bought; × days². */
function independentCosts({ purchase, prices, errors }: Drawn, { bids = {} }: ModelObject) {
  const scenarios = Array.from({ length: DAYS }, () => 0n);
  let mean = 0n;
  purchase.forEach((megawatts, i) => {
    const label = labelOf(HOURS[i] as number);
    const steps = bids.MD?.find(({ datetime }) => datetime === label)?.steps ?? [];
    const quarters = (session: 'MD' | 'MID1', k: number) => {
      const own = errors[session]?.[k]?.slice(4 * i, 4 * i + 4) ?? [];
      return own.reduce((sum, each) => sum + each, 4 * (prices[session]?.[i] ?? Number.NaN));
    };
    const whole = BigInt(Math.round(megawatts * 1_000_000));
    const size = whole < 0n ? -whole : whole;
    const days = scenarios.map((_, k) => {
      const [md, mid1] = [quarters('MD', k), quarters('MID1', k)];
      const cleared = steps.filter(({ price }) => {
        if (price === null) return true;
        return megawatts < 0 ? md >= price * 4000 : md <= price * 4000;
      });
      const watts = cleared.reduce((sum, { mw }) => sum + Math.round(mw * 1_000_000), 0);
      const bought = megawatts < 0 ? -BigInt(watts) : BigInt(watts);
      return { bought, left: whole - bought, md: BigInt(md), mid1: BigInt(mid1) };
    });
    const sum = (of: (day: (typeof days)[number]) => bigint) => {
      return days.reduce((total, day) => total + of(day), 0n);
    };
    const fee = size * 4n * 250n;
    days.forEach(({ bought, left, md, mid1 }, k) => {
      scenarios[k] = (scenarios[k] as bigint) + bought * md + left * mid1 + fee;
    });
    const count = BigInt(DAYS);
    const predicted = (session: 'MD' | 'MID1') => count * BigInt(4 * (prices[session]?.[i] ?? 0));
    mean += count * (sum(({ bought, left, md, mid1 }) => bought * md + left * mid1) + count * fee);
    mean -= sum(({ bought }) => bought) * (sum(({ md }) => md) - predicted('MD'));
    mean -= sum(({ left }) => left) * (sum(({ mid1 }) => mid1) - predicted('MID1'));
  });
  const dearest = scenarios.sort((a, b) => Number(b - a)).slice(0, DAYS / 10);
  return {
    mean: { num: mean, den: PER_EURO * BigInt(DAYS * DAYS) },
    worst: {
      num: dearest.reduce((total, each) => total + each, 0n),
      den: PER_EURO * BigInt(dearest.length),
    },
  };
}

const two = (of: fc.Arbitrary<number>, length: number) => {
  const own = fc.array(of, { minLength: length, maxLength: length });
  return fc.record({ MD: own, MID1: own });
};
const drawn = fc
  .record({
    purchase: fc.array(
      fc.oneof(
        fc.integer({ min: -30_000, max: 60_000 }).map((kilowatts) => kilowatts / 1000),
        fc.integer({ min: 1, max: 3_000_000 }).map((watts) => watts / 1_000_000),
        // Its watts × price × minutes are more than a number holds exactly.
        fc.constantFrom(-45_000.123456, 9_000),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    prices: two(fc.integer({ min: -20_000, max: 90_000 }), 5),
    off: fc.record({
      MD: fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 1 }),
      MID1: fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 1 }),
    }),
  })
  .map(({ purchase, prices, off }): Drawn => {
    const days = (own: readonly number[], step: number) => {
      return Array.from({ length: DAYS }, (_, k) => {
        return Array.from({ length: 100 }, (__, clock) => {
          return own[(k * step + clock) % own.length] as number;
        });
      });
    };
    return { purchase, prices, errors: { MD: days(off.MD, 7), MID1: days(off.MID1, 3) } };
  });

/** Errors of the days, up and down by turns, all of which are off as well. */
function swinging(by: number, off = 0): number[][] {
  return Array.from({ length: DAYS }, (_, k) => {
    return Array.from({ length: 100 }, () => off + (k % 2 === 0 ? by : -by));
  });
}

describe('expected costs of bids', () => {
  test('expected costs of bids are those of an independent computation, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const { output, model, costs } = await evaluated(inputsOf(given));
        const { mean, worst } = independentCosts(given, JSON.parse(output) as ModelObject);
        const cost = readFraction(model?.cost ?? '');
        expect(cost.num * mean.den).toBe(mean.num * cost.den);
        const dearest = readFraction(model?.worstDecileCost ?? '');
        expect(dearest.num * worst.den).toBe(worst.num * dearest.den);
        const sum = costs?.nums.reduce((total, each) => total + BigInt(each), 0n) ?? 0n;
        expect(sum * cost.den).toBe(cost.num * BigInt(costs?.den ?? 0));
      }),
      { numRuns: 60 },
    );
  });

  test('expected costs of bids that an output keeps are the same, and those of its shares without a history', async () => {
    const errors = { MD: swinging(20_000), MID1: swinging(5_000) };
    const inputs = inputsOf({
      purchase: [10, -7.3],
      prices: { MD: [50_000], MID1: [49_000] },
      errors,
    });
    const { output, model, costs } = await evaluated(inputs);
    const again = bidFigures(evaluateTexts({ inputs, provenance }, [output], digest));
    expect(again).toEqual({ model, costs });
    const { bids: _, ...shares } = JSON.parse(output) as ModelObject;
    const ofShares = evaluateTexts({ inputs, provenance }, [JSON.stringify(shares)], digest);
    expect(bidFigures(ofShares).costs).toBeUndefined();
    const unknown = { inputs: { ...inputs, history: new Map() }, provenance };
    const { model: withoutDays, costs: none } = bidFigures(
      evaluateTexts(unknown, [output], digest),
    );
    expect(withoutDays?.cost).toBe(bidFigures(ofShares).model?.cost);
    expect([withoutDays?.worstDecileCost, none]).toEqual([null, undefined]);
  });

  test('expected costs of bids have what a limit is worth, and no mean error of the predictions', async () => {
    // MD clears 20 EUR/MWh above or below what is predicted, by turns; 4 of 10 MW wait where it is above.
    const given = { purchase: [10], prices: { MD: [50_000], MID1: [50_000] } };
    const costOf = async (off: number) => {
      const errors = { MD: swinging(20_000, off), MID1: swinging(0, off) };
      const { model } = await evaluated(inputsOf({ ...given, errors }));
      return model && figuresOf(model);
    };
    // 10 MWh at 50.25 EUR, less half of what these 4 MWh save on the dear days, 20 EUR each.
    const [fair, dearer] = [await costOf(0), await costOf(3_000)];
    expect(fair).toMatchObject({ expectedCost: '462.50', saved: '40.00' });
    expect(dearer).toMatchObject({ expectedCost: '462.50', saved: '40.00' });
    expect([fair?.worstDecileCost, dearer?.worstDecileCost]).toEqual(['622.50', '652.50']);
  });

  test('expected costs of bids in four sessions are the sum of the items', async () => {
    const sessions = SESSIONS.map(({ session }) => session);
    const prices = sessions.map((session, i) => [session, [50_000 - 100 * i]]);
    const errors = sessions.map((session, i) => [session, swinging(20_000 - 4_000 * i)]);
    const inputs = inputsOf({
      purchase: [12.34, 0, -3, 0.05],
      prices: Object.fromEntries(prices) as Drawn['prices'],
      errors: Object.fromEntries(errors) as Drawn['errors'],
    });
    const [first, second] = [await evaluated(inputs), await evaluated(inputs)];
    expect(second).toEqual(first);
    const { num, den } = readFraction(first.model?.cost ?? '');
    const sum = first.costs?.nums.reduce((total, each) => total + BigInt(each), 0n) ?? 0n;
    expect(sum * den).toBe(num * BigInt(first.costs?.den ?? 0));
    expect(first.costs?.nums[1]).toBe('0');
  });
});
