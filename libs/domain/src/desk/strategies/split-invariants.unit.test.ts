import { times } from '@solano/domain/contracts/thoroughness';
import { dateAfter, dateAt, HOUR_MS, labelOf, MINUTE_MS } from '@solano/domain/kernel';
import {
  CurveBuilder,
  type DaySpreadCurves,
  Gates,
  type PastErrors,
  priceMinutes,
  quartersOf,
  type Session,
} from '@solano/domain/market';
import { byVintage } from '@solano/domain/test/slots';
import { solver } from '@solano/domain/test/solver';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StrategyModel } from '../models/model.ts';
import { MODELS } from '../models/models.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { SeriesItem, SplitInputs } from '../models/split-inputs.ts';
import { type ModelObject, type OutputRow, splitSeries } from '../purchases/split-series.ts';

const SESSIONS: readonly Session[] = ['MD', 'MID1', 'MID2', 'MID3'];

const day = fc.constantFrom('2026-11-22', '2026-07-15', '2026-03-29', '2026-10-25');
const price = fc.oneof(
  fc.integer({ min: -500_000, max: 4_000_000 }),
  fc.integer({ min: 40_000, max: 48_000 }),
  fc.constantFrom(50_000),
);

/** Of each later session, in EUR/MWh for every hour, or not known. */
const spreads = fc
  .tuple(...[1, 2, 3].map(() => fc.option(fc.integer({ min: -9_000, max: 9_000 }), { nil: null })))
  .map((means) => {
    const hours = (mean: number | null) => Array.from({ length: 25 }, () => mean);
    return Object.fromEntries(means.map((mean, i) => [SESSIONS[i + 1] as Session, hours(mean)]));
  });

/** Of the days of an item, for all hours alike. */
const spreadCurves = fc
  .array(
    fc.record({
      pair: fc.constantFrom(['MD', 'MID1'], ['MD', 'MID2'], ['MID1', 'MID2'], ['MID2', 'MID3']),
      top: fc.integer({ min: -9, max: 9 }),
      falls: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 4 },
  )
  .map((drawn) => (dates: readonly string[]): DaySpreadCurves[] => {
    return drawn.flatMap(({ pair: [earlier, later], top, falls }) => {
      const surprises = falls.map((_, i) => (i - 1) * 8);
      const curve = {
        surprises,
        spreads: falls.map((_, i) => top - falls.slice(0, i).reduce((a, b) => a + b, 0)),
      };
      const made = { generatedAt: new Date(0), learnedUntil: '2025-12-31' };
      return dates.map((date) => ({
        ...made,
        date,
        earlier: earlier as Session,
        later: later as Session,
        hours: Array.from({ length: 25 }, () => curve),
      }));
    });
  });

/** Items of one or two days, some left out, in any order, bought and sold. */
const items = fc
  .record({
    day,
    step: fc.constantFrom(15, 30, 60, 7),
    seed: fc.integer({ min: 0, max: 60 }),
    megawatts: fc.array(fc.oneof(fc.integer({ min: -5, max: 20 }), fc.constantFrom(0.001)), {
      minLength: 30,
      maxLength: 30,
    }),
  })
  .chain(({ day: date, step, seed, megawatts }) => {
    const start = Date.parse(`${date}T00:00Z`) - 2 * HOUR_MS;
    const first = start + seed * step * MINUTE_MS;
    const all = Array.from({ length: 30 }, (_, i) => first + (i + 1) * step * MINUTE_MS);
    return fc.shuffledSubarray(all, { minLength: 1, maxLength: 12 }).map((ends) => {
      // Among equal labels the earlier instant comes first, as submitted labels are read.
      const sorted = [...ends].sort((a, b) => a - b);
      const used = new Set<number>();
      return ends.map((given, i): SeriesItem => {
        const label = labelOf(given);
        const end = sorted.find((each) => labelOf(each) === label && !used.has(each)) as number;
        used.add(end);
        return { label, period: { end, minutes: step }, megawatts: megawatts[i] as number };
      });
    });
  });

/** Of all the time or of parts of it, or none. */
const predictions = fc.oneof(
  fc.array(
    fc.record({
      stepMinutes: fc.constantFrom(15, 60),
      from: fc.integer({ min: -4, max: 20 }),
      prices: fc.array(price, { minLength: 1, maxLength: 60 }),
    }),
    { maxLength: 3 },
  ),
  fc
    .array(price, { minLength: 40, maxLength: 40 })
    .map((prices) => [{ stepMinutes: 60, from: -4, prices }]),
);

/** Errors of up to 30 EUR/MWh for every day of a past half year, by session. */
const pastDays = SESSIONS.map((session, s) => {
  const days = Array.from({ length: 180 }, (_, k) => {
    const errors = Array.from({ length: 100 }, (__, clock) => {
      // What MID3 does not cover has no error.
      if (session === 'MID3' && (clock < 48 || clock >= 96)) return Number.NaN;
      return ((k * 7919 + clock * 104_729 + s * 1_299_709) % 60_013) - 30_006;
    });
    return [dateAfter('2026-02-28', -k), { errors, origins: [] }] as const;
  });
  return { session, days };
});

/** A stretch of that half year; often enough days that are shared with the others', or none. */
const stretch = fc.record({
  from: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  days: fc.constantFrom(0, 59, 60, 75, 120, 120, 120),
});

const percent = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((h) => h / 100);
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
  worst_decile_loss: fc.constantFrom(null, 0, 5, 100),
  risk_aversion: fc.constantFrom(0, 0.001, 0.02, 1, 1_000_000),
  confidence: fc.constantFrom(0, 0.5, 0.95, 0.99),
  tail_weight: percent(1),
  min_spread_eur_per_mwh: percent(5),
  max_resale_percent: percent(100),
});

