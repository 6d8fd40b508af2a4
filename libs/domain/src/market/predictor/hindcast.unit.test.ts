import { times } from '@solano/domain/contracts/thoroughness';
import { dateAfter, datesBetween, quartersOfDate } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARKETS, type Market, SESSIONS, type Session } from '../markets/sessions.ts';
import type { PricePrediction } from '../prices/prices.ts';
import { LAST_DATE, readHistory } from '../prices/realised-days.ts';
import { hindcasts } from './hindcast.ts';
import { hindcastTime } from './predictor.ts';

const FIRST = '2026-10-22';
const LAST = '2026-10-27';

/** Days up to the 27th of October, which are all different, without predictions. */
function aStore(): TestPrices {
  const prices = new TestPrices();
  for (const [place, date] of datesBetween('2026-09-01', LAST).entries()) {
    const i = place - 45;
    for (const [j, { session }] of SESSIONS.entries()) {
      prices.realise(session, date, (clock) => (i - 5) * 7_000 + j * 100 + clock * i);
    }
  }
  return prices;
}

async function hindcast(
  prices: TestPrices,
  { first = FIRST, last = LAST, days = 3 } = {},
): Promise<PricePrediction[]> {
  const history = await readHistory(prices, first, LAST_DATE);
  const made: PricePrediction[] = [];
  for await (const { predictions } of hindcasts(prices, history, { first, last, days })) {
    made.push(...predictions);
  }
  return made;
}

const of = (market: Market, made: readonly PricePrediction[]) => {
  return made.filter((each) => each.market === market);
};

/** An operator's prediction of a day's quarter hours. */
function foreign(market: Market, date: string, generatedAt: number, count = 100): PricePrediction {
  const ends = quartersOfDate(date).slice(0, count);
  const prices = ends.map(() => 1);
  const made = {
    generatedAt: new Date(generatedAt),
    origin: 'imported',
    inputsUntil: null,
  } as const;
  return { market, ...made, stepMinutes: 15, ends, prices };
}

test('each day is predicted as of 09:00 the day before, with the days after it', async () => {
  const made = await hindcast(aStore());
  expect(made.map(({ market, generatedAt }) => [+generatedAt, market])).toEqual(
    datesBetween(FIRST, LAST).flatMap((date) => {
      return MARKETS.map((market) => [hindcastTime(date), market]);
    }),
  );
  // The clocks change on the 25th.
  expect(of('md_pdbc_spain', made).map(({ ends }) => ends.length)).toEqual([
    288, 292, 292, 292, 288, 288,
  ]);
  expect(of('mid_pibc03_spain', made).map(({ ends }) => ends.length)).toEqual(
    Array.from({ length: 6 }, () => 144),
  );
});

test('the day-ahead prices of the day before were the last that were known', async () => {
  const prices = new TestPrices()
    .realiseDays(['MD'], '2026-11-18', 60_000)
    .realiseDays(['MID1', 'MID2', 'MID3'], '2026-11-18', 60_000, 40)
    .realise('MD', '2026-11-19', 999_000)
    .realise('MID1', '2026-11-18', 91_000)
    .realise('MID2', '2026-11-19', 91_000)
    .realise('MID3', '2026-11-17', 91_000)
    .realise('MID3', '2026-11-18', 999_000);
  const made = await hindcast(prices, { first: '2026-11-19', last: '2026-11-19', days: 1 });
  // The spread of one day of 28 is (91 − 60) / (28 + 30). MID3's gate of the 18th closes after 09:00
  // that day, so 27 of its days are known beside MD's.
  const expected = [60_000, 60_000 + 534, 60_000, 60_000 + 544];
  expect(made.map((each) => [...new Set(each.prices)])).toEqual(expected.map((price) => [price]));
});

