import { dateAfter, datesBetween, quartersOfDate } from '@solano/domain/kernel';
import { predicting } from '@solano/domain/test/predicting';
import { TestPrices } from '@solano/domain/test/prices';
import { MemoryDatabase, MemorySpreadCurveStore } from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_AHEAD, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { HourSpreads, spreadAt } from '../prices/hour-spreads.ts';
import { LAST_DATE, readHistory } from '../prices/realised-days.ts';
import type { DaySpreadCurves } from '../spread-curves/spread-curve.ts';
import { readSpreadDays } from '../spread-curves/spread-days.ts';
import { makeCurves, makePastCurves } from './make-curves.ts';
import { predictPrices } from './predict-prices.ts';
import { hindcastTime } from './predictor.ts';

const [EARLIER, LATER] = [DAY_AHEAD, SESSIONS[1] as SessionRules];
const EVER = new Date('9999-01-01T00:00:00Z');

let prices: TestPrices;
let spreadCurves: MemorySpreadCurveStore;

beforeEach(() => {
  prices = new TestPrices();
  spreadCurves = new MemorySpreadCurveStore(new MemoryDatabase());
});

function realise(first: string, last: string): void {
  for (const [i, date] of datesBetween(first, last).entries()) {
    prices.realise('MD', date, (clock) => 50_000 + i * 100 + clock * 10);
    prices.realise('MID1', date, (clock) => 50_000 + i * 300 + clock * 13);
  }
}

/** A prediction of a day's day-ahead prices, all the same. */
async function predict(date: string, generatedAt: number, price = 50_000): Promise<void> {
  const ends = quartersOfDate(date);
  const made = { generatedAt: new Date(generatedAt), origin: 'live', inputsUntil: null } as const;
  const series = { stepMinutes: 15, ends, prices: ends.map(() => price) };
  await prices.putPredictions([{ market: EARLIER.market, ...made, ...series }]);
}

async function makePast(first: string, last = first): Promise<void> {
  const history = await readHistory(prices, first, LAST_DATE);
  await makePastCurves({ prices, spreadCurves }, history, { first, last });
}

async function newest(date: string, before = EVER): Promise<DaySpreadCurves | undefined> {
  return (await spreadCurves.newest({ from: date, to: date }, before))[0];
}

describe('curves of past days', () => {
  test('curves of past days are those of 09:00 the day before, by the mean spread of 56 days at first', async () => {
    realise('2026-06-01', '2026-06-20');
    for (const date of ['2026-06-14', '2026-06-15']) await predict(date, hindcastTime(date));
    await makePast('2026-06-14', '2026-06-15');
    for (const date of ['2026-06-14', '2026-06-15']) {
      const curves = await newest(date);
      expect(curves).toMatchObject({
        generatedAt: new Date(hindcastTime(date)),
        learnedUntil: dateAfter(date, -1),
      });
      const means = await new HourSpreads(prices).before(date);
      const ends = quartersOfDate(date);
      curves?.hours.forEach(({ surprises, spreads }, hour) => {
        expect(surprises).toEqual([0]);
        const mean = spreadAt(means, 'MID1', ends[hour * 4] as number) as number;
        expect(spreads[0]).toBeCloseTo(mean / 1000, 2);
      });
    }
  });

  test('curves of past days are none where there are some from before the gate, which stay', async () => {
    realise('2026-06-01', '2026-06-20');
    await predict('2026-06-14', hindcastTime('2026-06-14'));
    const generatedAt = new Date(hindcastTime('2026-06-14') - 3_600_000);
    const hours = Array.from({ length: 24 }, () => ({ surprises: [0], spreads: [7] }));
    const live = { earlier: 'MD', later: 'MID1', learnedUntil: '2026-06-12', hours } as const;
    await spreadCurves.add({ ...live, date: '2026-06-14', generatedAt });
    await makePast('2026-06-14');
    expect((await newest('2026-06-14'))?.generatedAt).toEqual(generatedAt);
  });

  test.each([
    ['2026-03-29', 23],
    ['2025-10-26', 25],
    ['2026-06-14', 24],
  ])('curves of the past day %s are of its %d hours in real time', async (date, count) => {
    realise(dateAfter(date, -20), date);
    await predict(date, hindcastTime(date));
    await makePast(date);
    const { hours } = (await newest(date)) as DaySpreadCurves;
    expect(hours).toHaveLength(count);
    const isSecondPass = JSON.stringify(hours[3]) === JSON.stringify(hours[2]);
    expect(isSecondPass).toBe(count === 25);
  });
});

