import { clockQuarter, dateAfter, datesBetween } from '@solano/domain/kernel';
import { predicting } from '@solano/domain/test/predicting';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import {
  MARKETS,
  type Market,
  rulesOfSession,
  SESSIONS,
  type Session,
} from '../markets/sessions.ts';
import { predictPrices } from '../predictor/predict-prices.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import type { PredictionOrigin } from '../prices/prices.ts';
import { type Bands, QUANTILES } from '../prices/quantiles.ts';
import { evaluatePredictions } from './evaluate-predictions.ts';

const MD: Market = 'md_pdbc_spain';
const MID1: Market = 'mid_pibc01_spain';
const DAY = '2026-11-18';

interface Put {
  readonly session?: Session;
  readonly price: number;
  readonly at: string;
  readonly date?: string;
  readonly days?: number;
  readonly origin?: PredictionOrigin;
  readonly bands?: (quantile: number) => number;
  readonly wanted?: (clock: number) => boolean;
}

/** Stores a prediction of one price (thousandths) for the quarter hours of some days. */
async function put(
  prices: TestPrices,
  { session = 'MD', price, at, date = DAY, days = 1, origin = 'imported', ...rest }: Put,
): Promise<void> {
  const rules = rulesOfSession(session);
  const ends = datesBetween(date, dateAfter(date, days - 1))
    .flatMap((each) => coveredQuarters(rules, each))
    .filter((end) => rest.wanted?.(clockQuarter(end)) ?? true);
  const bands: Bands | null = rest.bands
    ? QUANTILES.map((quantile) => ends.map(() => rest.bands?.(quantile) ?? null))
    : null;
  await prices.putPredictions([
    {
      market: rules.market,
      generatedAt: new Date(at),
      origin,
      inputsUntil: null,
      stepMinutes: 15,
      ends,
      prices: ends.map(() => price),
      bands,
    },
  ]);
}

/** Three weeks of 50 EUR/MWh around {@link DAY}, 60 on that day. */
function aStore(): TestPrices {
  const prices = new TestPrices();
  for (const date of datesBetween('2026-11-04', '2026-11-22')) {
    for (const { session } of SESSIONS)
      prices.realise(session, date, date === DAY ? 60_000 : 50_000);
  }
  return prices;
}

const evaluateDay = (prices: TestPrices, query = {}) => {
  return evaluatePredictions(prices, { market: MD, from: DAY, to: DAY, ...query });
};

/** Notes for how many windows predictions are read at once. */
class CountedPrices extends TestPrices {
  readonly reads: number[] = [];

  override async lastBanded(...args: Parameters<TestPrices['lastBanded']>) {
    this.reads.push(args[1].length);
    return super.lastBanded(...args);
  }
}

test('the evaluation of 90 days reads their predictions at once for 45 of them, and pauses before each score', async () => {
  const prices = new CountedPrices();
  const days = datesBetween('2026-08-01', dateAfter('2026-08-01', 89));
  for (const date of days) {
    prices.realise('MD', date, 50_000);
    await put(prices, { price: 52_000, at: `${dateAfter(date, -1)}T08:00Z`, date });
  }
  let pauses = 0;
  const seen: string[] = [];
  const evaluation = await evaluatePredictions(
    prices,
    { market: MD, from: '2026-08-01', to: dateAfter('2026-08-01', 89) },
    {
      onDay: (date) => seen.push(date),
      pause: async () => {
        pauses += 1;
      },
    },
  );
  expect(evaluation.days).toEqual(days);
  expect(seen).toEqual(days);
  // Of each day the last prediction, and that of eight leads.
  expect(prices.reads).toEqual([45, 8 * 45, 45, 8 * 45]);
  expect(pauses).toBeGreaterThanOrEqual(2 * days.length);
});

