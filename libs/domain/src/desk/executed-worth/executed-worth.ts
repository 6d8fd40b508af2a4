import { dateAfter, dateAt, datesBetween, NO_PAUSE, startOfDate } from '@solano/domain/kernel';
import { countedTrades } from '../deviation/decided-energy.ts';
import { type DayOfItems, itemsByDay } from '../deviation/items-by-day.ts';
import { type BoughtDeps, MAX_DEVIATION_DAYS } from '../deviation/read-deviation.ts';
import { type TradeDifference, tradeDifferences } from '../deviation/trade-differences.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import type { DeliveredDay } from '../trades/trade-store.ts';
import { type ExecutedShare, ExecutedShares } from './executed-shares.ts';
import { type ExecutedWorth, WorthSum } from './worth-sum.ts';

/** A purchase with its Madrid days of delivery. */
interface Delivery {
  readonly purchase: Purchase;
  readonly days: readonly string[];
}

/** Days of a month, and what was executed on them, by day. */
interface Month {
  readonly from: string;
  readonly to: string;
  readonly executed: ReadonlyMap<string, readonly DeliveredDay[]>;
}

/**
 * What executed trades say of some purchases of a customer, by purchase: none of those that were not decided in
 * time, that no trades are about, or that span more than {@link MAX_DEVIATION_DAYS} days. Trades are shared
 * among all purchases of their user and retailer, see {@link ExecutedShares}. Errors: `store_unavailable`.
 */
export async function executedWorths(
  deps: BoughtDeps,
  purchases: readonly Purchase[],
): Promise<ReadonlyMap<string, ExecutedWorth>> {
  const worths = new Map<string, ExecutedWorth>();
  const deliveries = purchases.flatMap((each) => deliveryOf(each) ?? []);
  const portfolios = Map.groupBy(deliveries, ({ purchase: { user, retailer } }) =>
    JSON.stringify([user, retailer]),
  );
  for (const own of portfolios.values()) {
    for (const [id, { worth }] of await sumsOf(deps, own)) if (worth) worths.set(id, worth);
  }
  return worths;
}

/**
 * What was executed on the days of a purchase for its user and retailer, beside all that was decided; none where
 * it spans more than {@link MAX_DEVIATION_DAYS} days. Errors: `store_unavailable`.
 */
export async function executedOf(
  deps: BoughtDeps,
  purchase: Purchase,
): Promise<readonly TradeDifference[]> {
  const days = deliveryOf(purchase)?.days;
  if (!days) return [];
  const { customerId, user, retailer } = purchase;
  const range = { from: days[0] as string, to: days.at(-1) as string };
  return tradeDifferences(deps, { customerId, portfolio: { user, retailer }, ...range });
}

function deliveryOf(purchase: Purchase): Delivery | undefined {
  const { deliversFrom, deliversTo } = purchase;
  if (!deliversFrom || !deliversTo) return undefined;
  const [from, to] = [dateAt(deliversFrom.getTime()), dateAt(deliversTo.getTime() - 1)];
  if (dateAfter(from, MAX_DEVIATION_DAYS) <= to) return undefined;
  return { purchase, days: datesBetween(from, to) };
}

