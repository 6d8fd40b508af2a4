import { dateAfter, datesBetween, labelOf } from '@solano/domain/kernel';
import { predicting } from '@solano/domain/test/predicting';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { MARKETS, SESSIONS } from '../markets/sessions.ts';
import { type PredictPricesOptions, predictPrices } from './predict-prices.ts';

const NOW = '2026-11-22T09:30:00.123Z';

function predict(prices: TestPrices, options: PredictPricesOptions, now = NOW) {
  return predictPrices(predicting(prices, now), options);
}

/** With too few days known for a model. */
const BASELINE = {
  inputs: ['prices'],
  members: [{ name: 'baseline', weight: 1 }],
  fits: [],
};
const ALL = SESSIONS.map(({ session }) => session);
const aStore = () => new TestPrices().realiseDays(ALL, '2026-11-20', 50_000, 40);

describe('the prediction of each market', () => {
  test('the prediction of each market is stored as returned, as of this moment, in quarter hours', async () => {
    const prices = aStore();
    const { stored } = await predict(prices, { days: 7 });
    expect(stored).toEqual(
      MARKETS.map((market, i) => {
        const rows = 7 * (i === 3 ? 48 : 96);
        const inputsUntil = new Date('2026-11-20T23:00Z');
        const made = { generatedAt: new Date(NOW), origin: 'live', inputsUntil };
        return { market, ...made, rows, firstDay: '2026-11-22', trace: BASELINE };
      }),
    );
    expect(
      prices.put.map(({ ends, market, generatedAt, origin, inputsUntil, stepMinutes, trace }) => {
        const made = { generatedAt, origin, inputsUntil, trace };
        return { market, ...made, rows: ends.length, firstDay: '2026-11-22', stepMinutes };
      }),
    ).toEqual(stored.map((each) => ({ ...each, stepMinutes: 15 })));
  });

  test('the prediction of each market begins with today in Madrid and has its rows in order of time', async () => {
    const prices = aStore();
    await predict(prices, { days: 2 }, '2026-11-21T23:30:00Z');
    for (const { market, ends } of prices.put) {
      const first = market === 'mid_pibc03_spain' ? '2026-11-22 12:15' : '2026-11-22 00:15';
      expect(ends.map((end) => labelOf(end)).at(0)).toBe(first);
      expect(ends.map((end) => labelOf(end)).at(-1)).toBe('2026-11-24 00:00');
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
  });

  test.each([
    ['2025-10-26T12:00Z', 1, [100, 100, 100, 48]],
    ['2025-10-25T12:00Z', 2, [196, 196, 196, 96]],
    ['2026-03-29T12:00Z', 1, [92, 92, 92, 48]],
    ['2026-03-28T12:00Z', 14, [1340, 1340, 1340, 672]],
  ])('the prediction of each market at %s for %d days has %j rows', async (now, days, expected) => {
    const prices = new TestPrices().realiseDays(ALL, '2025-10-01', 50_000);
    const { stored } = await predict(prices, { days, allowStale: true }, now);
    expect(stored.map(({ rows }) => rows)).toEqual(expected);
  });

  test('the prediction of each market is the realised price where that is known, tomorrow too', async () => {
    const prices = aStore()
      .realise('MD', '2026-11-22', -1_000)
      .realise('MID1', '2026-11-22', -2_500)
      .realise('MD', '2026-11-23', 0);
    await predict(prices, { days: 2 });
    const distinct = prices.put.map((each) => [...new Set(each.prices)]);
    // A spread of −1.5 on one of 30 days counts for a sixtieth of it.
    expect(distinct).toEqual([
      [-1_000, 0],
      [-2_500, -25],
      [-1_000, 0],
      [-1_000, 0],
    ]);
  });

  test('the prediction of each market has quantiles, which equal the price where that is realised', async () => {
    const prices = new TestPrices();
    for (let i = 0; i < 260; i += 1) {
      prices.realise(
        'MD',
        dateAfter('2026-11-22', -i),
        (clock) => 900 * ((i * i) % 40) + 40 * clock,
      );
    }
    await predict(prices, { days: 3 });
    const dayAhead = prices.put.find(({ market }) => market === MARKETS[0]);
    const { bands } = dayAhead ?? {};
    expect(bands?.map((band) => band.length)).toEqual(Array(7).fill(288));
    for (const band of bands ?? [])
      expect(band.slice(0, 96)).toEqual(dayAhead?.prices.slice(0, 96));
    const [p5, p95] = [bands?.[0], bands?.[6]];
    for (let i = 96; i < 288; i += 1) expect(p95?.[i]).toBeGreaterThan(p5?.[i] as number);
  });

  test('the prediction of each market is observed, and learning before it', async () => {
    const observed: string[] = [];
    const observeModel = (name: string) => () => void observed.push(name);
    await predictPrices({ ...predicting(aStore(), NOW), observeModel }, { days: 2 });
    const markets = ['MD', 'MID1', 'MID2', 'MID3'].map((market) => `prices-${market}`);
    expect(observed).toEqual(['prices-learning', ...markets]);
  });

  test('the prediction of each market is the same each time it is made', async () => {
    const [prices, again] = [aStore(), aStore()];
    await predict(prices, { days: 14 });
    await predict(again, { days: 14 });
    expect(again.put).toEqual(prices.put);
  });
});

describe('the newest day that was known', () => {
  function known(newestDay: string): TestPrices {
    return new TestPrices()
      .realise('MD', '2025-11-01', 1)
      .realiseDays(ALL, newestDay, 1)
      .realise('MD', '2026-11-24', 1, (i) => i > 0)
      .realise('MID1', '2026-11-22', 1);
  }

  test.each([
    ['2026-11-23', '2026-11-23T23:00:00.000Z'],
    ['2026-11-21', '2026-11-21T23:00:00.000Z'],
    ['2026-11-18', '2026-11-18T23:00:00.000Z'],
  ])(
    'the newest known day %s is returned, and is the end of each prediction’s inputs',
    async (newestDay, inputsUntil) => {
      const prices = known(newestDay);
      expect(await predict(prices, { days: 3 })).toMatchObject({ newestDay, staleDays: [] });
      expect(prices.put.map((each) => [each.origin, each.inputsUntil?.toISOString()])).toEqual(
        MARKETS.map(() => ['live', inputsUntil]),
      );
    },
  );

  test.each(['2026-11-17', '2025-11-22'])(
    'the newest known day %s is too old, and nothing is stored',
    async (day) => {
      const prices = known(day);
      const message = `The newest day-ahead prices are of ${day} and end more than 3 days before 2026-11-22, the first day to predict: import newer ones, or allow stale ones with --allow-stale. Nothing was stored.`;
      for (const since of [undefined, '2026-11-01']) {
        await expect(predict(prices, { days: 3, since })).rejects.toMatchObject({
          code: 'invalid_request',
          message,
        });
      }
      expect(prices.put).toEqual([]);
      const allowed = await predict(prices, { days: 3, allowStale: true });
      expect(allowed).toMatchObject({ newestDay: day });
      expect(prices.put).toHaveLength(4);
    },
  );

  test('the age of the newest known day is counted by the day in Madrid', async () => {
    const prices = new TestPrices().realiseDays(['MD'], '2026-11-18', 1);
    await predict(prices, { days: 1 }, '2026-11-22T22:59Z');
    await expect(predict(prices, { days: 1 }, '2026-11-22T23:00Z')).rejects.toThrow(
      'more than 3 days before 2026-11-23',
    );
  });
});

describe('without prices to predict from', () => {
  const rejection = {
    code: 'invalid_request',
    message: 'No realised prices to predict from: import OMIE files first.',
  };

  test.each([
    ['an empty store', new TestPrices()],
    ['intraday prices alone', new TestPrices().realise('MID1', '2026-11-20', 1)],
    ['a part of a day', new TestPrices().realise('MD', '2026-11-20', 1, (i) => i > 0)],
  ])('a prediction with %s is rejected, and nothing is stored', async (_, prices) => {
    await expect(predict(prices, { days: 7 })).rejects.toMatchObject(rejection);
    await expect(predict(prices, { days: 7, since: '2026-11-01' })).rejects.toMatchObject(
      rejection,
    );
    expect(prices.put).toEqual([]);
  });

  test('fewer than 28 days are too few for any market, and nothing is stored', async () => {
    const prices = new TestPrices().realiseDays(['MD'], '2026-11-23', 9_000, 27);
    await expect(predict(prices, { days: 7 })).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'No prediction of md_pdbc_spain: 27 of the last 60 days have realised prices, and 28 are needed. Import more prices. Nothing was stored.',
    });
    expect(prices.put).toEqual([]);
  });
});

