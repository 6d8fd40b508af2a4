import {
  type JsonText,
  MICRO,
  MINUTE_MS,
  QUARTER_MINUTES,
  QUARTER_MS,
  roundHalfAway,
  startOfDate,
} from '@solano/domain/kernel';
import { DAY_AHEAD, minutesWithin, quartersOf, type Session } from '@solano/domain/market';
import type { SessionBid } from '../bids/bid.ts';
import { countedModel } from '../decisions/counted-model.ts';
import { clearedItem } from '../evaluation/cleared-bids.ts';
import { EVALUATION_FEE, ExactTrades } from '../evaluation/cost.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import { absolute } from '../evaluation/fraction.ts';
import { HeldSessions, type SettledTrades } from '../evaluation/held-sessions.ts';
import { pricedItems, type RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import { tradesAndBids } from '../evaluation/stored-bids.ts';
import type { ItemTrade } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { parseForecast } from '../purchase-forecast/purchase-forecast.ts';
import type { DeliveredPurchase } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import { TRADE_SESSIONS } from '../trades/trade.ts';
import type { DeliveredDay } from '../trades/trade-store.ts';
import { PER_MWH } from './compared-period.ts';
import { type DayOfItems, type DecidedTrades, itemsByDay, type Window } from './items-by-day.ts';

/** Units of energy in one MW for one minute. */
const PER_MW_MINUTE = PER_MWH / 60n;
const PER_MICRO_MW_MINUTE = PER_MW_MINUTE / 1_000_000n;
/** Units of money in one unit of energy at a thousandth of EUR/MWh. */
const PER_MILLI = 4n;
const FEE = BigInt(EVALUATION_FEE);

export const DECIDED = 1;
export const EXECUTED = 2;

/** Energy and cost of a session by quarter hour, in the units of a compared period. */
export interface SessionQuarters {
  readonly session: string;
  readonly bought: readonly bigint[];
  /** Fees included. */
  readonly cost: readonly bigint[];
  /** Bits of what it rests on: {@link DECIDED}, {@link EXECUTED}. */
  readonly basis: Uint8Array;
  /** Whether a price is missing of what was decided there. */
  readonly unpriced: Uint8Array;
}

/**
 * Adds up by quarter hour what a portfolio bought: for each session and day the executed trades where any
 * were delivered for it, else what was decided. Trades first, then purchases.
 */
export class BoughtEnergy {
  readonly #window: Window;
  readonly #prices: RealisedPriceCurves;
  readonly #now: number;
  readonly #length: number;
  readonly #sessions = new Map<string, Mutable>();
  /** The sessions of which executed trades were delivered, by day. */
  readonly #executed = new Map<string, Set<string>>();
  /** Ids of the purchases that nobody decided in time. */
  readonly undecided: string[] = [];
  /** Energy of cancelled sessions that no later one covers, by session and quarter hour. */
  readonly notBought = new Map<string, bigint[]>();
  /** Energy of cancelled sessions that counts in a later one: what is executed there is left out. */
  readonly moved: { readonly from: Session; readonly to: Session; readonly energy: bigint }[] = [];
  /** By quarter hour: whether anything was decided or executed, and whether a price of it is missing. */
  readonly covered: Uint8Array;
  readonly unpriced: Uint8Array;
  /** Energy by quarter hour of the forecast that a decided purchase came from, the newest; undefined without one. */
  readonly forecast: (bigint | undefined)[];

  /** @param now (ms) sessions without prices are given up some days after delivery. */
  constructor(window: Window, prices: RealisedPriceCurves, now: number) {
    this.#window = window;
    this.#prices = prices;
    this.#now = now;
    this.#length = (window.to - window.from) / QUARTER_MS;
    this.covered = new Uint8Array(this.#length);
    this.unpriced = new Uint8Array(this.#length);
    this.forecast = Array.from({ length: this.#length });
  }

  /** In the order of sessions. */
  get sessions(): SessionQuarters[] {
    const order = [...TRADE_SESSIONS, ...this.#sessions.keys()];
    const names = [...new Set<string>(order)];
    return names.flatMap((session) => this.#sessions.get(session) ?? []);
  }

  addExecuted({ session, day, trades }: DeliveredDay): void {
    this.#noteExecuted(session, day);
    const sums = this.#of(session);
    for (const { start, minutes, microMw, price } of trades) {
      const energy = BigInt(microMw) * BigInt(QUARTER_MINUTES) * PER_MICRO_MW_MINUTE;
      const cost = (energy * BigInt(price) + absolute(energy) * FEE) * PER_MILLI;
      const first = (start - this.#window.from) / QUARTER_MS;
      for (let quarter = first; quarter < first + minutes / QUARTER_MINUTES; quarter += 1) {
        add(sums, quarter, { energy, cost, basis: EXECUTED });
        this.covered[quarter] = 1;
      }
    }
  }

  /** Adds a part of what was executed of a session and Madrid day, by quarter hour of the day. */
  addShare({ session, bought, cost, basis }: SessionQuarters, day: string): void {
    this.#noteExecuted(session, day);
    const sums = this.#of(session);
    const first = (startOfDate(day) - this.#window.from) / QUARTER_MS;
    for (const [i, energy] of bought.entries()) {
      add(sums, first + i, { energy, cost: cost[i] as bigint, basis: basis[i] as number });
    }
  }

  /** @param delivered purchases come in order of creation. */
  addPurchase(delivered: DeliveredPurchase): void {
    const items = readSeries(JSON.parse(delivered.series));
    if (!items.some((item) => this.#isWithin(item))) return;
    const decided = countedTrades(delivered, items);
    if (!decided) {
      this.undecided.push(delivered.purchase.id);
      return;
    }
    if (delivered.forecast !== undefined) this.#addForecast(delivered.forecast);
    for (const day of itemsByDay(items, decided, this.#window)) this.addDay(day);
  }

  #addForecast(json: JsonText): void {
    for (const { period, megawatts } of readSeries(parseForecast(json).items)) {
      const microMw = BigInt(Math.round(megawatts * MICRO));
      for (const { quarter, minutes } of quartersWithin(this.#window, period)) {
        this.forecast[quarter] = microMw * BigInt(minutes) * PER_MICRO_MW_MINUTE;
      }
    }
  }

  /**
   * Adds what was decided for a day of a purchase; of bids, what they bought at realised prices. Which sessions
   * were held is a matter of each day, whatever else the purchase delivers.
   */
  addDay(day: DayOfItems): void {
    const { date, items } = day;
    for (const { period } of items) {
      for (const { quarter } of quartersWithin(this.#window, period)) this.covered[quarter] = 1;
    }
    const executed = this.#executed.get(date);
    const isLeft = ({ session }: ItemTrade) => !executed?.has(session);
    const held = new HeldSessions(pricedItems(items, this.#prices, this.#now));
    const decided = day.bids ? this.#cleared(day.bids, items, held) : day.trades;
    const trades = executed ? decided.filter(isLeft) : decided;
    const exact = new ExactTrades(items, trades);
    const all = held.settle(trades);
    const parts = all ? [trades] : trades.map((trade) => [trade]);
    for (const part of parts) {
      const settled = all ?? held.settle(part);
      if (!settled) {
        for (const trade of part) {
          const session = held.lackingSession(trade) ?? trade.session;
          this.#markUnpriced(session, items[trade.item] as SeriesItem);
        }
        continue;
      }
      for (const trade of settled.notBought) this.#addNotBought(exact, items, trade);
      for (const trade of settled.trades) if (isLeft(trade)) this.#add(exact, items, trade);
      for (const { from, trade } of settled.moved) {
        if (isLeft(trade)) this.#addMoved(exact, items, { from, trade });
      }
    }
  }

  /** What bids bought; all that an item is bid for in lacks a price where one is missing. */
  #cleared(
    bids: readonly (readonly SessionBid[])[],
    items: readonly SeriesItem[],
    held: HeldSessions,
  ): ItemTrade[] {
    return items.flatMap((item, index) => {
      const own = bids[index] as readonly SessionBid[];
      const cleared = clearedItem(own, { ...item, index }, held);
      if (cleared) return cleared;
      for (const { session } of own) this.#markUnpriced(session, item);
      return [];
    });
  }

  #noteExecuted(session: string, day: string): void {
    const sessions = this.#executed.get(day) ?? new Set();
    this.#executed.set(day, sessions.add(session));
  }

  #add(exact: ExactTrades, items: readonly SeriesItem[], trade: ItemTrade): void {
    const sums = this.#of(trade.session);
    const { net, turnover } = exact.traded(trade);
    const curve = this.#prices.curves.get(trade.session as Session);
    const { period } = items[trade.item] as SeriesItem;
    // Most quarters of an item have as many minutes of it.
    let [known, energy, atPrice, fees] = [0, 0n, 0n, 0n];
    for (const { quarter, end, minutes } of quartersWithin(this.#window, period)) {
      if (minutes !== known) {
        known = minutes;
        energy = energyOf(exact, net, minutes);
        const traded = turnover === net ? energy : energyOf(exact, turnover, minutes);
        [atPrice, fees] = [energy * PER_MILLI, traded * FEE * PER_MILLI];
      }
      const cost = atPrice * BigInt(curve?.get(end) as number) + fees;
      add(sums, quarter, { energy, cost, basis: DECIDED });
    }
  }

  #addNotBought(exact: ExactTrades, items: readonly SeriesItem[], trade: ItemTrade): void {
    const { net } = exact.traded(trade);
    const energies = this.notBought.get(trade.session) ?? this.#noEnergy();
    this.notBought.set(trade.session, energies);
    for (const { quarter, minutes } of quartersWithin(
      this.#window,
      (items[trade.item] as SeriesItem).period,
    )) {
      energies[quarter] = (energies[quarter] as bigint) + energyOf(exact, net, minutes);
    }
  }

  #addMoved(
    exact: ExactTrades,
    items: readonly SeriesItem[],
    { from, trade }: SettledTrades['moved'][number],
  ): void {
    const { minutes } = (items[trade.item] as SeriesItem).period;
    const energy = energyOf(exact, exact.traded(trade).net, minutes);
    this.moved.push({ from, to: trade.session as Session, energy });
  }

  #markUnpriced(session: string, { period }: SeriesItem): void {
    const { unpriced } = this.#of(session);
    for (const { quarter } of quartersWithin(this.#window, period)) {
      unpriced[quarter] = 1;
      this.unpriced[quarter] = 1;
    }
  }

  #isWithin({ period }: SeriesItem): boolean {
    const { from, to } = this.#window;
    return period.end > from && period.end - period.minutes * MINUTE_MS < to;
  }

  #noEnergy(): bigint[] {
    return Array.from<bigint>({ length: this.#length }).fill(0n);
  }

  #of(session: string): Mutable {
    const known = this.#sessions.get(session);
    if (known) return known;
    const sums = {
      session,
      bought: this.#noEnergy(),
      cost: this.#noEnergy(),
      basis: new Uint8Array(this.#length),
      unpriced: new Uint8Array(this.#length),
    };
    this.#sessions.set(session, sums);
    return sums;
  }
}

/** What the output by which sums go buys; undefined where nothing was decided in time. */
export function countedTrades(
  { decision, output, evaluation }: DeliveredPurchase,
  items: readonly SeriesItem[],
): DecidedTrades | undefined {
  const evaluated = evaluation && { ...parseEvaluation(evaluation), ...evaluation };
  if (output === undefined || countedModel(decision, evaluated) === null) return undefined;
  return tradesAndBids(output, items);
}

/** The quarter hours of a window that a period touches, with their ends and the minutes of it. */
export function* quartersWithin({ from, to }: Window, period: SeriesItem['period']) {
  for (const end of quartersOf(period)) {
    if (end <= from || end > to) continue;
    yield { quarter: (end - from) / QUARTER_MS - 1, end, minutes: minutesWithin(end, period) };
  }
}

type Mutable = {
  -readonly [Field in keyof SessionQuarters]: SessionQuarters[Field] extends readonly bigint[]
    ? bigint[]
    : SessionQuarters[Field];
};

function add(
  sums: Mutable,
  quarter: number,
  { energy, cost, basis }: { energy: bigint; cost: bigint; basis: number },
): void {
  sums.bought[quarter] = (sums.bought[quarter] as bigint) + energy;
  sums.cost[quarter] = (sums.cost[quarter] as bigint) + cost;
  sums.basis[quarter] = (sums.basis[quarter] as number) | basis;
}

/** One MW × percent for a minute, in units of energy. */
const PER_PERCENT_MINUTE = PER_MW_MINUTE / 100n;

/** MW × percent, a whole number of 1 / {@link ExactTrades.unit}, for some minutes in units of energy. */
export function energyOf({ unit }: ExactTrades, megawatts: bigint, minutes: number): bigint {
  // Both are powers of ten: it is exact unless there are more decimals than units have.
  if (unit <= PER_PERCENT_MINUTE) return megawatts * BigInt(minutes) * (PER_PERCENT_MINUTE / unit);
  return roundHalfAway(megawatts * BigInt(minutes) * PER_PERCENT_MINUTE, unit);
}

/** The day-ahead price (thousandths of EUR/MWh) of a quarter hour by its end (ms), undefined where there is none. */
export function dayAheadPrice({ curves }: RealisedPriceCurves, end: number): number | undefined {
  return curves.get(DAY_AHEAD.session)?.get(end);
}
