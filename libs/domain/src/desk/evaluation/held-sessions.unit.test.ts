import { labelOf, quartersOfDate } from '@solano/domain/kernel';
import { randomNumbers } from '@solano/domain/kernel/statistics';
import { type CancelledSession, SESSIONS, type Session } from '@solano/domain/market';
import { describe, expect, test } from 'vitest';
import { readSeries } from '../purchases/series.ts';
import type { RealisedTask } from './evaluation.ts';
import { figuresOf, unheldOf } from './figures.ts';
import { realisedCosts } from './realise.ts';

const DAY = '2026-11-24';
const CAPS = { MD: 100, MID1: 40, MID2: 30, MID3: 30 };

type Prices = Partial<Record<Session, number>>;

interface Example {
  readonly label?: string;
  readonly megawatts?: number;
  /** Of MD 60 %, MID1 40 % if left out. */
  readonly value?: Partial<Record<Session, readonly [bought: number, sold: number]>>;
  readonly prices: Prices;
  readonly cancelled?: readonly Session[];
  readonly isLate?: boolean;
  readonly traded?: readonly Session[];
}

/** An hour of 10 MW at these prices in EUR/MWh, by model 1 and by another. */
function taskOf(example: Example): RealisedTask {
  const { label = `${DAY} 12:00`, megawatts = 10, prices, cancelled = [] } = example;
  const items = readSeries([{ datetime: label, purchase: megawatts }]);
  const end = items[0]?.period.end ?? 0;
  const quarters = [0, 1, 2, 3].map((i) => end - i * 900_000);
  const output = (idmodel: number, value: Example['value'] & object) => {
    const rows = Object.entries(value).map(([session, [bought, sold]]) => {
      const row = { datetime: label, purchase_percentage: bought, sale_percentage: sold };
      return [session, [row]] as const;
    });
    return JSON.stringify({ idmodel, value: Object.fromEntries(rows) });
  };
  const { value = { MD: [60, 0], MID1: [40, 0] } } = example;
  return {
    items,
    submittedAt: Date.parse('2026-11-23T09:00Z'),
    outputs: [output(1, { MD: [100, 0] }), output(3, value)],
    settings: null,
    curves: new Map(
      Object.entries(prices).map(([session, price]) => {
        return [session as Session, new Map(quarters.map((each) => [each, price * 1000]))];
      }),
    ),
    cancelled: cancelled.map((session) => ({ session, date: DAY })),
    traded: new Set(example.traded ?? ['MD', 'MID1', 'MID2', 'MID3']),
    isLate: example.isLate ?? false,
    rules: null,
  };
}

async function realisedOf(example: Example) {
  const { realised } = await realisedCosts(taskOf(example));
  const found = realised.find((each) => 'idmodel' in each && each.idmodel === 3);
  if (!found || 'rule' in found) return null;
  const none = { idmodel: 3, cost: null, saved: null, worstDecileCost: null, energy: {} };
  const { cost, saved } = figuresOf({ ...none, missing: [] }, found).realised ?? {};
  return { cost, saved, ...unheldOf(found) };
}

const whole = { moved: [], notBought: [], notBoughtMwh: 0 };