describe('nothing is known that was published later', () => {
  const known: readonly [Session, string, boolean][] = [
    ['MD', '2026-10-23', true],
    ['MD', '2026-10-24', false],
    ['MID1', '2026-10-23', true],
    ['MID2', '2026-10-23', true],
    ['MID3', '2026-10-22', true],
    ['MID3', '2026-10-23', false],
  ];
  test.each(known)(
    'the hindcast of the 24th uses only what was published: %s of %s matters: %j',
    async (session, date, matters) => {
      const before = await hindcast(aStore(), { first: '2026-10-24', last: '2026-10-24' });
      const changed = aStore().realise(session, date, 800_000);
      const after = await hindcast(changed, { first: '2026-10-24', last: '2026-10-24' });
      expect(JSON.stringify(after) !== JSON.stringify(before)).toBe(matters);
    },
  );

  test('later prices do not change a hindcast, whatever they are', async () => {
    const dates = datesBetween('2026-10-16', '2026-11-02');
    const change = fc.record({
      session: fc.constantFrom(...SESSIONS.map(({ session }) => session)),
      date: fc.constantFrom(...dates),
      price: fc.integer({ min: -500_000, max: 4_000_000 }),
    });
    const unchanged = await hindcast(aStore());
    const day = fc.constantFrom(...datesBetween(FIRST, LAST));
    const property = fc.asyncProperty(
      fc.array(change, { maxLength: 9 }),
      day,
      async (all, date) => {
        const changed = aStore();
        for (const { session, ...each } of all) {
          // At 09:00 the day before, the prices of that day were known; MID3's of the day before it.
          const last = dateAfter(date, session === 'MID3' ? -2 : -1);
          if (each.date > last) changed.realise(session, each.date, each.price);
        }
        const made = await hindcast(changed, { first: date, last: date });
        const isOfDay = ({ generatedAt }: PricePrediction) => +generatedAt === hindcastTime(date);
        expect(made).toEqual(unchanged.filter(isOfDay));
      },
    );
    await fc.assert(property, { numRuns: times(40) });
  });
});

describe('a live prediction', () => {
  const MD_GATE = Date.parse('2026-10-22T10:00Z');

  test('a complete live prediction before the gate prevents a second prediction of its day', async () => {
    const prices = aStore();
    await prices.putPredictions([foreign('md_pdbc_spain', '2026-10-23', MD_GATE - 1)]);
    const made = await hindcast(prices);
    const wanted = new Set(quartersOfDate('2026-10-23'));
    for (const { market, ends } of made) {
      const isThere = ends.some((end) => wanted.has(end));
      const isOther = market !== 'md_pdbc_spain';
      expect(isThere && !isOther).toBe(false);
    }
    expect(of('md_pdbc_spain', made).map(({ ends }) => ends.length)).toEqual([
      192, 196, 292, 292, 288, 288,
    ]);
    expect(of('mid_pibc01_spain', made)[0]?.ends).toHaveLength(288);
  });

  test('a live prediction does not count when it was made at the gate or later', async () => {
    const prices = aStore();
    await prices.putPredictions([foreign('md_pdbc_spain', '2026-10-23', MD_GATE)]);
    expect(await hindcast(prices)).toEqual(await hindcast(aStore()));
  });

  test('a live prediction is completed when it has a part of a day', async () => {
    const prices = aStore();
    await prices.putPredictions([foreign('md_pdbc_spain', '2026-10-23', MD_GATE - 1, 90)]);
    const [, made] = of('md_pdbc_spain', await hindcast(prices, { days: 1 }));
    expect(made?.ends).toEqual(quartersOfDate('2026-10-23').slice(90));
  });

  test('several live predictions together prevent a second prediction of their day', async () => {
    const prices = aStore();
    const whole = foreign('md_pdbc_spain', '2026-10-23', MD_GATE - 1_000);
    const [ends, others] = [whole.ends.slice(0, 40), whole.ends.slice(40)];
    await prices.putPredictions([{ ...whole, ends }]);
    await prices.putPredictions([{ ...whole, ends: others, generatedAt: new Date(MD_GATE - 1) }]);
    const made = await hindcast(prices, { days: 1 });
    expect(of('md_pdbc_spain', made)).toHaveLength(5);
  });

  test('a live prediction is not replaced when it was made at the time of a hindcast', async () => {
    const prices = aStore();
    const at = hindcastTime('2026-10-23');
    const operators = foreign('md_pdbc_spain', '2026-12-24', at);
    await prices.putPredictions([operators]);
    const made = await hindcast(prices);
    expect(of('md_pdbc_spain', made).map(({ generatedAt }) => +generatedAt)).not.toContain(at);
    expect(of('mid_pibc01_spain', made)).toHaveLength(6);
  });
});