describe('a market with fewer than 28 realised days among the last 60', () => {
  test('a market with fewer than 28 realised days among the last 60 is not predicted, and the others are', async () => {
    const prices = new TestPrices()
      .realiseDays(['MD', 'MID1'], '2026-11-23', 9_000)
      .realiseDays(['MID2'], '2026-11-22', 9_000, 27)
      .realiseDays(['MID3'], '2026-09-24', 9_000, 100);
    const { stored, notPredicted } = await predict(prices, { days: 2 });
    expect(stored.map(({ market }) => market)).toEqual(MARKETS.slice(0, 2));
    expect(notPredicted).toEqual([
      { market: 'mid_pibc02_spain', realisedDays: 27 },
      // The last 60 days begin on 25 September.
      { market: 'mid_pibc03_spain', realisedDays: 0 },
    ]);
  });

  test('a market is not hindcast for days on which fewer than 28 of the last 60 were realised', async () => {
    const prices = new TestPrices()
      .realiseDays(['MD'], '2026-11-20', 9_000, 40)
      .realiseDays(['MID1'], '2026-11-20', 9_000, 30);
    const range = { since: '2026-11-18', until: '2026-11-21' };
    const { stored, shortDays, notPredicted } = await predict(prices, { days: 1, ...range });
    const of = (market: string) => stored.filter((each) => each.market === market);
    expect(of('md_pdbc_spain').map(({ firstDay }) => firstDay)).toEqual(
      datesBetween('2026-11-18', '2026-11-21'),
    );
    // From 22 October on: the 28th day, 18 November, was known at 09:00 that day.
    expect(of('mid_pibc01_spain').map(({ firstDay }) => firstDay)).toEqual(
      datesBetween('2026-11-19', '2026-11-21'),
    );
    expect(shortDays.get('mid_pibc01_spain')).toEqual(['2026-11-18']);
    expect(shortDays.get('mid_pibc02_spain')).toHaveLength(4);
    expect(shortDays.has('md_pdbc_spain')).toBe(false);
    expect(notPredicted).toEqual([]);
  });
});

