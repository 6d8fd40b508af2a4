import type { PredictionInputs } from '@solano/domain';
import { dateAfter, predictFrom, quartersOfDate } from '@solano/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ThreadPredictor } from './thread-predictor.ts';

const LAST = '2026-11-22';
let predictor: ThreadPredictor;

beforeEach(() => {
  predictor = new ThreadPredictor();
});
afterEach(() => predictor.close());

/** So many days of the day-ahead market, newest first, and the two days after them. */
function inputsOf(days: number): PredictionInputs {
  const market = 'md_pdbc_spain';
  const published = { market, source: 'omie', version: 1, stepMinutes: 15 } as const;
  const realised = Array.from({ length: days }, (_, i) => {
    const date = dateAfter(LAST, -i);
    const ends = quartersOfDate(date);
    const prices = ends.map((__, j) => 900 * ((i * i * 7) % 41) + 50 * j);
    return { ...published, date, ends, prices };
  });
  return {
    realised: new Map([['MD', realised]]),
    dates: [dateAfter(LAST, 1), dateAfter(LAST, 2)],
    generatedAt: Date.parse('2026-11-22T08:00Z'),
  };
}

test('a prediction in a thread is the one that the domain makes, and blocks nobody', async () => {
  const inputs = inputsOf(260);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const made = await predictor.predict(inputs);
  clearInterval(timer);
  expect(made).toEqual(predictFrom(inputs));
  expect(made[0]?.bands?.[0]).not.toContain(null);
  expect(turns).toBeGreaterThan(20);
});

test('a prediction that cannot be made says so, and the next one works', async () => {
  await expect(predictor.predict(inputsOf(0))).rejects.toMatchObject({
    code: 'computation_failed',
    message: 'Prices could not be predicted.',
  });
  expect(await predictor.predict(inputsOf(1))).toHaveLength(4);
});

test('closing ends what is being computed, for good', async () => {
  const [outcome] = await Promise.all([
    predictor.predict(inputsOf(300)).catch((error: unknown) => error),
    predictor.close(),
  ]);
  expect(outcome).toMatchObject({ code: 'engine_unavailable' });
  await expect(predictor.predict(inputsOf(1))).rejects.toMatchObject({
    code: 'engine_unavailable',
  });
});
