import { clockQuarter, dateAfter, labelOf } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { rulesOfSession, SESSIONS, type Session } from '../markets/sessions.ts';
import { LAST_DATE, readHistory } from '../prices/realised-days.ts';
import { dayAheadModel, hindcastTime, Predictor } from './predictor.ts';

const utc = (text: string) => Date.parse(text);

async function predictorOf(prices: TestPrices, at?: number): Promise<Predictor> {
  return new Predictor(await readHistory(prices, '2026-11-22', LAST_DATE), undefined, at);
}

/** What is predicted of a day, as labels and prices. */
async function rowsOf(prices: TestPrices, session: Session, date: string) {
  const predictor = await predictorOf(prices);
  return [...predictor.predict(rulesOfSession(session), date)].map(([end, price]) => {
    return { label: labelOf(end), clock: clockQuarter(end), price };
  });
}

describe('a session’s periods are predicted', () => {
  test.each<[Session, string, number, string]>([
    ['MD', '2026-11-22', 96, '2026-11-22 00:15'],
    ['MID1', '2026-11-22', 96, '2026-11-22 00:15'],
    ['MID2', '2026-11-22', 96, '2026-11-22 00:15'],
    ['MID3', '2026-11-22', 48, '2026-11-22 12:15'],
    ['MD', '2025-10-26', 100, '2025-10-26 00:15'],
    ['MID3', '2025-10-26', 48, '2025-10-26 12:15'],
    ['MD', '2026-03-29', 92, '2026-03-29 00:15'],
    ['MID3', '2026-03-29', 48, '2026-03-29 12:15'],
  ])(
    'a session’s periods are predicted for %s on %s: %d quarter hours',
    async (session, date, count, first) => {
      const rows = await rowsOf(new TestPrices().realise('MD', '2025-10-20', 7), session, date);
      expect(rows).toHaveLength(count);
      expect(rows[0]).toMatchObject({ label: first, price: 7 });
      expect(rows.at(-1)).toMatchObject({ label: `${dateAfter(date, 1)} 00:00`, price: 7 });
    },
  );
});

describe('quarters are compared by the clock, not by their place in the day', () => {
  const byClock = (clock: number) => clock * 1_000;

  test('the second pass of the autumn change is predicted like the first', async () => {
    const prices = new TestPrices().realise('MD', '2025-10-19', byClock);
    const rows = await rowsOf(prices, 'MD', '2025-10-26');
    const ofTwo = rows.filter(({ label }) => label === '2025-10-26 02:15');
    expect(ofTwo.map(({ price }) => price)).toEqual([8_000, 8_000]);
    expect(rows.at(-1)?.price).toBe(95_000);
  });

  test('the day of the spring change is predicted without its missing hour', async () => {
    const prices = new TestPrices().realise('MD', '2026-03-22', byClock);
    const rows = await rowsOf(prices, 'MD', '2026-03-29');
    expect(rows.map(({ price }) => price)).toEqual(rows.map(({ clock }) => clock * 1_000));
    expect(rows[8]).toMatchObject({ label: '2026-03-29 03:15', price: 12_000 });
  });

  test('the first pass of the autumn change counts for other days', async () => {
    const prices = new TestPrices().realise('MD', '2025-10-26', byClock);
    const rows = await rowsOf(prices, 'MD', '2025-11-02');
    expect(rows.map(({ price }) => price)).toEqual(rows.map((_, i) => i * 1_000));
    const again = await rowsOf(prices, 'MD', '2026-10-25');
    expect(again.map(({ price }) => price)).toEqual(again.map(({ clock }) => clock * 1_000));
  });

  test('the missing hour of the spring change counts like the hour before', async () => {
    const prices = new TestPrices().realise('MD', '2026-03-29', byClock);
    const rows = await rowsOf(prices, 'MD', '2026-04-05');
    const around = rows.slice(4, 13).map(({ price }) => price / 1_000);
    expect(around).toEqual([4, 5, 6, 7, 4, 5, 6, 7, 12]);
  });

  test.each(['2025-10-26', '2026-03-29'])(
    'the spread of MID3 is compared by the clock around %s',
    async (change) => {
      const prices = new TestPrices()
        .realise('MD', change, byClock)
        .realise('MID3', change, (clock) => clock * 1_000 + 31);
      for (const date of [dateAfter(change, 7), dateAfter(change, 364)]) {
        const rows = await rowsOf(prices, 'MID3', date);
        const expected = Array.from({ length: 48 }, (_, i) => (48 + i) * 1_000 + 1);
        expect(rows.map(({ price }) => price)).toEqual(expected);
      }
    },
  );
});