test('hindcasts do not affect one another, and a second run makes none', async () => {
  const prices = aStore();
  const history = await readHistory(prices, FIRST, LAST_DATE);
  const range = { first: FIRST, last: LAST, days: 7 };
  for await (const { predictions } of hindcasts(prices, history, range)) {
    await prices.putPredictions(predictions);
  }
  expect(prices.put).toHaveLength(6 * 4);
  expect(prices.put[20]?.ends).toHaveLength(7 * 96);
  expect(await hindcast(prices, range)).toEqual([]);
  // What longer ones would add is left out rather than put in place of what is there.
  expect(await hindcast(prices, { ...range, days: 9 })).toEqual([]);
});

describe('inputs that are too old', () => {
  const FLAT = new Date('2026-10-26T23:00Z');
  /** Days up to the 26th and from the 9th of November on. */
  function withGap(): TestPrices {
    const prices = new TestPrices();
    for (const date of datesBetween('2026-09-20', '2026-11-12')) {
      if (date <= '2026-10-26' || date >= '2026-11-09') prices.realise('MD', date, 50_000);
    }
    return prices;
  }

  async function daysOf(allowStale: boolean) {
    const prices = withGap();
    const history = await readHistory(prices, '2026-10-27', LAST_DATE);
    const range = { first: '2026-10-27', last: '2026-11-11', days: 1, allowStale };
    const days: unknown[][] = [];
    for await (const { date, isStale, predictions } of hindcasts(prices, history, range)) {
      days.push([date, isStale, predictions[0]?.origin, predictions[0]?.inputsUntil]);
    }
    return days;
  }

  test('inputs that are too old are named, and nothing is predicted from them', async () => {
    const days = await daysOf(false);
    const made = days.filter(([, stale]) => !stale);
    expect(made).toEqual([
      ['2026-10-27', false, 'hindcast', FLAT],
      ['2026-10-28', false, 'hindcast', FLAT],
      ['2026-10-29', false, 'hindcast', FLAT],
      // Three days after the last that was known has ended.
      ['2026-10-30', false, 'hindcast', FLAT],
      ['2026-11-10', false, 'hindcast', new Date('2026-11-09T23:00Z')],
      ['2026-11-11', false, 'hindcast', new Date('2026-11-10T23:00Z')],
    ]);
    const stale = days.filter(([, each]) => each);
    expect(stale.map(([date]) => date)).toEqual(datesBetween('2026-10-31', '2026-11-09'));
    expect(stale.every(([, , origin]) => origin === undefined)).toBe(true);
  });

  test('inputs that are too old are used where that is allowed, and named with the prediction', async () => {
    const days = await daysOf(true);
    expect(days.every(([, stale]) => stale === false)).toBe(true);
    expect(days).toContainEqual(['2026-11-08', false, 'hindcast', FLAT]);
  });
});

test('a market has no hindcast before 28 of its days are known', async () => {
  const made = await hindcast(aStore(), { first: '2026-08-20', last: '2026-09-30', days: 1 });
  // At 09:00 the day before, MID3's prices of that day were not known.
  expect(made.map(({ market, generatedAt }) => [market, +generatedAt])).toEqual([
    ...MARKETS.slice(0, 3).map((market) => [market, hindcastTime('2026-09-29')]),
    ...MARKETS.map((market) => [market, hindcastTime('2026-09-30')]),
  ]);
});