describe('curves of a day to come', () => {
  const now = Date.parse('2026-06-20T06:00:00Z');

  test('curves of a day to come are made now, from what is realised and predicted now', async () => {
    realise('2026-06-01', '2026-06-20');
    await predict('2026-06-21', now);
    await makeCurves({ prices, spreadCurves }, '2026-06-21', now);
    expect(await newest('2026-06-21')).toMatchObject({
      generatedAt: new Date(now),
      learnedUntil: '2026-06-20',
    });
  });

  test('curves of a day to come are of the first day whose gate is open', async () => {
    realise('2026-06-01', '2026-06-18');
    await predict('2026-06-21', now);
    await makeCurves({ prices, spreadCurves }, '2026-06-19', now);
    expect(await newest('2026-06-19')).toBeUndefined();
    expect(await newest('2026-06-21')).toMatchObject({ learnedUntil: '2026-06-18' });
  });

  test('curves of a day to come are none while that is not predicted', async () => {
    realise('2026-06-01', '2026-06-20');
    await makeCurves({ prices, spreadCurves }, '2026-06-21', now);
    expect(await newest('2026-06-21')).toBeUndefined();
  });
});

describe('days to learn from', () => {
  const range = {
    earlier: EARLIER,
    later: LATER,
    first: '2026-06-10',
    last: '2026-06-12',
    asOf: hindcastTime,
  };

  test('days to learn from have the prediction of 09:00 the day before, else one that is made for them', async () => {
    realise('2026-06-10', '2026-06-12');
    await predict('2026-06-10', hindcastTime('2026-06-10'), 40_000);
    await predict('2026-06-10', hindcastTime('2026-06-10') + 1, 90_000);
    await predict('2026-06-11', hindcastTime('2026-06-11') + 1, 90_000);
    const made = new Map(quartersOfDate('2026-06-11').map((end) => [end, 30_000]));
    const days = await readSpreadDays(prices, {
      ...range,
      predict: (date) => (date === '2026-06-11' ? made : undefined),
    });
    expect(days.predicted.map((hours) => hours[5])).toEqual([40, 30, Number.NaN]);
    expect(days.earlier.map((hours) => hours[5])).toEqual([50.215, 50.315, 50.415]);
  });

  test('days to learn from end as many days before as the later session is known late', async () => {
    const lags = SESSIONS.slice(1).map(async (later) => {
      return (await readSpreadDays(prices, { ...range, later })).lag;
    });
    expect(await Promise.all(lags)).toEqual([1, 1, 2]);
  });
});

test('predicting prices keeps the curves of the past days that it predicts, and of the next day', async () => {
  realise('2026-05-01', '2026-06-20');
  const now = '2026-06-20T06:00:00Z';
  const deps = { ...predicting(prices, now), spreadCurves };
  await predictPrices(deps, { days: 2, since: '2026-06-17' });
  const dates = datesBetween('2026-06-16', '2026-06-22');
  const made = await Promise.all(dates.map(async (date) => (await newest(date))?.generatedAt));
  const past = ['2026-06-17', '2026-06-18', '2026-06-19'].map((date) => hindcastTime(date));
  expect(made.map((each) => each?.getTime())).toEqual([
    undefined,
    ...past,
    undefined,
    Date.parse(now),
    undefined,
  ]);
});