/** Sums of the purchases of one portfolio that trades are about, month by month of delivery. */
async function sumsOf(
  deps: BoughtDeps,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, WorthSum>> {
  const [{ purchase }] = deliveries as [Delivery];
  const months = await executedMonths(deps, purchase, deliveries);
  const traded = new Set(months.flatMap(({ executed }) => [...executed.keys()]));
  const touched = deliveries.filter(({ days }) => days.some((day) => traded.has(day)));
  const sums = new Map(touched.map((each) => [each.purchase.id, new WorthSum()]));
  const needed = new Set(touched.flatMap(({ days }) => days));
  for (const month of months) {
    const isNeeded = datesBetween(month.from, month.to).some((day) => needed.has(day));
    if (isNeeded) await addMonth(deps, purchase, month, sums);
  }
  return sums;
}

/** The months in which any of the purchases is delivered, each as far as they are. */
function monthsOf(
  deliveries: readonly Delivery[],
): { readonly from: string; readonly to: string }[] {
  const days = [...new Set(deliveries.flatMap((each) => each.days))].sort();
  const months = Map.groupBy(days, (day) => day.slice(0, 'YYYY-MM'.length));
  return [...months.values()].map((own) => ({ from: own[0] as string, to: own.at(-1) as string }));
}

async function addMonth(
  deps: BoughtDeps,
  purchase: Purchase,
  month: Month,
  sums: ReadonlyMap<string, WorthSum>,
): Promise<void> {
  const { pause = NO_PAUSE } = deps;
  const { realised, now, shares, counted } = await sharesOfMonth(deps, purchase, month, sums);
  for (const [id, own] of counted) {
    const executed = (day: string) => shares.get(day)?.get(id) ?? [];
    sums.get(id)?.add(own, executed, { prices: realised, now });
    await pause();
  }
}

/**
 * Shares what was executed on days of a month among the purchases of a portfolio that were decided in time.
 *
 * @param wanted of these the days that count are returned.
 */
async function sharesOfMonth(
  { purchases, prices, realisedCurves, clock, pause = NO_PAUSE }: BoughtDeps,
  { customerId, user, retailer }: Purchase,
  { from, to, executed }: Month,
  wanted: { readonly has: (id: string) => boolean },
) {
  const realised = await realisedCurves.of(prices.seenBy(customerId), from, to);
  const now = clock().getTime();
  const days = new Map(
    Array.from(executed, ([day, own]) => [day, new ExecutedShares(day, own, realised, now)]),
  );
  const counted = new Map<string, { readonly idmodel: number; readonly days: DayOfItems[] }>();
  const window = { from: startOfDate(from), to: startOfDate(dateAfter(to, 1)) };
  const delivery = { from: new Date(window.from), to: new Date(window.to) };
  for await (const each of purchases.delivered(customerId, { user, retailer }, delivery)) {
    const items = readSeries(JSON.parse(each.series));
    const decided = countedTrades(each, items);
    const idmodel = each.decision?.idmodel;
    if (!decided || idmodel === null || idmodel === undefined) continue;
    const { id } = each.purchase;
    const own = itemsByDay(items, decided, window);
    for (const day of own) days.get(day.date)?.add(id, day);
    if (wanted.has(id) && own.length > 0) counted.set(id, { idmodel, days: own });
    await pause();
  }
  const shares = new Map<string, ExecutedShares['shares']>();
  for (const [day, own] of days) {
    shares.set(day, own.shares);
    await pause();
  }
  return { realised, now, shares, counted };
}

/**
 * The parts of a purchase of what was executed, by Madrid day of delivery; no days of which no trades were
 * delivered, and none where it was not decided in time. Errors: `store_unavailable`.
 */
export async function executedSharesOf(
  deps: BoughtDeps,
  purchase: Purchase,
): Promise<ReadonlyMap<string, readonly ExecutedShare[]>> {
  const found = new Map<string, readonly ExecutedShare[]>();
  const delivery = deliveryOf(purchase);
  const months = delivery ? await executedMonths(deps, purchase, [delivery]) : [];
  for (const month of months.filter(({ executed }) => executed.size > 0)) {
    const { shares } = await sharesOfMonth(deps, purchase, month, new Set());
    for (const [day, own] of shares) found.set(day, own.get(purchase.id) ?? []);
  }
  return found;
}

async function executedMonths(
  { trades }: BoughtDeps,
  { customerId, user, retailer }: Purchase,
  deliveries: readonly Delivery[],
): Promise<Month[]> {
  const months: Month[] = [];
  for (const { from, to } of monthsOf(deliveries)) {
    const days = await trades.executed(customerId, { user, retailer }, from, to);
    months.push({ from, to, executed: Map.groupBy(days, ({ day }) => day) });
  }
  return months;
}
