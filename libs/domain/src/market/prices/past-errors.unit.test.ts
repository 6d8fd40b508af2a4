import { clockQuarter, dateAfter, dayOf, MINUTE_MS, quartersOfDate } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import {
  gateClosure,
  type Market,
  rulesOfSession,
  type SessionRules,
} from '../markets/sessions.ts';
import { coveredQuarters, MAX_DAYS, pastErrors } from './past-errors.ts';
import type {
  PredictionWindow,
  PricePrediction,
  PriceSeries,
  PriceStore,
  RealisedPrices,
} from './prices.ts';

const MD = rulesOfSession('MD');
const MID3 = rulesOfSession('MID3');

/** Prices of every period of a day that a session covers, from a price for the place of each. */
function seriesOf(
  rules: SessionRules,
  date: string,
  price: (i: number) => number,
  minutes = 15,
): PriceSeries {
  const step = minutes / 15;
  const ends = coveredQuarters(rules, date).filter((_, i) => i % step === step - 1);
  return { stepMinutes: minutes, ends, prices: ends.map((_, i) => price(i)) };
}

const realised = (rules: SessionRules, date: string, series: PriceSeries): RealisedPrices => {
  return { market: rules.market, date, source: 'omie', version: 1, ...series };
};

/** A prediction that was generated some minutes before a day's gate; negative: after it. */
const predicted = (
  rules: SessionRules,
  date: string,
  minutesBefore: number,
  series: PriceSeries,
) => {
  const generatedAt = new Date(gateClosure(rules, dayOf(date)) - minutesBefore * MINUTE_MS);
  const made = { origin: 'imported', inputsUntil: null } as const;
  return { market: rules.market, generatedAt, ...made, ...series };
};

/** Counts its calls. */
class CountedPrices extends TestPrices {
  readonly asked = { days: 0, windows: 0 };

  override lastPredictions(market: Market, windows: readonly PredictionWindow[]) {
    this.asked.windows += windows.length;
    return super.lastPredictions(market, windows);
  }

  override async *realised(market: Market, from: string, to: string) {
    for await (const day of super.realised(market, from, to)) {
      this.asked.days += 1;
      yield day;
    }
  }
}

function storeOf(days: readonly RealisedPrices[], predictions: readonly PricePrediction[] = []) {
  const store = new CountedPrices();
  for (const day of days) store.putDay(day);
  for (const prediction of predictions) store.setPrediction(prediction);
  return { store, asked: store.asked };
}

const TODAY = '2026-11-22';
const DAY = '2026-11-20';

/** The errors of a session's own vintage. */
function errorsOf(store: PriceStore, session: SessionRules, before: string) {
  return pastErrors(store, { session, vintage: session, before });
}

/** The errors of one day by the place on the clock at which its first quarter hours lie. */
async function errorsOn(
  store: PriceStore,
  rules: SessionRules,
  date: string,
  before = TODAY,
): Promise<readonly number[] | undefined> {
  const errors = await errorsOf(store, rules, before);
  return errors.get(date)?.errors;
}