describe('a realised price', () => {
  const known = () => new TestPrices().realise('MD', '2026-11-20', 50_000);
  const pricesOf = async (prices: TestPrices, session: Session) => {
    const rows = await rowsOf(prices, session, '2026-11-23');
    return rows.map(({ price }) => price);
  };

  test('a realised price is the prediction', async () => {
    const prices = known().realise('MD', '2026-11-23', (clock) => clock - 40);
    expect(await pricesOf(prices, 'MD')).toEqual(Array.from({ length: 96 }, (_, i) => i - 40));
  });

  test('a realised day-ahead price shifts the intraday markets too', async () => {
    const prices = known()
      .realise('MID2', '2026-11-20', 81_000)
      .realise('MD', '2026-11-23', -10_000);
    expect(new Set(await pricesOf(prices, 'MID1'))).toEqual(new Set([-10_000]));
    expect(new Set(await pricesOf(prices, 'MID2'))).toEqual(new Set([-9_000]));
  });

  test('realised prices of a part of a day count quarter by quarter', async () => {
    const prices = known().realise('MID1', '2026-11-23', 3, (i) => i < 10);
    const predicted = await pricesOf(prices, 'MID1');
    expect(predicted.slice(8, 12)).toEqual([3, 3, 50_000, 50_000]);
  });

  test('an hourly realised price serves each of its quarters, as past and as prediction', async () => {
    const ends = Array.from(
      { length: 24 },
      (_, i) => utc('2025-09-25T22:00Z') + (i + 1) * 3_600_000,
    );
    const published = { source: 'omie', version: 1 } as const;
    const hourly = { market: 'md_pdbc_spain', ...published, stepMinutes: 60 } as const;
    const day = { ...hourly, date: '2025-09-26', ends, prices: ends.map((_, i) => i * 1_000) };
    const expected = Array.from({ length: 96 }, (_, i) => Math.floor(i / 4) * 1_000);
    for (const date of ['2025-09-26', '2025-09-29']) {
      const rows = await rowsOf(new TestPrices().putDay(day), 'MD', date);
      expect(rows.map(({ price }) => price)).toEqual(expected);
    }
  });

  test('a day with a part of its realised prices is not learned from', async () => {
    const prices = known().realise('MD', '2026-11-19', 900_000, (i) => i !== 50);
    prices.realise('MID1', '2026-11-20', 900_000, (i) => i !== 50);
    expect(new Set(await pricesOf(prices, 'MD'))).toEqual(new Set([50_000]));
    expect(new Set(await pricesOf(prices, 'MID1'))).toEqual(new Set([50_000]));
  });
});

describe('the known prices', () => {
  // An hour after the gate, in winter and in summer time.
  test.each<[Session, string, string]>([
    ['MD', '2026-11-20', '2026-11-19T12:00Z'],
    ['MID1', '2026-11-20', '2026-11-19T15:00Z'],
    ['MID2', '2026-11-20', '2026-11-19T22:00Z'],
    ['MID3', '2026-11-20', '2026-11-20T10:00Z'],
    ['MD', '2026-07-15', '2026-07-14T11:00Z'],
    ['MID3', '2026-07-15', '2026-07-15T09:00Z'],
    ['MD', '2025-10-26', '2025-10-25T11:00Z'],
    ['MID3', '2025-10-26', '2025-10-26T10:00Z'],
  ])('the known prices are those of %s on %s, from %s on', async (session, date, from) => {
    const prices = new TestPrices().realise(session, date, 1);
    expect((await predictorOf(prices, utc(from))).lastDay(session)?.date).toBe(date);
    expect((await predictorOf(prices, utc(from) - 1)).lastDay(session)).toBeUndefined();
  });

  test('the known prices need a whole day of the day-ahead market', async () => {
    const prices = new TestPrices().realise('MID1', '2026-11-20', 1);
    prices.realise('MD', '2026-11-20', 1, (i) => i > 0);
    expect((await predictorOf(prices)).isReady).toBe(false);
    prices.realise('MD', '2026-11-19', 1);
    expect((await predictorOf(prices)).isReady).toBe(true);
    expect((await predictorOf(prices, utc('2026-11-18T11:59Z'))).isReady).toBe(false);
  });

  test.each([
    ['2026-11-20', '2026-11-19T08:00Z'],
    ['2026-07-15', '2026-07-14T07:00Z'],
    ['2025-10-26', '2025-10-25T07:00Z'],
    ['2025-10-27', '2025-10-26T08:00Z'],
    ['2026-03-29', '2026-03-28T08:00Z'],
    ['2026-03-30', '2026-03-29T07:00Z'],
  ])('the known prices of a hindcast of %s are as of %s', (date, expected) => {
    expect(hindcastTime(date)).toBe(utc(expected));
  });
});

