// What a month of a portfolio is filled with, for the comparison of bought and measured energy.
import { anEntry, aPurchase } from '@solano/domain/contracts';
import { deliveryTimes, readSeries } from '@solano/domain/desk';
import {
  dateAfter,
  datesBetween,
  HOUR_MS,
  labelOf,
  MICRO,
  quartersOfDate,
  startOfDate,
} from '@solano/domain/kernel';
import { SESSIONS } from '@solano/domain/market';
import type { postgresStores } from '@solano/postgres';

type Stores = ReturnType<typeof postgresStores>;

const PORTFOLIO = { user: 'bench', retailer: 'bench' };
const GROUPS = 20;
const DAYS = 30;
const SHARES = { MD: 70, MID1: 15, MID2: 10, MID3: 5 };
/** A decision without sessions that it came too late for counts. */
const IN_TIME = { idmodel: 1, note: '', decidedBy: 'bench' };

/**
 * A month of a user and retailer: 20 groups by quarter hours, a decided purchase of each day's hours, and
 * all prices by quarter hours. Returns the path of its deviation.
 *
 * @param last the last day.
 */
export async function fillDeviation(
  stores: Stores,
  customerId: string,
  last: string,
): Promise<string> {
  const first = dateAfter(last, 1 - DAYS);
  const dates = datesBetween(first, last);
  await measure(stores, customerId, dates);
  await addPrices(stores, dates);
  for (const date of dates) await buy(stores, customerId, date);
  const { user, retailer } = PORTFOLIO;
  return `/api/v0/user/${user}/deviation?retailer_id=${retailer}&from=${first}&to=${last}`;
}

async function measure(
  { measurements }: Stores,
  customerId: string,
  dates: readonly string[],
): Promise<void> {
  const start = startOfDate(dates[0] as string);
  const count = dates.flatMap(quartersOfDate).length;
  const groups = Array.from({ length: GROUPS }, (_, group) => {
    const microMw = Array.from({ length: count }, (_, i) => MICRO + ((i * 7919) % 997) * 1000);
    const series = { kind: 'consumption', ...PORTFOLIO, group: `g${group}` } as const;
    return { series, runs: [{ start, step: 15, microMw } as const] };
  });
  await measurements.record({ customerId, deliveredAt: new Date() }, groups, anEntry());
}

async function addPrices({ prices, imbalance }: Stores, dates: readonly string[]): Promise<void> {
  const stepMinutes = 15;
  const priceOf = (_: number, i: number) => 40_000 + ((i * 7919) % 60_000);
  const origin = { source: 'omie', version: 1, stepMinutes } as const;
  await prices.putRealised(
    SESSIONS.flatMap(({ session, market }) =>
      dates.map((date) => {
        const noon = startOfDate(date) + 12 * HOUR_MS;
        const ends = quartersOfDate(date).filter((end) => session !== 'MID3' || end > noon);
        return { market, date, ends, prices: ends.map(priceOf), ...origin };
      }),
    ),
  );
  const known = { settlement: 'C1', source: 'csv', knownAt: new Date(), stepMinutes } as const;
  await imbalance.revise(dates, () =>
    dates.map((date) => {
      const both = quartersOfDate(date).map(priceOf);
      return { date, short: both, long: both, ...known };
    }),
  );
}

async function buy(
  { purchases, decisions }: Stores,
  customerId: string,
  date: string,
): Promise<void> {
  const hours = quartersOfDate(date).filter((_, quarter) => quarter % 4 === 3);
  const items = hours.map((end, hour) => ({
    datetime: labelOf(end),
    purchase: 15 + (hour % 7) / 8,
  }));
  const purchase = aPurchase(customerId, { ...PORTFOLIO, ...deliveryTimes(readSeries(items)) });
  await purchases.add(purchase, JSON.stringify(items), { entry: anEntry() });
  const isAfternoon = (datetime: string) =>
    datetime.slice(11) > '12:00' || datetime.endsWith('00:00');
  const value = Object.fromEntries(
    Object.entries(SHARES).map(([session, purchase_percentage]) => {
      const own = items.filter(({ datetime }) => session !== 'MID3' || isAfternoon(datetime));
      return [
        session,
        own.map(({ datetime }) => ({ datetime, purchase_percentage, sale_percentage: 0 })),
      ];
    }),
  );
  await purchases.update(purchase.id, () => ({
    status: 'completed',
    error: '',
    updatedAt: new Date(),
    source: 'workflow',
    outputs: [{ idmodel: 1, json: JSON.stringify({ idmodel: 1, value }) }],
    entry: anEntry(),
  }));
  const decision = { ...IN_TIME, decidedAt: new Date() };
  await decisions.add(purchase.id, decision, { entry: anEntry(), deliveries: [] });
}
