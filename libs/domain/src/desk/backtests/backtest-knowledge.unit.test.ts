import { times } from '@solano/domain/contracts/thoroughness';
import { dateAfter } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import { dayAheadGate, only, ScriptedPrices, test2030 } from '@solano/domain/test/backtest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import type { Backtest } from './backtest.ts';

const SESSIONS: readonly Session[] = ['MD', 'MID1', 'MID2', 'MID3'];
const FIRST = '2026-05-20';
const SECOND = dateAfter(FIRST, 1);
const ALL = MODELS.map(({ idmodel }) => idmodel);

/** Prices that look random and are the same each time, from 20 to 80 EUR/MWh. */
const scattered = (seed: number) => (quarter: number) => {
  return 50 + 30 * Math.sin(seed * 12.9898 + quarter * 78.233);
};

/** Two days to test, after 65 of predicted and realised prices. */
function market(): ScriptedPrices {
  const prices = new ScriptedPrices();
  for (let back = 65; back >= -1; back -= 1) {
    const date = dateAfter(FIRST, -back);
    SESSIONS.forEach((session, s) => {
      prices.predict(session, date, scattered(back + s));
      prices.auction(session, date, scattered(back + s + 0.1));
    });
  }
  return prices;
}

const run = (prices: ScriptedPrices) => {
  return test2030(prices, only(...ALL), { from: FIRST, to: SECOND });
};
const knownRun = run(market());
const savings = ({ days }: Backtest) => days.map(({ models }) => models.map((each) => each.saving));

test('all models run, and each splits differently, but 7 as 8 where no curves were learned', async () => {
  const { models } = await knownRun;
  expect(models.map(({ idmodel, totals }) => [idmodel, totals?.days])).toEqual(
    ALL.map((id) => [id, 2]),
  );
  expect(new Set(models.map(({ totals }) => totals?.cost)).size).toBe(ALL.length - 1);
  expect(models.find(({ idmodel }) => idmodel === 7)?.totals?.byHour).toEqual(
    models.find(({ idmodel }) => idmodel === 8)?.totals?.byHour,
  );
});

test('a day has the same result alone and after another', async () => {
  const { days } = await knownRun;
  for (const day of days) {
    const range = { from: day.date, to: day.date };
    expect((await test2030(market(), only(...ALL), range)).days).toEqual([day]);
  }
});

test('predictions made at the gate or later change nothing', async () => {
  const prices = market();
  const known = await knownRun;
  for (const session of SESSIONS) {
    prices.predict(session, FIRST, scattered(5), dayAheadGate(FIRST));
    prices.predict(session, SECOND, scattered(6), dayAheadGate(SECOND));
    prices.predict(session, SECOND, scattered(7), dayAheadGate(SECOND) + 7_200_000);
  }
  expect(await run(prices)).toEqual(known);
  prices.predict('MD', SECOND, scattered(8), dayAheadGate(SECOND) - 1);
  expect((await run(prices)).days[1]).not.toEqual(known.days[1]);
});

test('realised prices of the day before and later change nothing', async () => {
  const prices = market();
  const known = await knownRun;
  for (const session of SESSIONS) {
    prices.auction(session, FIRST, scattered(3));
    prices.auction(session, dateAfter(SECOND, 1), scattered(4));
  }
  const changed = await run(prices);
  expect(changed.days[0]).not.toEqual(known.days[0]);
  // Only mean spreads use the day before: its prices are known by then.
  const withoutMeanSpread = ({ days }: typeof changed) => {
    const [, day] = days;
    const models = day?.models.filter(({ idmodel }) => idmodel < 7);
    return { ...day, models, benchmarks: day?.benchmarks.cap_first_auction };
  };
  expect(withoutMeanSpread(changed)).toEqual(withoutMeanSpread(known));
  const meanSpread = changed.days[1]?.benchmarks.mean_spread_56_days;
  expect(meanSpread).not.toEqual(known.days[1]?.benchmarks.mean_spread_56_days);
});

test("a day's own realised prices change what it is worth, not how it is split", async () => {
  const prices = market();
  const known = await knownRun;
  SESSIONS.forEach((session, s) => {
    // Alike in all sessions: whole splits, saved as before.
    prices.auction(session, SECOND, (quarter) => 10 + scattered(s - 0.9)(quarter));
  });
  const dearer = await run(prices);
  expect(savings(dearer)).toEqual(savings(known));
  const costs = (result: Backtest) => result.days[1]?.models.map(({ cost }) => cost) as number[];
  costs(dearer).forEach((cost, i) => {
    expect(cost - (costs(known)[i] as number)).toBeCloseTo(240, 1);
  });
});

test('perfect foresight never pays more than models 1 and 3', async () => {
  const price = fc.integer({ min: -500, max: 4000 });
  const day = fc.array(price, { minLength: 96, maxLength: 96 });
  const both = fc.record({ realised: day, predicted: day });
  await fc.assert(
    fc.asyncProperty(fc.array(both, { minLength: 1, maxLength: 4 }), async (sessions) => {
      const prices = new ScriptedPrices();
      sessions.forEach(({ realised, predicted }, s) => {
        const session = SESSIONS[s] as Session;
        prices.auction(session, FIRST, (quarter) => realised[quarter] as number);
        prices.predict(session, FIRST, (quarter) => predicted[quarter] as number);
      });
      const { models, foresight } = await test2030(prices, only(1, 3), { from: FIRST, to: FIRST });
      for (const { totals } of models) {
        expect(foresight.cost).toBeLessThanOrEqual(totals?.cost as number);
      }
    }),
    { numRuns: times(50) },
  );
});