describe('the prediction that a period is scored with', () => {
  test('the prediction scored with is the newest one before its gate', async () => {
    const prices = aStore();
    await put(prices, { price: 99_000, at: '2026-11-16T08:00Z' });
    await put(prices, { price: 57_000, at: '2026-11-17T10:59:59.999Z' });
    await put(prices, { price: 60_000, at: '2026-11-17T11:00Z' });
    const { days, mae, rmse, bias, origins } = await evaluateDay(prices);
    expect({ days, mae, rmse, bias }).toEqual({ days: [DAY], mae: 3, rmse: 3, bias: -3 });
    expect([...origins]).toEqual([['imported', 1]]);
  });

  test('an older prediction is scored with where the newest leaves a gap', async () => {
    const prices = aStore();
    await put(prices, { price: 52_000, at: '2026-11-16T08:00Z', origin: 'hindcast' });
    await put(prices, { price: 60_000, at: '2026-11-17T08:00Z', wanted: (clock) => clock >= 24 });
    const { mae, byHour, origins } = await evaluateDay(prices);
    expect(mae).toBe(2);
    expect(byHour).toEqual(Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 8 : 0)));
    expect(origins).toEqual(
      new Map([
        ['hindcast', 1],
        ['imported', 1],
      ]),
    );
  });

  test('the prediction of the requested origin is scored with', async () => {
    const prices = aStore();
    for (const [i, origin] of (['live', 'hindcast', 'imported', 'backdated'] as const).entries()) {
      await put(prices, { price: 61_000 + 1_000 * i, at: `2026-11-17T0${i}:00Z`, origin });
    }
    const maeOf = async (origin: PredictionOrigin) => (await evaluateDay(prices, { origin })).mae;
    expect(await maeOf('live')).toBe(1);
    expect(await maeOf('hindcast')).toBe(2);
    expect(await maeOf('imported')).toBe(3);
    expect(await maeOf('backdated')).toBe(4);
  });

  test('the prediction of each lead is scored beside the newest', async () => {
    const prices = aStore();
    for (let lead = 1; lead <= 7; lead += 1) {
      const date = dateAfter(DAY, -lead);
      await put(prices, { price: 60_000 + lead * 1_000, at: `${date}T08:00Z`, date, days: 9 });
    }
    const { leads, mae } = await evaluateDay(prices);
    expect(mae).toBe(1);
    expect(leads).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((lead) => ({ leadDays: lead, days: 1, mae: lead })),
    );
  });

  test('a prediction of the day itself is scored with where the gate is on that day', async () => {
    const prices = aStore();
    await put(prices, { session: 'MID3', price: 55_000, at: `${DAY}T08:59Z` });
    const { mae, leads, byHour } = await evaluateDay(prices, { market: 'mid_pibc03_spain' });
    expect(mae).toBe(5);
    expect(leads).toEqual([{ leadDays: 0, days: 1, mae: 5 }]);
    expect(byHour.slice(11, 13)).toEqual([null, 5]);
  });
});

describe('a period', () => {
  test('a period is compared as a mean of the hour if it is an hour', async () => {
    const prices = aStore();
    const ends = coveredQuarters(rulesOfSession('MD'), DAY).filter((_, i) => i % 4 === 3);
    const hourly = { market: MD, date: DAY, source: 'omie', version: 2, stepMinutes: 60 } as const;
    prices.putDay({ ...hourly, ends, prices: ends.map(() => 60_000) });
    await put(prices, { price: 50_000, at: '2026-11-17T07:00Z' });
    const half = (clock: number) => clock % 2 === 0;
    await put(prices, { price: 70_000, at: '2026-11-17T08:00Z', wanted: half });
    expect((await evaluateDay(prices)).mae).toBe(0);
  });

  test('a period counts to the same hour in both passes of autumn’s repeated hour', async () => {
    const prices = new TestPrices();
    for (const date of ['2026-10-24', '2026-10-25']) prices.realise('MD', date, 50_000);
    await put(prices, { price: 51_000, at: '2026-10-24T07:00Z', date: '2026-10-25' });
    const query = { market: MD, from: '2026-10-25', to: '2026-10-25' };
    const { byHour, scores } = await evaluatePredictions(prices, query);
    expect(byHour).toEqual(Array(24).fill(1));
    expect(scores[0]?.hours[2]?.count).toBe(8);
  });

  test('a period without a prediction does not count', async () => {
    const prices = aStore();
    await put(prices, { price: 50_000, at: '2026-11-17T07:00Z', wanted: (clock) => clock < 4 });
    const { mae, byHour } = await evaluateDay(prices);
    expect([mae, byHour[0], byHour[1]]).toEqual([10, 10, null]);
  });
});

