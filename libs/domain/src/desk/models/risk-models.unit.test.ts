import { times } from '@solano/domain/contracts/thoroughness';
import { QUARTER_MS } from '@solano/domain/kernel';
import { deliveryDay, SESSIONS } from '@solano/domain/market';
import { solver } from '@solano/domain/test/solver';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheapestCapped } from './cheapest-capped.ts';
import { cvarDay } from './cvar-day.ts';
import { dayAhead } from './day-ahead.ts';
import { meanVariance } from './mean-variance.ts';
import type { Allocation, Slot } from './model.ts';
import { isValid } from './run-model.ts';

const MIDNIGHT = Date.parse('2026-11-21T23:00Z');
const names = SESSIONS.map(({ session }) => session);

/** Shares as fractions, one for each session of a slot. */
type Fractions = readonly number[];

const four = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each, each, each);
const euros = fc.oneof(
  fc.integer({ min: -500_000, max: 4_000_000 }).map((milli) => milli / 1000),
  fc.integer({ min: 40, max: 44 }),
);
const error = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.integer({ min: -90_000, max: 90_000 }).map((milli) => milli / 1000),
  },
  { weight: 9, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(1e6, -1e-6) },
);
const megawatts = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: -20, max: 50, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 1e6, -1e-6) },
);
const percent = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((share) => share / 100),
  fc.constantFrom(0, 30, 40, 100),
);

/** Up to six slots of the last quarters of one day and the first of the next. */
const slotsOf = (days: number) => {
  const errors = fc.oneof(
    { weight: 4, arbitrary: fc.array(error, { minLength: days, maxLength: days }) },
    fc.constant(Array.from({ length: days }, () => 7.1)),
  );
  const slot = fc
    .record({
      sessions: fc.subarray(names, { minLength: 1 }),
      prices: four(euros),
      errors: four(errors),
      megawatts,
    })
    .map((given) => ({
      sessions: given.sessions,
      weighed: given.sessions.map((_, i) => Math.round((given.prices[i] as number) * 1000) * 15),
      errors: given.sessions.map((_, i) => Float64Array.from(given.errors[i] as number[])),
      megawattHours: given.megawatts / 4,
    }));
  return fc.array(slot, { minLength: 1, maxLength: 6 }).map((slots): Slot[] => {
    const from = MIDNIGHT - 2 * QUARTER_MS;
    return slots.map((each, i) => {
      return { ...each, label: '', period: { end: from + i * QUARTER_MS, minutes: 15 } };
    });
  });
};

const inputs = fc.integer({ min: 2, max: 7 }).chain((days) =>
  fc.record({
    slots: slotsOf(days),
    settings: fc.record({
      fee_eur_per_mwh: fc.constant(0.25),
      caps_percent: fc.oneof(
        fc.record({ MD: percent, MID1: percent, MID2: percent, MID3: percent }),
        fc.constant({ MD: 100, MID1: 40, MID2: 30, MID3: 30 }),
      ),
      worst_decile_loss: fc.constant(null),
      risk_aversion: fc.constantFrom(0, 0.02, 0.5, 1_000_000),
      confidence: fc.constantFrom(0, 0.5, 0.6667, 0.9, 0.99),
      tail_weight: fc.constantFrom(0, 0.3, 0.5, 1),
    }),
    seed: fc.integer({ min: 0, max: 99 }),
  }),
);
type Inputs = typeof inputs extends fc.Arbitrary<infer T> ? T : never;
type Settings = Inputs['settings'];

/** The predicted and the past prices over the reference's, MD where it is in S. */
function spreads(slot: Slot) {
  const mean = slot.weighed.map((weighed) => weighed / slot.period.minutes / 1000);
  const [reference = new Float64Array()] = slot.errors;
  return slot.sessions.map((_, i) => ({
    predicted: (mean[i] as number) - (mean[0] as number),
    errors: [...reference].map((own, k) => (slot.errors[i]?.[k] as number) - own),
  }));
}

/**
 * ±x̄·n + (λ/2)·the sample variance of the errors of n: model 4's objective, for one slot; −x̄ for an
 * item below zero.
 */
function meanAndVariance(
  [slot]: readonly Slot[],
  [split]: readonly Fractions[],
  { risk_aversion }: Settings,
) {
  const each = spreads(slot as Slot);
  const direction = (slot as Slot).megawattHours < 0 ? -1 : 1;
  const sumOf = (value: (i: number) => number) => {
    return each.reduce((sum, _, i) => sum + value(i) * (split?.[i] as number), 0);
  };
  const off = [...(slot?.errors[0] ?? [])].map((_, k) =>
    sumOf((i) => each[i]?.errors[k] as number),
  );
  const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
  const squares = off.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (
    direction * sumOf((i) => each[i]?.predicted as number) +
    (risk_aversion / 2) * (squares / (off.length - 1))
  );
}