describe('the errors worked by hand', () => {
  test('the errors worked by hand are realised minus predicted, for each quarter hour', async () => {
    const { store } = storeOf(
      [
        realised(
          MD,
          DAY,
          seriesOf(MD, DAY, (i) => 50_000 + i),
        ),
      ],
      [
        predicted(
          MD,
          DAY,
          60,
          seriesOf(MD, DAY, (i) => 48_500 - i),
        ),
      ],
    );
    const errors = await errorsOn(store, MD, DAY);
    expect(errors?.slice(0, 3)).toEqual([1_500, 1_502, 1_504]);
    expect(errors?.[95]).toBe(1_690);
  });

  test('the errors count hours for their four quarters, on either side', async () => {
    const { store } = storeOf(
      [
        realised(
          MD,
          DAY,
          seriesOf(MD, DAY, (i) => 1_000 * i, 60),
        ),
      ],
      [
        predicted(
          MD,
          DAY,
          60,
          seriesOf(MD, DAY, (i) => i),
        ),
      ],
    );
    const errors = await errorsOn(store, MD, DAY);
    expect(errors?.slice(0, 8)).toEqual([0, -1, -2, -3, 996, 995, 994, 993]);
  });

  test('the errors are of the last prediction before the gate', async () => {
    const flat = (price: number) => seriesOf(MD, DAY, () => price);
    const { store } = storeOf(
      [realised(MD, DAY, flat(100))],
      [
        predicted(MD, DAY, 600, flat(1)),
        predicted(MD, DAY, 1, flat(2)),
        predicted(MD, DAY, 0, flat(3)),
        predicted(MD, DAY, -60, flat(4)),
      ],
    );
    expect((await errorsOn(store, MD, DAY))?.[40]).toBe(98);
  });

  test('the errors of an earlier vintage are of the prediction before its gate', async () => {
    const MID1 = rulesOfSession('MID1');
    const flat = (price: number) => seriesOf(MID1, DAY, () => price);
    const { store } = storeOf(
      [realised(MID1, DAY, flat(100))],
      [
        { ...predicted(MID1, DAY, 6 * 60, flat(1)), origin: 'hindcast' },
        { ...predicted(MID1, DAY, 3 * 60 + 1, flat(2)), origin: 'live' },
        predicted(MID1, DAY, 3 * 60, flat(3)),
        predicted(MID1, DAY, 1, flat(4)),
      ],
    );
    const of = async (vintage: SessionRules) => {
      const errors = await pastErrors(store, { session: MID1, vintage, before: TODAY });
      return [errors.get(DAY)?.errors[40], errors.get(DAY)?.origins];
    };
    expect(await of(MD)).toEqual([98, ['live']]);
    expect(await of(MID1)).toEqual([96, ['imported']]);
  });

  test('the errors are of the earlier prediction where there is a gap', async () => {
    const day = seriesOf(MD, DAY, () => 10);
    const half = { ...day, ends: day.ends.slice(48), prices: day.prices.slice(48) };
    const { store } = storeOf(
      [
        realised(
          MD,
          DAY,
          seriesOf(MD, DAY, () => 100),
        ),
      ],
      [
        predicted(MD, DAY, 5, half),
        predicted(
          MD,
          DAY,
          90,
          seriesOf(MD, DAY, () => 20),
        ),
      ],
    );
    const errors = await errorsOn(store, MD, DAY);
    expect([errors?.[0], errors?.[47], errors?.[48], errors?.[95]]).toEqual([80, 80, 90, 90]);
  });

  test('the errors cover the afternoon only for a session of the afternoon', async () => {
    const { store } = storeOf(
      [
        realised(
          MID3,
          DAY,
          seriesOf(MID3, DAY, () => 7),
        ),
      ],
      [
        predicted(
          MID3,
          DAY,
          5,
          seriesOf(MID3, DAY, () => 9),
        ),
      ],
    );
    const errors = await errorsOn(store, MID3, DAY);
    expect(errors?.slice(48, 96)).toEqual(Array.from({ length: 48 }, () => -2));
    expect(errors?.slice(0, 48).every(Number.isNaN)).toBe(true);
  });
});

describe('a day does not count', () => {
  const whole = seriesOf(MD, DAY, () => 1);
  const short = { ...whole, ends: whole.ends.slice(1), prices: whole.prices.slice(1) };
  test.each([
    ['without a prediction', whole, []],
    ['with a quarter hour that was not predicted', whole, [predicted(MD, DAY, 5, short)]],
    ['without a realised price', short, [predicted(MD, DAY, 5, whole)]],
    ['that was predicted too late', whole, [predicted(MD, DAY, 0, whole)]],
  ])('a day does not count: %s', async (_, prices, predictions) => {
    const { store } = storeOf([realised(MD, DAY, prices)], predictions);
    expect((await errorsOf(store, MD, TODAY)).size).toBe(0);
  });

  test('a day does not count if it is not before the requested day', async () => {
    const { store } = storeOf([realised(MD, DAY, whole)], [predicted(MD, DAY, 5, whole)]);
    expect((await errorsOf(store, MD, DAY)).size).toBe(0);
    expect((await errorsOf(store, MD, dateAfter(DAY, 1))).size).toBe(1);
  });
});