const inputs: fc.Arbitrary<SplitInputs> = fc
  .record({
    items,
    hoursBefore: fc.integer({ min: -30, max: 40 }),
    series: fc.tuple(predictions, predictions, predictions, predictions),
    stretches: fc.tuple(stretch, stretch, stretch, stretch),
    parameters: fc.option(parameters, { nil: undefined }),
    spreads,
    spreadCurves,
  })
  .map((given) => {
    const first = Math.min(...given.items.map(({ period }) => period.end));
    const hour = Math.floor(first / HOUR_MS) * HOUR_MS;
    const curves = SESSIONS.map((session, s) => {
      const builder = new CurveBuilder(given.items.flatMap((item) => [...quartersOf(item.period)]));
      for (const { stepMinutes, from, prices } of given.series[s] ?? []) {
        const ends = prices.map((_, i) => hour + (from + i) * stepMinutes * MINUTE_MS);
        builder.addOlder({ stepMinutes, ends, prices });
      }
      return [session, builder.curve] as const;
    });
    const history = pastDays.map(({ session, days }, s): [Session, PastErrors] => {
      const { from = 0, days: count = 0 } = given.stretches[s] ?? {};
      return [session, new Map(days.slice(from, from + count))];
    });
    return {
      items: given.items,
      submittedAt: hour - given.hoursBefore * HOUR_MS,
      settings: MODELS.map((model) => ({
        idmodel: model.idmodel,
        enabled: true,
        parameters: { ...defaultsOf(model.parameters), ...given.parameters },
      })),
      curves: new Map(curves),
      history: byVintage(new Map(history)),
      spreads: given.spreads,
      spreadCurves: given.spreadCurves([
        ...new Set(given.items.map(({ period }) => dateAt(period.end - 1))),
      ]),
    };
  });