describe('with hindcasts', () => {
  test('hindcasts are stored first, by day and market, then the prediction of today', async () => {
    const prices = aStore().realise('MD', '2026-11-18', 40_000);
    const { stored } = await predict(prices, { days: 1, since: '2026-11-20' });
    expect(stored.map(({ market, generatedAt }) => [generatedAt.toISOString(), market])).toEqual(
      ['2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z', NOW].flatMap((at) => {
        return MARKETS.map((market) => [at, market]);
      }),
    );
    expect(stored).toHaveLength(prices.put.length);
  });

  test('hindcasts begin on the requested day', async () => {
    const prices = new TestPrices();
    for (let i = 1; i <= 120; i += 1) prices.realise('MD', dateAfter('2026-11-22', -i), i);
    const { stored } = await predict(prices, { days: 1, since: dateAfter('2026-11-22', -80) });
    expect(stored).toHaveLength(81);
  });

  test('hindcasts leave out days before enough are known', async () => {
    const prices = aStore();
    const { stored } = await predict(prices, { days: 1, since: '1999-01-01' });
    // Of 40 days up to 20 November the 28th is the 8th, whose prices were known at 09:00 that day.
    const generatedAt = new Date('2026-11-08T08:00Z');
    expect(stored[0]).toMatchObject({ generatedAt, firstDay: '2026-11-09' });
    expect(stored.at(-1)).toMatchObject({ firstDay: '2026-11-22' });
  });

  test('hindcasts may end before today, and then today is not predicted', async () => {
    const prices = new TestPrices().realiseDays(['MD'], '2025-11-09', 7, 40);
    const range = { since: '2025-11-04', until: '2025-11-20' };
    const { stored, staleDays } = await predict(prices, { days: 1, ...range });
    const own = stored.filter(({ market }) => market === 'md_pdbc_spain');
    expect(own.map(({ firstDay }) => firstDay)).toEqual(datesBetween('2025-11-04', '2025-11-13'));
    expect(own.every(({ origin }) => origin === 'hindcast')).toBe(true);
    expect(staleDays).toEqual(datesBetween('2025-11-14', '2025-11-20'));
    expect(stored).toHaveLength(prices.put.length);
  });

  test.each([
    [
      { until: '2026-11-20' },
      'The last day to hindcast, 2026-11-20, is before the first, not given.',
    ],
    [
      { since: '2026-11-20', until: '2026-11-19' },
      'The last day to hindcast, 2026-11-19, is before the first, 2026-11-20.',
    ],
    [
      { since: '2026-11-20', until: '2026-11-22' },
      'The day 2026-11-22 is not before today, 2026-11-22.',
    ],
  ])('the range of hindcasts %j is rejected', async (range, message) => {
    const prices = aStore();
    await expect(predict(prices, { days: 1, ...range })).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
    expect(prices.put).toEqual([]);
  });

  test.each([
    ['2026-11-22', 'The day 2026-11-22 is not before today, 2026-11-22.'],
    ['2027-01-01', 'The day 2027-01-01 is not before today, 2026-11-22.'],
    ['2026-02-30', '"2026-02-30" is no day, such as 2026-11-22.'],
    ['2026-1-1', '"2026-1-1" is no day, such as 2026-11-22.'],
    ['', '"" is no day, such as 2026-11-22.'],
  ])('the first day of hindcasts %j is rejected', async (since, message) => {
    const prices = aStore();
    await expect(predict(prices, { days: 1, since })).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
    expect(prices.put).toEqual([]);
  });

  test('hindcasts include yesterday from midnight in Madrid', async () => {
    const prices = aStore().realise('MD', dateAfter('2026-11-20', -1), 50_000);
    const late = await predict(prices, { days: 1, since: '2026-11-21' }, '2026-11-22T22:59:00Z');
    expect(late.stored.filter(({ market }) => market === 'md_pdbc_spain')).toHaveLength(2);
    const next = await predict(prices, { days: 1, since: '2026-11-22' }, '2026-11-22T23:00:00Z');
    expect(next.stored.filter(({ market }) => market === 'md_pdbc_spain')).toHaveLength(2);
  });
});