describe('the history that is read', () => {
  test('the history has sixty whole days of each auction, and the learning days of the day-ahead market', async () => {
    const prices = new TestPrices();
    const asked = { days: 0 };
    for (let i = 0; i < 150; i += 1) {
      const date = dateAfter('2026-11-21', -i);
      // Every third day is there in part only: the sixtieth whole day is the 89th.
      for (const { session } of SESSIONS)
        prices.realise(session, date, 5, (j) => j > 0 || i % 3 < 2);
    }
    const store = Object.create(prices) as TestPrices;
    store.realised = async function* (...args) {
      for await (const day of prices.realised(...args)) {
        asked.days += 1;
        yield day;
      }
    };
    const history = await readHistory(store, '2026-11-22', LAST_DATE);
    expect(asked.days).toBe(3 * 89 + 150);
    expect(history.get('MID3')).toHaveLength(89);
  });

  test('predictions do not depend on further history', async () => {
    const prices = new TestPrices();
    for (let i = 0; i < 150; i += 1) {
      // Only workdays are recent: the Saturdays and Sundays are beyond the sixty days.
      const date = dateAfter('2026-11-20', -i);
      const isRecent = i < 90;
      const weekday = new Date(date).getUTCDay();
      if (!isRecent || (weekday !== 0 && weekday !== 6)) prices.realise('MD', date, i * 1_000);
    }
    const short = new Predictor(await readHistory(prices, '2026-11-22', LAST_DATE), undefined);
    const long = new Predictor(await readHistory(prices, '2020-01-01', LAST_DATE), undefined);
    for (const date of ['2026-11-22', '2026-11-23', '2026-11-28']) {
      expect(long.predict(rulesOfSession('MD'), date)).toEqual(
        short.predict(rulesOfSession('MD'), date),
      );
    }
  });
});

describe('the quantiles', () => {
  /** Fifty days whose spreads are 1 to 50 EUR/MWh, and a day-ahead market that is known a day longer. */
  function pricesWith(days: number): TestPrices {
    const prices = new TestPrices().realise('MD', '2026-11-23', 40_000);
    for (let i = 0; i < days; i += 1) {
      const date = dateAfter('2026-11-22', -i);
      prices.realise('MD', date, 50_000).realise('MID3', date, 50_000 + 1_000 * (i + 1));
    }
    return prices;
  }

  async function quantilesOf(prices: TestPrices, session: Session, date: string) {
    const predictor = await predictorOf(prices);
    const quantiles = predictor.quantiles(rulesOfSession(session), date);
    return [...predictor.predict(rulesOfSession(session), date)].map(([end, price]) => {
      return { price, quantiles: quantiles(end, price) };
    });
  }

  test('quantiles equal the price if it is realised', async () => {
    const [first] = await quantilesOf(pricesWith(50), 'MD', '2026-11-23');
    expect(first).toEqual({ price: 40_000, quantiles: Array(7).fill(40_000) });
  });

  test('quantiles of an intraday session are those of the spread around the realised day-ahead price', async () => {
    const rows = await quantilesOf(pricesWith(50), 'MID3', '2026-11-23');
    expect(rows).toHaveLength(48);
    for (const { price, quantiles } of rows) {
      // The mean spread of the last 30 days, 15.5, shrunk by 30 days without one.
      expect(price).toBe(40_000 + 7_750);
      const [p5, , , p50, , , p95] = quantiles as number[];
      expect([p5, p50, p95]).toEqual([43_000, 65_500, 88_000]);
    }
  });

  test('quantiles are none where fewer than 28 days have both prices', async () => {
    const none = Array(7).fill(null);
    for (const { quantiles } of await quantilesOf(pricesWith(27), 'MID3', '2026-11-23')) {
      expect(quantiles).toEqual(none);
    }
    const [enough] = await quantilesOf(pricesWith(28), 'MID3', '2026-11-23');
    expect(enough?.quantiles).not.toContain(null);
  });

  test('quantiles are none where the day-ahead price is the baseline’s', async () => {
    for (const session of ['MD', 'MID3'] as const) {
      const [first] = await quantilesOf(pricesWith(50), session, '2026-11-24');
      expect(first?.quantiles).toEqual(Array(7).fill(null));
    }
  });
});

