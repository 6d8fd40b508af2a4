import {
  type DeliveredPurchase,
  type PurchaseStore,
  readSeries,
  recordTrades,
  type SessionTrade,
  type TradeSession,
  type TradeStore,
  tradesOfOutput,
} from '@solano/domain/desk';
import {
  type Clock,
  type DayRange,
  dateAfter,
  dateAt,
  datesBetween,
  HOUR_MS,
  hourAt,
  MICRO,
  QUARTER_MS,
  quartersOfDate,
  startOfDate,
} from '@solano/domain/kernel';
import {
  CurveBuilder,
  DAY_AHEAD,
  type Market,
  type MilliEuro,
  type PriceCurve,
  type PriceReader,
  type PriceStore,
  SESSIONS,
} from '@solano/domain/market';
import type { AuditSource } from '@solano/domain/service';
import { DEMO_GROUPS, DEMO_PORTFOLIO, demoConsumption, noise } from './demo-power.ts';
import { delivers, demoPurchases, expectedSeries } from './demo-purchases.ts';

/** Where the desk buys what nobody decided, and the part of it that it leaves to the second of them. */
const EXPECTED_IN: readonly string[] = ['MD', 'MID1'];
const INTRADAY_SHARE = 0.15;
/** Hours (Madrid clock) in which the desk corrects what it bought, on some days, and how much of its error. */
const CORRECTED = { from: 18, to: 21, share: 0.7 };
/** About one day in four. */
const CORRECTED_ABOVE = 0.5;
/** What the continuous market costs beyond the day-ahead price, in thousandths of EUR/MWh. */
const CONTINUOUS: MilliEuro = 1_500;
/** Tenths of a MW, in which is traded. */
const LOT = 10;

export interface DemoTradeDeps {
  readonly trades: Pick<TradeStore, 'executed' | 'record'>;
  readonly purchases: Pick<PurchaseStore, 'delivered'>;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly clock: Clock;
}

/**
 * Records what the demonstration's portfolio bought on some past days of which no trades are known, in one
 * delivery: what was decided in time, at the realised prices, else what was expected; and some corrections.
 * Days whose prices are not known are left out. Errors: `store_unavailable`.
 */
export async function putDemoTrades(
  deps: DemoTradeDeps,
  source: AuditSource,
  customerId: string,
  { from, to }: DayRange,
): Promise<void> {
  const traded = await deps.trades.executed(customerId, DEMO_PORTFOLIO, from, to);
  const known = new Set(traded.map(({ day }) => day));
  const dates = datesBetween(from, to).filter((date) => !known.has(date));
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return;
  const purchases = await demoPurchases(deps, customerId, first, last);
  const decided = purchases.filter((each) => each.output !== undefined);
  const firstDecided = decided.map(firstDay).sort()[0];
  const prices: SessionPrices = new Map();
  for (const { session, market } of SESSIONS) {
    const since = EXPECTED_IN.includes(session) ? first : firstDecided;
    const own = deps.prices.seenBy(customerId);
    if (since !== undefined) prices.set(session, await realisedPrices(own, market, since, last));
  }
  const trades: SessionTrade[] = [];
  for (const date of dates) {
    const own = decided.filter((each) => delivers(each, date));
    trades.push(...tradesOfDay(date, prices, own));
  }
  if (trades.length === 0) return;
  await recordTrades(deps, { source, customerId, portfolio: DEMO_PORTFOLIO, trades });
}

/** The prices of sessions. */
type SessionPrices = Map<string, PriceCurve>;

async function realisedPrices(
  prices: Pick<PriceReader, 'realised'>,
  market: Market,
  from: string,
  to: string,
): Promise<PriceCurve> {
  const builder = new CurveBuilder(datesBetween(from, to).flatMap(quartersOfDate));
  for await (const day of prices.realised(market, from, to)) builder.addOlder(day);
  return builder.curve;
}

function firstDay({ purchase }: DeliveredPurchase): string {
  return dateAt((purchase.deliversFrom ?? new Date()).getTime());
}

/** Power of an hour (its start in ms) that a session bought. */
interface BoughtHour {
  readonly session: string;
  readonly start: number;
  readonly megawatts: number;
}