describe('on the days of a clock change', () => {
  const place = (date: string, i: number) => clockQuarter(quartersOfDate(date)[i] as number);

  test('the hour that spring leaves out has the error before it', async () => {
    const spring = '2026-03-29';
    const { store } = storeOf(
      [
        realised(
          MD,
          spring,
          seriesOf(MD, spring, (i) => i),
        ),
      ],
      [
        predicted(
          MD,
          spring,
          5,
          seriesOf(MD, spring, () => 0),
        ),
      ],
    );
    const errors = (await errorsOn(store, MD, spring, '2026-04-01')) ?? [];
    expect(errors.slice(4, 16)).toEqual([4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(errors[place(spring, 91)]).toBe(91);
    expect(errors.slice(96)).toEqual([4, 5, 6, 7]);
  });

  test('both passes of the hour that autumn repeats are known', async () => {
    const autumn = '2025-10-26';
    const { store } = storeOf(
      [
        realised(
          MD,
          autumn,
          seriesOf(MD, autumn, (i) => i),
        ),
      ],
      [
        predicted(
          MD,
          autumn,
          5,
          seriesOf(MD, autumn, () => 0),
        ),
      ],
    );
    const errors = (await errorsOn(store, MD, autumn)) ?? [];
    expect(errors.slice(8, 13)).toEqual([8, 9, 10, 11, 16]);
    expect(errors.slice(96)).toEqual([12, 13, 14, 15]);
    expect(errors[95]).toBe(99);
  });

  test('other days have one pass of that hour, which serves for both', async () => {
    const { store } = storeOf(
      [
        realised(
          MD,
          DAY,
          seriesOf(MD, DAY, (i) => i),
        ),
      ],
      [
        predicted(
          MD,
          DAY,
          5,
          seriesOf(MD, DAY, () => 0),
        ),
      ],
    );
    expect((await errorsOn(store, MD, DAY))?.slice(96)).toEqual([8, 9, 10, 11]);
  });
});

describe('a long history', () => {
  const dates = Array.from({ length: MAX_DAYS + 60 }, (_, i) => dateAfter(TODAY, -1 - i));
  const days = dates.map((date) =>
    realised(
      MD,
      date,
      seriesOf(MD, date, () => 1, 60),
    ),
  );
  const predictions = dates.map((date) =>
    predicted(
      MD,
      date,
      5,
      seriesOf(MD, date, () => 0, 60),
    ),
  );

  test('a long history is read from the newest day on, and ends after enough of them', async () => {
    const { store, asked } = storeOf(days, predictions);
    const errors = await errorsOf(store, MD, TODAY);
    expect([...errors.keys()]).toEqual(dates.slice(0, MAX_DAYS));
    expect(asked.days).toBeLessThanOrEqual(MAX_DAYS + 1);
    expect(asked.windows).toBe(MAX_DAYS);
  });

  test('a long history extends further back over days that do not count', async () => {
    const [holes, counted] = [dates.slice(0, 30), dates.slice(30, 30 + MAX_DAYS)];
    const known = predictions.filter((_, i) => i >= holes.length);
    const errors = await errorsOf(storeOf(days, known).store, MD, TODAY);
    expect([...errors.keys()]).toEqual(counted);
  });

  test('a long history begins with the first day of the store', async () => {
    const { store } = storeOf(days.slice(0, 3), predictions.slice(0, 3));
    expect((await errorsOf(store, MD, TODAY)).size).toBe(3);
  });
});