/** (1−β)·E[c] + β·min over t of t + E[(c−t)⁺] / (1−α): model 5's objective, for the slots of a day. */
function meanAndTail(slots: readonly Slot[], splits: readonly Fractions[], settings: Settings) {
  const days = slots[0]?.errors[0]?.length as number;
  const costs = Array.from({ length: days }, (_, k) => {
    return slots.reduce((sum, slot, s) => {
      const cost = spreads(slot).reduce((total, { predicted, errors }, i) => {
        return total + (predicted + (errors[k] as number)) * (splits[s]?.[i] as number);
      }, 0);
      return sum + slot.megawattHours * cost;
    }, 0);
  });
  const average = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / days;
  const { confidence, tail_weight } = settings;
  const tails = costs.map((t) => {
    return t + average(costs.map((cost) => Math.max(0, cost - t))) / (1 - confidence);
  });
  return (1 - tail_weight) * average(costs) + tail_weight * Math.min(...tails);
}

/** The caps as fractions, the first one lifted where they do not reach a whole. */
function capsOf({ sessions }: Slot, { caps_percent }: Settings): Fractions {
  const caps = sessions.map((session) => Math.round(caps_percent[session] * 100) / 10_000);
  const reach = caps.reduce((sum, cap) => sum + Math.round(cap * 10_000), 0) >= 10_000;
  return reach ? caps : caps.map((cap, i) => (i === 0 ? 1 : cap));
}

function byDay(slots: readonly Slot[]): Slot[][] {
  return [...Map.groupBy(slots, ({ period }) => deliveryDay(period).day).values()];
}

const models = [
  {
    model: meanVariance,
    objective: meanAndVariance,
    groups: (slots: readonly Slot[]) => slots.map((slot) => [slot]),
  },
  { model: cvarDay, objective: meanAndTail, groups: byDay },
];

describe.each(models)('$model.name', ({ model, objective, groups }) => {
  const allocate = async ({ slots, settings }: Inputs) => {
    const allocations: readonly Allocation[] = await model.allocate(slots, settings, solver);
    return new Map(slots.map((slot, i) => [slot, allocations[i] as Allocation]));
  };
  const fractions = (allocation: Allocation) => allocation.map(({ bought }) => bought / 10_000);

  /** How much the rounding of shares to hundredths of a percent may cost, and that of floats. */
  function tolerance(group: readonly Slot[], settings: Settings): number {
    const size = group.map((slot) => {
      const reach = spreads(slot).map(({ predicted, errors }) => {
        const worst = Math.max(...errors.map(Math.abs));
        if (model === cvarDay) return slot.megawattHours * (Math.abs(predicted) + worst);
        return Math.abs(predicted) + 4 * settings.risk_aversion * worst ** 2;
      });
      return reach.reduce((sum, each) => sum + Math.abs(each), 0);
    });
    return 1.001e-4 * size.reduce((sum, each) => sum + each, 0) + 1e-9;
  }

  test('every split is valid, sells nothing and keeps the caps', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        for (const [slot, allocation] of await allocate(given)) {
          expect(isValid(slot, allocation)).toBe(true);
          const caps = capsOf(slot, given.settings);
          allocation.forEach(({ bought, sold }, i) => {
            expect(sold).toBe(0);
            expect(bought / 10_000).toBeLessThanOrEqual(caps[i] as number);
          });
        }
      }),
      { numRuns: times(100) },
    );
  });

  test('every split costs no more, by its own objective, than models 1 and 3', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        const own = await allocate(given);
        for (const group of groups(given.slots)) {
          const cost = (allocations: readonly Allocation[]) => {
            return objective(group, allocations.map(fractions), given.settings);
          };
          const min = cost(group.map((slot) => own.get(slot) as Allocation));
          const rivals = [cheapestCapped.allocate(group, given.settings)];
          const isOpen = group.every((slot) => capsOf(slot, given.settings)[0] === 1);
          if (isOpen) rivals.push(dayAhead.allocate(group));
          for (const rival of rivals) {
            const other = cost(rival);
            // Only the sums of floats may differ.
            const noise = 1e-6 * tolerance(group, given.settings);
            expect(min).toBeLessThanOrEqual(other + noise);
          }
        }
      }),
      { numRuns: times(100) },
    );
  });

  test('no other split costs less by more than rounding does', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        const own = await allocate(given);
        const random = randomNumbers(given.seed);
        for (const group of groups(given.slots)) {
          const splits = group.map((slot) => fractions(own.get(slot) as Allocation));
          const max = objective(group, splits, given.settings) - tolerance(group, given.settings);
          for (let trial = 0; trial < 40; trial += 1) {
            const step = 0.5 ** (trial % 8);
            const other = group.map((slot, s) => {
              const target = randomSplit(capsOf(slot, given.settings), random);
              return target.map((n, i) => {
                const from = splits[s]?.[i] as number;
                return from + step * (n - from);
              });
            });
            expect(objective(group, other, given.settings)).toBeGreaterThanOrEqual(max);
          }
        }
      }),
      { numRuns: times(80) },
    );
  });

  test('the split is the same for the same inputs', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        const first = await allocate(given);
        expect([...(await allocate(given)).values()]).toEqual([...first.values()]);
      }),
      { numRuns: times(40) },
    );
  });
});

/** A corner of what the caps allow: sessions in random order, each filled as far as it goes. */
function randomSplit(caps: Fractions, random: () => number): Fractions {
  const order = caps.map((_, i) => ({ i, at: random() })).sort((a, b) => a.at - b.at);
  const split = caps.map(() => 0);
  let left = 1;
  for (const { i } of order) {
    split[i] = Math.min(left, caps[i] as number);
    left -= split[i];
  }
  return split;
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