describe('a share in a session that was not held', () => {
  test.each<[string, Example, object | null]>([
    [
      'counts in the next one, at its price',
      { prices: { MD: 50, MID2: 45 }, cancelled: ['MID1'] },
      {
        // 6 MWh at 50.25 and 4 at 45.25; 502.50 day-ahead.
        cost: '482.50',
        saved: '20.00',
        ...whole,
        moved: [{ session: 'MID1', to: 'MID2', mwh: 4 }],
      },
    ],
    [
      'counts in the one after the next if that was not held either',
      {
        label: `${DAY} 13:00`,
        prices: { MD: 50, MID3: 30 },
        cancelled: ['MID1', 'MID2'],
      },
      {
        cost: '422.50',
        saved: '80.00',
        ...whole,
        moved: [{ session: 'MID1', to: 'MID3', mwh: 4 }],
      },
    ],
    [
      'is not bought and named where no session after it covers the period',
      {
        prices: { MD: 50 },
        cancelled: ['MID1', 'MID2'],
      },
      { cost: '301.50', saved: '201.00', moved: [], notBought: [`${DAY} 12:00`], notBoughtMwh: 4 },
    ],
    [
      'of an item below zero is sold in the next one',
      {
        megawatts: -10,
        prices: { MD: 50, MID2: 45 },
        cancelled: ['MID1'],
      },
      {
        // −6 × 50 − 4 × 45 and 10 × 0.25; −497.50 day-ahead.
        cost: '-477.50',
        saved: '-20.00',
        ...whole,
        moved: [{ session: 'MID1', to: 'MID2', mwh: -4 }],
      },
    ],
    [
      'that was to be resold is resold in the next one',
      {
        value: { MD: [110, 0], MID1: [0, 10] },
        prices: { MD: 50, MID2: 70 },
        cancelled: ['MID1'],
      },
      {
        // 11 MWh at 50.25 less 1 MWh at 69.75.
        cost: '483.00',
        saved: '19.50',
        ...whole,
        moved: [{ session: 'MID1', to: 'MID2', mwh: -1 }],
      },
    ],
    [
      'waits while the price of the next one is to come',
      { prices: { MD: 50 }, cancelled: ['MID1'] },
      null,
    ],
    [
      'counts in the next one once its prices are late',
      { prices: { MD: 50, MID2: 45 }, isLate: true },
      {
        cost: '482.50',
        saved: '20.00',
        ...whole,
        moved: [{ session: 'MID1', to: 'MID2', mwh: 4 }],
      },
    ],
    [
      'that does not cover the period is not bought in one before it',
      { value: { MD: [60, 0], MID3: [40, 0] }, prices: { MD: 50, MID1: 45 }, isLate: true },
      { cost: '301.50', saved: '201.00', moved: [], notBought: [`${DAY} 12:00`], notBoughtMwh: 4 },
    ],
    [
      'is not known where the session has no prices near the day',
      {
        prices: { MD: 50, MID2: 45 },
        isLate: true,
        traded: ['MD', 'MID2'],
      },
      null,
    ],
    [
      'is not known without the day-ahead price',
      { prices: { MID1: 40, MID2: 45 }, isLate: true },
      null,
    ],
  ])('a share in a session that was not held %s', async (_, example, expected) => {
    expect(await realisedOf(example)).toEqual(expected);
  });

  test('a cancelled session concerns the constant rules and model 1 alike', async () => {
    const rules = { caps: CAPS, spreads: {}, cancelled: [] };
    const task = taskOf({ prices: { MD: 50, MID2: 45 }, cancelled: ['MID1'] });
    const { realised, isComplete } = await realisedCosts({ ...task, rules });
    expect(isComplete).toBe(true);
    expect(realised.slice(2)).toMatchObject([
      { rule: 'cap_first_auction', cost: '965/2', saved: '20/1', moved: [{ to: 'MID2' }] },
      { rule: 'mean_spread_56_days', cost: '1005/2', saved: '0/1' },
    ]);
    const late = {
      ...task,
      submittedAt: Date.parse('2026-11-23T12:00Z'),
      outputs: task.outputs.slice(1),
    };
    // Model 1 would have bought in MID1 at 13:00, and so in MID2: 452.50.
    expect((await realisedCosts(late)).realised).toMatchObject([{ cost: '965/2', saved: '-30/1' }]);
  });

  test.each(['2026-03-29', '2026-10-25', DAY])(
    'realised costs agree with an independent computation to the cent on %s, whatever is cancelled',
    async (date) => {
      const next = randomNumbers(Number(date.slice(-2)));
      const random = (below: number) => Math.floor(next() * below);
      for (let i = 0; i < 25; i += 1) {
        const ends = quartersOfDate(date).filter(() => random(4) > 0);
        const items = readSeries(
          ends.map((end) => ({
            datetime: labelOf(end),
            purchase: (random(20_000) - 8_000) / 1000,
          })),
        );
        const out = SESSIONS.slice(1).filter(() => random(3) === 0);
        const cancelled = out.map(({ session }): CancelledSession => ({ session, date }));
        const held = SESSIONS.map(({ session }) => session).filter((session) => {
          return !cancelled.some((each) => each.session === session);
        });
        const covers = (session: Session, label: string) => {
          return session !== 'MID3' || label.slice(-5) > '12:00' || label.endsWith(' 00:00');
        };
        const curves = new Map(
          held.map((session) => {
            const own = items.filter(({ label }) => covers(session, label));
            return [
              session,
              new Map(own.map(({ period }) => [period.end, random(90_000) - 9_000])),
            ];
          }),
        );
        let sum = 0n;
        const value: Record<string, object[]> = {};
        items.forEach(({ label, period, megawatts }) => {
          for (const [s, { session }] of SESSIONS.entries()) {
            if (!covers(session, label)) continue;
            const [bought, sold] = random(2) === 0 ? [random(10_001), 0] : [0, random(10_001)];
            value[session] ??= [];
            value[session].push({
              datetime: label,
              purchase_percentage: bought / 100,
              sale_percentage: sold / 100,
            });
            const place = SESSIONS.slice(s).find((each) => {
              return held.includes(each.session) && covers(each.session, label);
            });
            if (!place) continue;
            const price = curves.get(place.session)?.get(period.end) ?? 0;
            const watts = BigInt(Math.round(megawatts * 1000));
            const size = watts < 0n ? -watts : watts;
            sum += watts * BigInt((bought - sold) * price) + size * BigInt((bought + sold) * 250);
          }
        });
        const base = taskOf({ prices: {} });
        const outputs = [JSON.stringify({ idmodel: 9, value })];
        const { realised } = await realisedCosts({ ...base, items, curves, cancelled, outputs });
        // kW × 0.01 % × thousandths of EUR/MWh, for a quarter of an hour.
        expect(unsaved(realised[0]?.cost)).toBe(cents(sum, 1000n * 10_000n * 1000n * 4n));
      }
    },
  );
});

function unsaved(cost = ''): string {
  const [num = '', den = ''] = cost.split('/');
  return cents(BigInt(num), BigInt(den));
}

/** EUR to the cent, half up away from zero. */
function cents(num: bigint, den: bigint): string {
  const size = num < 0n ? -num : num;
  return `${num < 0n ? '-' : ''}${(200n * size + den) / (2n * den)}`;
}
