import '@solano/domain/contracts/thoroughness';
import { dateAfter, datesBetween, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import {
  expectedAt,
  MARKETS,
  type Market,
  type MarketDay,
  type RealisedPrices,
} from '@solano/domain/market';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Published } from './market-year.ts';
import { Simulation } from './simulation.ts';

const isShort = inject('thoroughness') === 1;
interface Period {
  readonly first: string;
  readonly days: number;
  /** Of days: the quarter hours that the day-ahead market and the last auction have. */
  readonly quarters: Readonly<Record<string, readonly [number, number]>>;
}
/** Periods in which the clock changes: in `npm test` some weeks around each change, else a whole year. */
const PERIODS: readonly Period[] = isShort
  ? [
      { first: '2025-10-14', days: 24, quarters: { '2025-10-26': [100, 48] } },
      { first: '2026-03-17', days: 24, quarters: { '2026-03-29': [92, 48] } },
    ]
  : [
      {
        first: '2025-10-01',
        days: 365,
        quarters: { '2025-10-26': [100, 48], '2026-03-29': [92, 48] },
      },
    ];

// A failed run is repeated with the seed that its title has: SEED=<seed> npx vitest run tools/market-year
describe.each(PERIODS.map((period) => ({ ...period, seed: inject('seed') })))(
  'market data of $days days from $first, of the seed $seed,',
  ({ first, days: count, quarters, seed }) => {
    const simulation = new Simulation({
      seed,
      first,
      days: count,
      skipsIdleLooks: isShort,
    });
    const last = dateAfter(first, count);
    const dates = datesBetween(dateAfter(first, -300), dateAfter(last, -4));
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
    const newest = (published: readonly Published[]) => published.at(-1) as Published;

    test('lose no day: each has the last revision of its prices, or is known to be cancelled', () => {
      const lost = days().filter(({ published, day }) => {
        const { priceAt, revision } = newest(published);
        const status = priceAt ? 'realised' : 'cancelled';
        return (
          day?.status !== status ||
          day.document?.source !== 'omie' ||
          day.document.revision !== revision
        );
      });
      expect(lost.map(({ market, date }) => `${market} ${date}`)).toEqual([]);
    });

    test('have no wrong row', () => {
      for (const { market, date, published, prices } of days()) {
        const { priceAt } = newest(published);
        const expected = priceAt ? (prices?.ends ?? []).map((_, i) => priceAt(i)) : [];
        expect(prices?.prices, `${market} ${date}`).toEqual(expected);
        expect((prices?.ends.length ?? 0) > 0, `${market} ${date}`).toBe(priceAt !== undefined);
      }
    });

    test.each(Object.entries(quarters))(
      'have the quarter hours of %s, on which the clock changes',
      (date, expected) => {
        for (const [i, market] of (['md_pdbc_spain', 'mid_pibc03_spain'] as const).entries()) {
          const { published, prices } = of(market, date);
          // An auction that was cancelled has no prices.
          const length = newest(published).priceAt ? expected[i] : 0;
          expect({ market, length: prices?.ends.length ?? 0 }).toEqual({ market, length });
        }
      },
    );

    test('make every price readable within six minutes of the publication of its document', async () => {
      const late: string[] = [];
      let documentCount = 0;
      for (const { market, date, published } of days()) {
        if (expectedAt(market, date) < simulation.start) continue;
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
          documentCount += 1;
          if (minutes > 6) late.push(`${market} ${date}.${revision}: ${minutes} minutes`);
        }
      }
      expect(late).toEqual([]);
      expect(documentCount).toBeGreaterThan(3.8 * (count - 4));
    });

    test('never send a source more than 12 requests of back-filling in a minute', () => {
      for (const times of simulation.paced.values()) {
        const crowded = times.filter((at, i) => at - (times[i - 12] ?? -Infinity) < MINUTE_MS);
        expect(crowded).toEqual([]);
      }
      expect(simulation.paced.get('omie')?.length).toBeGreaterThan(1_000);
    });

    test('warn of an unused document once for each reason', () => {
      const repeated = [...simulation.warnings].filter(([, times]) => times > 1);
      expect(repeated).toEqual([]);
      const warnings = [...simulation.warnings.keys()].join('\n');
      for (const what of ['market data rejected', 'market data held']) {
        expect(warnings).toContain(what);
      }
    });

    test('can trace every price to a document as it came', () => {
      for (const { market, date, day } of days()) {
        const content = simulation.objects.get(`market/omie/${day?.document?.name}`);
        const digest = simulation.digestOf(content ?? new Uint8Array());
        expect(digest, `${market} ${date}`).toBe(day?.document?.digest);
      }
    });

    test('keep every version of a forecast with the time at which it was known', async () => {
      const date = dateAfter(first, 9);
      const versions = await simulation.market.fundamentalVersions('wind', date, date);
      const known = versions.map(({ knownAt, values }) => ({
        hours: (knownAt.getTime() - expectedAt('wind', date)) / HOUR_MS,
        value: values[0],
      }));
      expect(known.map(({ value }) => value)).toEqual([7_000_001, 7_000_002]);
      expect(known[0]?.hours).toBeLessThan(9);
      expect(known[1]?.hours).toBeGreaterThan(12);
      expect(known[1]?.hours).toBeLessThan(23);
    });

    test('are not collected by one process', () => {
      expect(simulation.kills).toBeGreaterThan(5);
      expect(simulation.predictions).toBeGreaterThan(3 * count);
    });
  },
);
