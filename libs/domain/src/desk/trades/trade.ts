import { dateAt, MICRO, MINUTE_MS, QUARTER_MS } from '@solano/domain/kernel';
import type { MilliEuro } from '@solano/domain/market';
import { quotient, toFixed } from '../evaluation/fraction.ts';

/** Where trades are executed: the auctions, the continuous market (MIC), and bilateral contracts (BIL). */
export const TRADE_SESSIONS = ['MD', 'MID1', 'MID2', 'MID3', 'MIC', 'BIL'] as const;
export type TradeSession = (typeof TRADE_SESSIONS)[number];

/** Lengths of the periods of the market, in minutes. */
export const MARKET_PERIODS = [15, 30, 60] as const;
export type MarketPeriod = (typeof MARKET_PERIODS)[number];

/** Magnitude that the MW of a trade do not reach: sums of 90,000 trades of a period stay exact. */
export const MAX_TRADE_MW = 100_000;
/** Magnitude that no price reaches, in EUR/MWh: beyond any market's cap. */
export const MAX_PRICE = 1_000_000;

/** Power that was bought or sold for a period. */
export interface Trade {
  /** Start of the period (ms), at a multiple of its length. */
  readonly start: number;
  readonly minutes: MarketPeriod;
  /** Whole micro-MW; what was sold is negative. */
  readonly microMw: number;
  readonly price: MilliEuro;
}

/** A trade with its session. */
export interface SessionTrade extends Trade {
  readonly session: TradeSession;
}

/** The trades of a session and Madrid day, as one delivery has them. */
export interface TradedDay {
  readonly session: TradeSession;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** In the order in which they came; at least one. */
  readonly trades: readonly Trade[];
}

/** Puts trades together by session and Madrid day of delivery, in order of both. */
export function daysOf(trades: Iterable<SessionTrade>): TradedDay[] {
  const days = new Map<string, { session: TradeSession; day: string; trades: Trade[] }>();
  // Sessions trade the same periods.
  const dates = new Map<number, string>();
  for (const { session, ...trade } of trades) {
    const day = dates.get(trade.start) ?? dateAt(trade.start);
    dates.set(trade.start, day);
    const key = `${day} ${TRADE_SESSIONS.indexOf(session)}`;
    const known = days.get(key);
    if (known) known.trades.push(trade);
    else days.set(key, { session, day, trades: [trade] });
  }
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, each]) => each);
}

/** All that one session traded for one period. */
export interface TradedPeriod {
  /** Start and end (ms). */
  readonly start: number;
  readonly end: number;
  /** Whole micro-MW: what was bought less what was sold. */
  readonly microMw: number;
  /** Whole micro-MW that changed hands, whatever the direction: fees go by it. */
  readonly turnover: number;
  /** What was paid less what was received, a whole number of {@link COST_PER_EURO}ths of one EUR. */
  readonly cost: bigint;
}

/** Micro-MW × thousandths of EUR/MWh × quarters of an hour in one EUR. */
const COST_PER_EURO = 4_000_000_000n;

/**
 * The sums of trades by period, in order of start; of two periods that begin together the shorter is
 * first.
 */
export function tradedPeriods(trades: Iterable<Trade>): TradedPeriod[] {
  const periods = new Map<
    string,
    { -readonly [Field in keyof TradedPeriod]: TradedPeriod[Field] }
  >();
  for (const { start, minutes, microMw, price } of trades) {
    const end = start + minutes * MINUTE_MS;
    const key = `${start} ${end}`;
    const sum = periods.get(key) ?? { start, end, microMw: 0, turnover: 0, cost: 0n };
    sum.microMw += microMw;
    sum.turnover += Math.abs(microMw);
    sum.cost += costOf(microMw, price, (end - start) / QUARTER_MS);
    periods.set(key, sum);
  }
  return [...periods.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function costOf(microMw: number, price: MilliEuro, quarters: number): bigint {
  const product = microMw * price * quarters;
  // Most products are exact as doubles, which are several times faster.
  return Number.isSafeInteger(product)
    ? BigInt(product)
    : BigInt(microMw) * BigInt(price) * BigInt(quarters);
}

/**
 * The mean price of a period in EUR/MWh: cost ÷ energy, rounded half up, away from zero, to three decimals;
 * null where as much was sold as was bought.
 */
export function meanPrice({ start, end, microMw, cost }: TradedPeriod): number | null {
  const quarters = BigInt((end - start) / QUARTER_MS);
  const energy = { num: BigInt(microMw) * quarters, den: BigInt(4 * MICRO) };
  const price = quotient({ num: cost, den: COST_PER_EURO }, energy);
  return price === undefined ? null : Number(toFixed(price, 3));
}

/** The cost of a period in EUR with two decimals. */
export function costText({ cost }: TradedPeriod): string {
  return toFixed({ num: cost, den: COST_PER_EURO }, 2);
}
