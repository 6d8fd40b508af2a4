import '@solano/domain/contracts/thoroughness';
import type { Market, MarketDay, RealisedPrices } from '@solano/domain';
import { dateAfter, datesBetween, expectedAt, HOUR_MS, MARKETS, MINUTE_MS } from '@solano/domain';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Published } from './market-year.ts';
import { FIRST, LAST, Simulation, START } from './simulation.ts';

describe('a year of market data', () => {
  const simulation = new Simulation(inject('seed'), {
    skipsIdleLooks: inject('thoroughness') === 1,
  });
  const dates = datesBetween(dateAfter(FIRST, -300), dateAfter(LAST, -4));
  const stored = new Map<
    string,
    { day: MarketDay | undefined; prices: RealisedPrices | undefined }
  >();

  beforeAll(async () => {
    await simulation.run();
    for (const market of MARKETS) {
      for (const date of dates) {
        const { day, realised } = await simulation.market.known(market, date);
        stored.set(`${market} ${date}`, { day, prices: realised });
      }
    }
  });

  const days = () =>
    MARKETS.flatMap((market) => dates.map((date) => ({ market, date, ...of(market, date) })));
  const of = (market: Market, date: string) => {
    const published = simulation.year.published(market, date);
    return {
      published,
      ...(stored.get(`${market} ${date}`) as {
        day: MarketDay | undefined;
        prices: RealisedPrices | undefined;
      }),
    };
  };
  const last = (published: readonly Published[]) => published.at(-1) as Published;

  test('loses no day: each has the last revision of its prices, or is known to be cancelled', () => {
    const lost = days().filter(({ published, day }) => {
      const { priceAt, revision } = last(published);
      const status = priceAt ? 'realised' : 'cancelled';
      return (
        day?.status !== status ||
        day.document?.source !== 'omie' ||
        day.document.revision !== revision
      );
    });
    expect(lost.map(({ market, date }) => `${market} ${date}`)).toEqual([]);
  });

  test('has no wrong row', () => {
    for (const { market, date, published, prices } of days()) {
      const { priceAt } = last(published);
      const expected = priceAt ? (prices?.ends ?? []).map((_, i) => priceAt(i)) : [];
      expect(prices?.prices, `${market} ${date}`).toEqual(expected);
      expect((prices?.ends.length ?? 0) > 0, `${market} ${date}`).toBe(priceAt !== undefined);
    }
  });

  test('has both days on which the clock changes', () => {
    expect(of('md_pdbc_spain', '2025-10-26').prices?.ends.length).toBe(100);
    expect(of('md_pdbc_spain', '2026-03-29').prices?.ends.length).toBe(92);
    expect(of('mid_pibc03_spain', '2026-03-29').prices?.ends.length).toBe(48);
  });

  test('makes every price readable within six minutes of when its document can be had', async () => {
    const late: string[] = [];
    let count = 0;
    for (const { market, date, published } of days()) {
      if (expectedAt(market, date) < START) continue;
      const documents = await simulation.market.documents(market, date);
      for (const { revision, at, isOutside } of published) {
        if (isOutside) continue;
        const received = documents.find((each) => {
          return (
            each.source === 'omie' && each.revision === revision && each.outcome === 'accepted'
          );
        });
        const from = simulation.year.clearAfter('omie', Math.max(at, expectedAt(market, date)));
        const minutes = ((received?.receivedAt.getTime() ?? Infinity) - from) / MINUTE_MS;
        count += 1;
        if (minutes > 6) late.push(`${market} ${date}.${revision}: ${minutes} minutes`);
      }
    }
    expect(late).toEqual([]);
    expect(count).toBeGreaterThan(1_400);
  });

  test('never sends more than 12 requests of back-filling to a source in a minute', () => {
    for (const times of simulation.paced.values()) {
      const crowded = times.filter((at, i) => at - (times[i - 12] ?? -Infinity) < MINUTE_MS);
      expect(crowded).toEqual([]);
    }
    expect(simulation.paced.get('omie')?.length).toBeGreaterThan(1_000);
  });

  test('can trace every price to a document as it came', () => {
    for (const { market, date, day } of days()) {
      const content = simulation.objects.get(`market/omie/${day?.document?.name}`);
      const digest = simulation.digestOf(content ?? new Uint8Array());
      expect(digest, `${market} ${date}`).toBe(day?.document?.digest);
    }
  });

  test('keeps every version of a forecast with the time at which it was known', async () => {
    const date = '2026-06-15';
    const known = (hours: number) =>
      simulation.market.fundamentals(
        'wind',
        date,
        date,
        new Date(expectedAt('wind', date) + hours * HOUR_MS),
      );
    const [first] = await known(9);
    const [second] = await known(23);
    expect(first?.values[0]).toBe(7_000_001);
    expect(second?.values[0]).toBe(7_000_002);
  });

  test('does not run in one process', () => {
    expect(simulation.kills).toBeGreaterThan(20);
    expect(simulation.predictions).toBeGreaterThan(1_000);
  });
});