describe('the rules that a prediction is compared with', () => {
  test('the benchmarks repeat the last whole day known at generation, and the week before', async () => {
    const rulesAt = async (at: string) => {
      const prices = aStore();
      prices.realise('MD', '2026-11-17', 53_000).realise('MD', '2026-11-16', 56_000);
      prices.realise('MD', '2026-11-11', 52_000);
      await put(prices, { price: 62_000, at });
      const { persistence, weekly, naive } = (await evaluateDay(prices)).rmae;
      return [persistence, weekly, naive];
    };
    // Wednesday: the standard naive is persistence. The 17th is published on the 16th at 13:00.
    expect(await rulesAt('2026-11-17T08:00Z')).toEqual([2 / 7, 2 / 8, 2 / 7]);
    expect(await rulesAt('2026-11-16T08:00Z')).toEqual([2 / 4, 2 / 8, 2 / 4]);
    // Nothing of the week before was known nine days ahead.
    expect(await rulesAt('2026-11-09T08:00Z')).toEqual([2 / 10, null, 2 / 10]);
  });

  test('the benchmarks repeat the week before on a Monday, Saturday, Sunday and holiday', async () => {
    for (const date of ['2026-11-23', '2026-11-21', '2026-11-22', '2026-12-08']) {
      const prices = new TestPrices().realise('MD', date, 60_000);
      prices.realise('MD', dateAfter(date, -1), 50_000).realise('MD', dateAfter(date, -7), 40_000);
      await put(prices, { price: 61_000, at: `${dateAfter(date, -1)}T08:00Z`, date });
      const { rmae } = await evaluatePredictions(prices, { market: MD, from: date, to: date });
      expect(rmae).toEqual({ persistence: 1 / 10, weekly: 1 / 20, naive: 1 / 20 });
    }
  });
});

describe('bands', () => {
  test('bands are scored where a prediction has them', async () => {
    const prices = aStore();
    await put(prices, { price: 50_000, at: '2026-11-17T08:00Z', bands: (q) => 1_000 * q });
    const { coverage, width, calibration, pinball } = await evaluateDay(prices);
    expect(coverage).toEqual({ '50': 1, '80': 1, '90': 1 });
    expect(width).toEqual({ '50': 50, '80': 80, '90': 90 });
    expect(calibration).toEqual([0, 0, 0, 0, 1, 1, 1]);
    const losses = [0.05 * 55, 0.1 * 50, 0.25 * 35, 0.5 * 10, 0.25 * 15, 0.1 * 30, 0.05 * 35];
    expect(pinball).toBeCloseTo(losses.reduce((sum, loss) => sum + loss) / 7, 9);
  });

  test('bands are null where it has none', async () => {
    const prices = aStore();
    await put(prices, { price: 50_000, at: '2026-11-17T08:00Z' });
    const { coverage, pinball } = await evaluateDay(prices);
    expect({ coverage, pinball }).toEqual({
      coverage: { '50': null, '80': null, '90': null },
      pinball: null,
    });
  });
});

