// Measures the strategy models over a month of quarter hours in which all four sessions are open,
// with past prices of 100 and of 200 days. Run: node tools/bench/strategies.ts

import { listStrategies, runModels, type SeriesItem, type SplitInputs } from '@solano/domain/desk';
import { byClock, dateAfter, labelOf, quartersOfDate, startOfDate } from '@solano/domain/kernel';
import { type PastErrors, type PriceCurve, SESSIONS, type Session } from '@solano/domain/market';
import { HighsLinearSolver } from '@solano/highs';

const FIRST_DAY = '2026-12-01';
const DAYS = 31;
const RUNS = 3;

const solver = new HighsLinearSolver();

const random = randomNumbers(20_261_201);
const items = monthOfQuarters();
const curves = new Map(SESSIONS.map(({ session }) => [session, predictedCurve()]));
const submittedAt = startOfDate(dateAfter(FIRST_DAY, -1));
const nothingSettled = { get: async () => undefined };
const { models: strategies } = await listStrategies(nothingSettled, {
  customerId: '',
  user: '',
  retailer: '',
});

console.log(`${items.length} items, milliseconds`);
console.log('| model | past days | first run | best run |');
console.log('|---|---|---|---|');
for (const days of [100, 200]) {
  const errors = new Map(SESSIONS.map(({ session }) => [session, pastErrors(session, days)]));
  const history = new Map(SESSIONS.map(({ session }) => [session, errors]));
  for (const strategy of strategies) {
    const settings = [{ ...strategy, enabled: true }];
    const times = await timesOf({ items, submittedAt, settings, curves, history });
    const [first, best] = [times[0] as number, Math.min(...times)].map(Math.round);
    console.log(`| ${strategy.name} | ${days} | ${first} | ${best} |`);
  }
}

async function timesOf(inputs: SplitInputs): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const { error } = await runModels(inputs, solver);
    times.push(performance.now() - start);
    if (error !== '') throw new Error(error);
  }
  return times;
}

function monthOfQuarters(): SeriesItem[] {
  const dates = Array.from({ length: DAYS }, (_, i) => dateAfter(FIRST_DAY, i));
  return dates.flatMap(quartersOfDate).map((end) => ({
    label: labelOf(end),
    period: { end, minutes: 15 },
    megawatts: 5 + 5 * random(),
  }));
}

function predictedCurve(): PriceCurve {
  return new Map(items.map(({ period }) => [period.end, 45_000 + Math.round(10_000 * random())]));
}

/** Errors that drift over the day, wider from session to session. */
function pastErrors(session: Session, days: number): PastErrors {
  const width = 2000 * (1 + SESSIONS.findIndex((each) => each.session === session));
  const dates = Array.from({ length: days }, (_, k) => dateAfter(FIRST_DAY, -2 - k));
  return new Map(
    dates.map((date) => {
      let error = 0;
      const errors = quartersOfDate(date).map((end) => {
        error = 0.9 * error + width * (random() - 0.5);
        return [end, Math.round(error)] as const;
      });
      return [date, { errors: byClock(new Map(errors)), origins: [] }];
    }),
  );
}

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