/** The sessions whose histories share 60 days, joined one after the other in market order. */
function sharing(given: SplitInputs): Session[] {
  const inUse = (session: Session) => {
    return given.items.some((item) => predicted(given, item).includes(session));
  };
  let shared: Set<string> | undefined;
  return SESSIONS.filter((session) => {
    if (!inUse(session)) return false;
    const dates = [...(given.history.get(session)?.get(session)?.keys() ?? [])];
    const both = new Set(dates.filter((date) => !shared || shared.has(date)));
    if (both.size < 60) return false;
    shared = both;
    return true;
  });
}

function predicted(given: SplitInputs, { period }: SeriesItem): Session[] {
  return new Gates(given.submittedAt).open(period).filter((session) => {
    return (
      priceMinutes(given.curves.get(session) ?? new Map<number, number>(), period) !== undefined
    );
  });
}

/** S of every item for a model, from the rules of the market, the prices and the histories. */
function sessionsOf(given: SplitInputs, idmodel: number): Session[][] {
  const { inputs: needs } = MODELS.find((each) => each.idmodel === idmodel) as StrategyModel;
  if (needs.length === 0) {
    return given.items.map(({ period }) => new Gates(given.submittedAt).open(period));
  }
  if (needs.includes('mean_spreads')) {
    return given.items.map(({ period }) => {
      const open = new Gates(given.submittedAt).open(period);
      const known = open.filter((each) => {
        return each === 'MD' || typeof given.spreads?.[each]?.[0] === 'number';
      });
      return known.length > 0 ? known : open.slice(0, 1);
    });
  }
  const priced = given.items.map((item) => predicted(given, item));
  if (!needs.includes('price_history')) return priced;
  const known = sharing(given);
  return priced.map((sessions) => sessions.filter((session) => known.includes(session)));
}

/** The rows of each item by session, found by the item's place among those in S. */
function rowsOf(given: SplitInputs, output: ModelObject): [Session, OutputRow][][] {
  const inS = sessionsOf(given, output.idmodel);
  const next = new Map<Session, number>();
  return inS.map((sessions) => {
    return sessions.flatMap((session) => {
      const place = next.get(session) ?? 0;
      next.set(session, place + 1);
      const found = output.value[session]?.[place];
      return found ? [[session, found] as [Session, OutputRow]] : [];
    });
  });
}

/** Checks something of every output; `seen` counts the outputs of each model. */
async function holds(check: (given: SplitInputs, output: ModelObject) => void) {
  const seen = new Map(MODELS.map(({ idmodel }) => [idmodel, 0]));
  await fc.assert(
    fc.asyncProperty(inputs, async (given) => {
      for (const output of (await splitSeries(given, solver)).outputs) {
        seen.set(output.idmodel, (seen.get(output.idmodel) ?? 0) + 1);
        check(given, output);
      }
    }),
    { numRuns: times(100) },
  );
  expect(Math.min(...seen.values())).toBeGreaterThan(20);
}