describe('the spread', () => {
  test('the spread is scored with the predictions of both markets before the day-ahead gate', async () => {
    const prices = aStore().realise('MID1', DAY, 58_000);
    await put(prices, { price: 70_000, at: '2026-11-17T08:00Z' });
    await put(prices, { session: 'MID1', price: 71_000, at: '2026-11-17T08:00Z' });
    // Before the gate of the auction, but after that of the day-ahead market.
    await put(prices, { session: 'MID1', price: 68_000, at: '2026-11-17T13:00Z' });
    const { mae, bias, rmae } = await evaluateDay(prices, { market: MID1, spread: true });
    expect([mae, bias]).toEqual([3, 3]);
    expect(rmae.persistence).toBe(3 / 2);
    expect((await evaluateDay(prices, { market: MID1 })).mae).toBe(10);
  });

  test('the spread is rejected for the day-ahead market', async () => {
    await expect(evaluateDay(aStore(), { spread: true })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('days', () => {
  test('days that cannot be scored are named with the reason', async () => {
    const prices = aStore();
    await put(prices, { price: 50_000, at: '2026-11-17T08:00Z' });
    const query = { market: MD, from: '2026-11-17', to: '2026-11-23' };
    const { days, daysLeftOut } = await evaluatePredictions(prices, query);
    expect(days).toEqual([DAY]);
    expect(daysLeftOut.toSorted((a, b) => a.date.localeCompare(b.date))).toEqual([
      ...['17', '19', '20', '21', '22'].map((day) => {
        return { date: `2026-11-${day}`, reason: 'not predicted' };
      }),
      { date: '2026-11-23', reason: 'not realised' },
    ]);
  });

  test.each([
    ['2026-11-31', DAY, '"2026-11-31" is no day, such as 2026-11-22.'],
    [DAY, 'x', '"x" is no day, such as 2026-11-22.'],
    [DAY, '2026-11-17', 'The last day, 2026-11-17, is before the first, 2026-11-18.'],
  ])('days from %s to %s are rejected', async (from, to, message) => {
    await expect(evaluateDay(aStore(), { from, to })).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
  });
});

describe('walking forward', () => {
  const FIRST = '2026-01-01';
  const KNOWN = 262;
  const last = dateAfter(FIRST, KNOWN - 1);

  /** Days that all differ; from the day after the last one on every price is `future`. */
  function pricesWith(future: number): TestPrices {
    const prices = new TestPrices();
    for (let i = 0; i < KNOWN + 9; i += 1) {
      const date = dateAfter(FIRST, i);
      const level = 40_000 + 900 * ((i * i * 7) % 41);
      for (const { session } of SESSIONS) {
        if (session !== 'MD' && i < KNOWN - 40) continue;
        prices.realise(session, date, (clock) => (i < KNOWN ? level + 50 * clock : future));
      }
    }
    return prices;
  }

  async function hindcastAndEvaluated(prices: TestPrices) {
    const since = dateAfter(last, -2);
    const { stored } = await predictPrices(predicting(prices, `${dateAfter(last, 9)}T09:00Z`), {
      days: 3,
      since,
      until: last,
    });
    expect(stored).toHaveLength(3 * MARKETS.length);
    const evaluations = [];
    for (const market of MARKETS) {
      const { leads, ...rest } = await evaluatePredictions(prices, {
        market,
        from: since,
        to: last,
      });
      expect(rest.days).toHaveLength(3);
      expect(leads.length).toBeGreaterThan(0);
      evaluations.push({ ...rest, leads });
    }
    return { predictions: prices.put, evaluations };
  }

  test('walking forward never uses a later price that the test adds', async () => {
    const real = await hindcastAndEvaluated(pricesWith(50_000));
    const planted = await hindcastAndEvaluated(pricesWith(987_654_000));
    expect(planted).toEqual(real);
    // The same price, planted into the day before the first hindcast, is seen.
    const prices = pricesWith(50_000).realise('MD', dateAfter(last, -3), 987_654_000);
    expect(await hindcastAndEvaluated(prices)).not.toEqual(real);
  });
});