describe('with enough days to learn from', () => {
  const known = 260;
  /** A dear day is followed by a cheap one; `change` is added from the day after the known. */
  function pricesWith(change: number): TestPrices {
    const prices = new TestPrices();
    let level = 60;
    for (let i = 0; i < known + 3; i += 1) {
      level = 60 - 0.6 * (level - 60) + 25 * Math.sin(7.3 * i * i);
      const price = Math.round(1000 * (level + (i < known ? 0 : change)));
      prices.realise('MD', dateAfter('2026-01-01', i), (clock) => price + 40 * (clock % 96));
    }
    return prices;
  }
  const day = dateAfter('2026-01-01', known);

  async function predictionsOf(prices: TestPrices) {
    const history = await readHistory(prices, day, LAST_DATE);
    const model = dayAheadModel(history, 3);
    const predictor = new Predictor(history, model, hindcastTime(day));
    return [0, 1, 2].map((lead) => predictor.predict(rulesOfSession('MD'), dateAfter(day, lead)));
  }

  test('the model predicts, nearer than the baseline over a month', async () => {
    const history = await readHistory(pricesWith(0), day, LAST_DATE);
    const model = dayAheadModel(history, 3);
    const errors = { model: 0, baseline: 0 };
    for (const { date, curve } of (history.get('MD') ?? []).slice(0, 30)) {
      const at = hindcastTime(date);
      const own = new Predictor(history, model, at).predict(rulesOfSession('MD'), date);
      const baseline = new Predictor(history, undefined, at).predict(rulesOfSession('MD'), date);
      for (const [end, price] of curve) {
        errors.model += Math.abs(price - (own.get(end) ?? 0));
        errors.baseline += Math.abs(price - (baseline.get(end) ?? 0));
      }
    }
    expect(errors.model).toBeLessThan(0.95 * errors.baseline);
  });

  test('the model’s predictions do not change by prices that were published later', async () => {
    expect(await predictionsOf(pricesWith(900))).toEqual(await predictionsOf(pricesWith(0)));
  });

  test('quantiles rise around the price, through autumn’s repeated hour too', async () => {
    const prices = pricesWith(0);
    for (let i = 0; i < 40; i += 1) {
      const date = dateAfter(day, -1 - i);
      prices.realise('MID1', date, (clock) => 60_000 + 500 * ((i * 7 + clock) % 11));
    }
    const history = await readHistory(prices, day, LAST_DATE);
    const predictor = new Predictor(history, dayAheadModel(history, 45), hindcastTime(day));
    const widths = { MD: 0, MID1: 0 };
    for (const session of ['MD', 'MID1'] as const) {
      for (const date of [day, dateAfter(day, 37)]) {
        const quantiles = predictor.quantiles(rulesOfSession(session), date);
        for (const [end, price] of predictor.predict(rulesOfSession(session), date)) {
          const own = quantiles(end, price) as number[];
          expect(own).toEqual(own.toSorted((a, b) => a - b));
          expect(own.every(Number.isInteger)).toBe(true);
          if (date === day) widths[session] += (own[6] as number) - (own[0] as number);
        }
      }
    }
    expect(widths.MD).toBeGreaterThan(0);
    expect(widths.MID1).toBeGreaterThan(widths.MD);
  });

  test('the model’s inputs, members by weight and fits can be read', async () => {
    const history = await readHistory(pricesWith(0), day, LAST_DATE);
    const predictor = new Predictor(history, dayAheadModel(history, 3), hindcastTime(day));
    const trace = predictor.trace([dateAfter(day, -1), day, dateAfter(day, 1)]);
    const weights = trace?.members.map(({ weight }) => weight) ?? [];
    expect(trace?.inputs).toEqual(['prices']);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(trace?.fits.map(({ member }) => member)).toEqual([
      'lear_regime',
      'lear_long',
      'lear_recent',
    ]);
    for (const { until } of trace?.fits ?? []) expect(until < day).toBe(true);
    expect(predictor.trace([dateAfter(day, -1)])).toBeUndefined();
    const baseline = { inputs: ['prices'], members: [{ name: 'baseline', weight: 1 }], fits: [] };
    expect(predictor.trace([dateAfter(day, 3)])).toEqual(baseline);
  });

  test('the days beyond the model’s reach have the baseline', async () => {
    const history = await readHistory(pricesWith(0), day, LAST_DATE);
    const far = dateAfter(day, 3);
    const [own, baseline] = [dayAheadModel(history, 3), undefined].map((model) =>
      new Predictor(history, model, hindcastTime(day)).predict(rulesOfSession('MD'), far),
    );
    expect(own).toEqual(baseline);
  });

  test('too few days give no model', async () => {
    const prices = new TestPrices();
    for (let i = 0; i < 213; i += 1) prices.realise('MD', dateAfter('2026-01-01', i), i);
    const read = () => readHistory(prices, '2026-11-22', LAST_DATE);
    expect(dayAheadModel(await read(), 1)).toBeUndefined();
    prices.realise('MD', dateAfter('2026-01-01', 213), 1);
    expect(dayAheadModel(await read(), 1)).toBeDefined();
  });
});