/**
 * What was bought for a day, hour by hour; nothing where a price that it takes is not known, or where it was
 * decided otherwise than by hours.
 *
 * @param decided the purchases of the day with a decision in time.
 */
function tradesOfDay(
  date: string,
  prices: SessionPrices,
  decided: readonly DeliveredPurchase[],
): SessionTrade[] {
  const bought = decided.length > 0 ? decided.flatMap(boughtHours) : expectedHours(date);
  const hours = [...bought, ...corrections(date, bought)];
  const trades = hours
    .filter(({ megawatts }) => megawatts !== 0)
    .map((hour) => {
      const price = priceOf(hour, prices);
      return price === undefined ? undefined : tradeOf(hour, price);
    });
  const [start, end] = [startOfDate(date), startOfDate(dateAfter(date, 1))];
  const isWhole = trades.every((each) => each && each.start >= start && each.start < end);
  return isWhole ? trades.flatMap((each) => each ?? []) : [];
}

function expectedHours(date: string): BoughtHour[] {
  return readSeries(expectedSeries(date)).flatMap(({ period, megawatts }) => {
    const start = period.end - HOUR_MS;
    const intraday = inLots(INTRADAY_SHARE * megawatts);
    return [
      { session: 'MD', start, megawatts: inLots(megawatts - intraday) },
      { session: 'MID1', start, megawatts: intraday },
    ];
  });
}

/** What the decided model bought; parts that are no whole lots are left to the next session. */
function boughtHours({ series, output = '' }: DeliveredPurchase): BoughtHour[] {
  const items = readSeries(JSON.parse(series));
  const left = new Map<number, number>();
  return tradesOfOutput(output, items).trades.map(({ item, session, bought, sold }) => {
    const { period, megawatts = 0 } = items[item] ?? {};
    const wanted = ((bought - sold) / 100) * megawatts + (left.get(item) ?? 0);
    left.set(item, wanted - inLots(wanted));
    // Anything but an hour has no price.
    const start = period?.minutes === 60 ? period.end - HOUR_MS : Number.NaN;
    return { session, start, megawatts: inLots(wanted) };
  });
}

/** On some evenings the desk buys or sells a part of what it lacks or has too much. */
function corrections(date: string, bought: readonly BoughtHour[]): BoughtHour[] {
  const day = startOfDate(date);
  if (noise(80, Math.round(day / HOUR_MS)) < CORRECTED_ABOVE) return [];
  const hours = Map.groupBy(bought, ({ start }) => start);
  return [...hours].flatMap(([start, own]): BoughtHour | [] => {
    const hour = hourAt(start);
    if (hour < CORRECTED.from || hour >= CORRECTED.to) return [];
    const all = own.reduce((sum, { megawatts }) => sum + megawatts, 0);
    const megawatts = inLots(CORRECTED.share * (consumed(start) - all));
    return { session: 'MIC', start, megawatts };
  });
}

function consumed(start: number): number {
  return DEMO_GROUPS.reduce((sum, group) => sum + demoConsumption(group, start + HOUR_MS / 2), 0);
}

/** The mean of the hour's quarters in thousandths of EUR/MWh. */
function priceOf({ session, start, megawatts }: BoughtHour, prices: SessionPrices) {
  const isContinuous = session === 'MIC';
  const own = prices.get(isContinuous ? DAY_AHEAD.session : session);
  const quarters = [1, 2, 3, 4].map((quarter) => own?.get(start + quarter * QUARTER_MS));
  const sum = quarters.reduce<number>((all, price) => all + (price ?? Number.NaN), 0);
  if (Number.isNaN(sum)) return undefined;
  return Math.round(sum / 4) + (isContinuous ? Math.sign(megawatts) * CONTINUOUS : 0);
}

function tradeOf({ session, start, megawatts }: BoughtHour, price: MilliEuro): SessionTrade {
  const microMw = Math.round(megawatts * MICRO);
  return { session: session as TradeSession, start, minutes: 60, microMw, price };
}

function inLots(megawatts: number): number {
  return Math.round(megawatts * LOT) / LOT;
}