test('percentages are finite, not negative, of two decimals, never both in a row', async () => {
  await holds((_, output) => {
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

test('each datetime sums to 100, never sold before bought, nothing sold in MD', async () => {
  await holds((given, output) => {
    rowsOf(given, output).forEach((rows, i) => {
      let held = 0;
      for (const [session, found] of rows) {
        expect(found.datetime).toBe(given.items[i]?.label);
        expect(session === 'MD' && found.sale_percentage > 0).toBe(false);
        held += Math.round(found.purchase_percentage * 100);
        held -= Math.round(found.sale_percentage * 100);
        expect(held).toBeGreaterThanOrEqual(0);
      }
      expect(held).toBe(10_000);
    });
  });
});

test('a session has all datetimes for which it is in S, in order, and is left out with zeros only', async () => {
  await holds((given, output) => {
    const inS = sessionsOf(given, output.idmodel);
    for (const [session, rows] of Object.entries(output.value) as [Session, OutputRow[]][]) {
      const own = given.items.filter((_, i) => inS[i]?.includes(session));
      expect(rows.map(({ datetime }) => datetime)).toEqual(own.map(({ label }) => label));
      const amounts = rows.map((each) => each.purchase_percentage + each.sale_percentage);
      expect(amounts.some((amount) => amount !== 0)).toBe(true);
    }
  });
});

test('models 1 and 2 always work; a model without a session for a period is left out', async () => {
  await fc.assert(
    fc.asyncProperty(inputs, async (given) => {
      const gaps = MODELS.flatMap(({ idmodel, inputs: needs }) => {
        const left = `Model ${idmodel} left out:`;
        const none = (sessions: readonly Session[]) => sessions.length === 0;
        if (needs.length === 0) return [];
        const [first] = given.items
          .filter((item) => {
            const sessions = predicted(given, item);
            if (!needs.includes('mean_spreads')) return none(sessions);
            const open = new Gates(given.submittedAt).open(item.period);
            return open[0] === 'MD' && !sessions.includes('MD');
          })
          .sort((a, b) => a.period.end - b.period.end);
        if (first) return [{ idmodel, text: `${left} no price prediction for ${first.label}.` }];
        const text = `${left} fewer than 60 days of past predictions and realised prices.`;
        return sessionsOf(given, idmodel).some(none) ? [{ idmodel, text }] : [];
      });
      const { outputs, error } = await splitSeries(given, solver);
      expect(error).toBe(gaps.map(({ text }) => text).join(' '));
      const complete = MODELS.filter((model) => gaps.every((gap) => gap.idmodel !== model.idmodel));
      expect(outputs.map(({ idmodel }) => idmodel)).toEqual(complete.map((each) => each.idmodel));
    }),
    { numRuns: times(200) },
  );
});

test('the same inputs give the same output', async () => {
  await fc.assert(
    fc.asyncProperty(inputs, async (given) => {
      const first = JSON.stringify(await splitSeries(given, solver));
      expect(JSON.stringify(await splitSeries(structuredClone(given), solver))).toBe(first);
    }),
    { numRuns: times(50) },
  );
});

test('model 3 costs no more than 1, and 6 no more than 3, at equal fees, while MD is open, of any sign', async () => {
  const FEE = 250;
  let [compared, sales] = [0, 0];
  const costs = (given: SplitInputs, output: ModelObject | undefined) => {
    return rowsOf(given, output as ModelObject).map((rows, i) => {
      const { period, megawatts } = given.items[i] as SeriesItem;
      const direction = megawatts < 0 ? -1 : 1;
      return rows.reduce((sum, [session, found]) => {
        const { purchase_percentage: bought, sale_percentage: sold } = found;
        // Nothing happens in a session without a price; its rows are zeros.
        const price =
          priceMinutes(given.curves.get(session) ?? new Map<number, number>(), period) ?? 0;
        const each = direction * price;
        const fee = FEE * period.minutes;
        return (
          sum + Math.round(bought * 100) * (each + fee) - Math.round(sold * 100) * (each - fee)
        );
      }, 0);
    });
  };
  await fc.assert(
    fc.asyncProperty(inputs, async (random) => {
      const settings = random.settings.flatMap(({ idmodel }) => {
        const model = MODELS.find((each) => each.idmodel === idmodel) as StrategyModel;
        if (![1, 3, 6].includes(idmodel)) return [];
        return [{ idmodel, enabled: true, parameters: defaultsOf(model.parameters) }];
      });
      const given = { ...random, settings };
      const { outputs } = await splitSeries(given, solver);
      if (outputs.length < 3) return;
      const [first = [], third = [], sixth = []] = outputs.map((output) => costs(given, output));
      given.items.forEach((item, i) => {
        if (!predicted(given, item).includes('MD')) return;
        if (item.megawatts < 0) sales += 1;
        compared += 1;
        expect(third[i]).toBeLessThanOrEqual(first[i] as number);
        expect(sixth[i]).toBeLessThanOrEqual(third[i] as number);
      });
    }),
    { numRuns: times(300) },
  );
  expect(compared).toBeGreaterThan(20);
  expect(sales).toBeGreaterThan(10);
});
