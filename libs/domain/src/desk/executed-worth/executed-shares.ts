import { dateAfter, startOfDate } from '@solano/domain/kernel';
import { ExecutedEnergy } from '../deviation/executed-energy.ts';
import type { DayOfItems, Window } from '../deviation/items-by-day.ts';
import { energyOf, type QuarterEnergy, quartersWithin } from '../deviation/quarter-energy.ts';
import { ExactTrades } from '../evaluation/cost.ts';
import { absolute } from '../evaluation/fraction.ts';
import { HeldSessions } from '../evaluation/held-sessions.ts';
import { pricedItems, type RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import type { ItemTrade } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { DeliveredDay } from '../trades/trade-store.ts';

/** What the share of a purchase goes by: energy by quarter hour of a day. */
interface Weights {
  readonly id: string;
  /** What it decided to buy or sell, by session. */
  readonly decided: ReadonlyMap<string, readonly bigint[]>;
  readonly requested: () => readonly bigint[];
  /** That of 1 MW, where it has items. */
  readonly covered: () => readonly bigint[];
}

/** A purchase's part of what a session executed on a day, by quarter hour of the day. */
export interface ExecutedShare extends QuarterEnergy {
  readonly session: string;
  /** Whether the purchase decided anything there, or has a part of what was executed. */
  readonly isOwn: boolean;
}

/**
 * Shares what was executed on a Madrid day among purchases, quarter hour by quarter hour: in proportion to what
 * each decided in the session; where none did, to the items of each, and to their time where they are 0 MW.
 * Parts are whole units, and add up to what was executed.
 */
export class ExecutedShares {
  readonly #window: Window;
  readonly #prices: RealisedPriceCurves;
  readonly #now: number;
  readonly #executed: ReadonlyMap<string, QuarterEnergy>;
  readonly #weights: Weights[] = [];

  /**
   * @param executed what was delivered of the day, at least one session.
   * @param now (ms) sessions without prices are given up some days after delivery.
   */
  constructor(
    day: string,
    executed: readonly DeliveredDay[],
    prices: RealisedPriceCurves,
    now: number,
  ) {
    this.#window = { from: startOfDate(day), to: startOfDate(dateAfter(day, 1)) };
    this.#prices = prices;
    this.#now = now;
    const energy = new ExecutedEnergy(this.#window);
    for (const each of executed) energy.add(each);
    this.#executed = energy.sessions;
  }

  /** Adds what was decided in time for the day of a purchase. */
  add(id: string, { items, trades }: DayOfItems): void {
    this.#weights.push({
      id,
      decided: energyByQuarter(items, this.#counted(items, trades), this.#window),
      requested: memoised(() => requestedByQuarter(items, this.#window)),
      covered: memoised(() => {
        const unit = items.map((item) => ({ ...item, megawatts: 1 }));
        return requestedByQuarter(unit, this.#window);
      }),
    });
  }

  /** The parts of each purchase that was added, one for each session of which trades were delivered. */
  get shares(): ReadonlyMap<string, readonly ExecutedShare[]> {
    const sessions = Array.from(this.#executed, ([session, all]) => this.#shared(session, all));
    return new Map(
      this.#weights.map(({ id }, i) => [id, sessions.map((all) => all[i] as ExecutedShare)]),
    );
  }

  #shared(session: string, executed: QuarterEnergy): ExecutedShare[] {
    const own = this.#weights.map(({ decided }) => ({
      session,
      bought: [] as bigint[],
      cost: [] as bigint[],
      isOwn: decided.has(session),
    }));
    executed.bought.forEach((energy, quarter) => {
      const cost = executed.cost[quarter] as bigint;
      const weights = energy || cost ? this.#weightsAt(session, quarter) : [];
      const [bought, costs] = [partsOf(energy, weights), partsOf(cost, weights)];
      own.forEach((each, i) => {
        each.bought.push(bought[i] ?? 0n);
        each.cost.push(costs[i] ?? 0n);
        each.isOwn ||= (bought[i] ?? 0n) !== 0n || (costs[i] ?? 0n) !== 0n;
      });
    });
    return own;
  }

  #weightsAt(session: string, quarter: number): bigint[] {
    const by = (energy: (weights: Weights) => readonly bigint[] | undefined) =>
      this.#weights.map((each) => absolute(energy(each)?.[quarter] ?? 0n));
    const isAny = (weights: readonly bigint[]) => weights.some((each) => each > 0n);
    const decided = by((each) => each.decided.get(session));
    if (isAny(decided)) return decided;
    const requested = by((each) => each.requested());
    return isAny(requested) ? requested : by((each) => each.covered());
  }

  /** Trades where they count: a share of a session that was not held in the next one. */
  #counted(items: readonly SeriesItem[], trades: readonly ItemTrade[]): ItemTrade[] {
    const held = new HeldSessions(pricedItems(items, this.#prices, this.#now));
    return trades.flatMap((trade) => {
      if (this.#executed.has(trade.session)) return trade;
      return held.settle([trade])?.trades ?? trade;
    });
  }
}

/** The energy of items by quarter hour of a window, in the units of a compared period; holes where there are none. */
export function requestedByQuarter(items: readonly SeriesItem[], window: Window): bigint[] {
  const all = items.map((_, item) => ({ item, session: '', bought: 100, sold: 0 }));
  return energyByQuarter(items, all, window).get('') ?? [];
}

/** The net energy of trades by session and quarter hour, likewise. */
function energyByQuarter(
  items: readonly SeriesItem[],
  trades: readonly ItemTrade[],
  window: Window,
): Map<string, bigint[]> {
  const exact = new ExactTrades(items, trades);
  const sums = new Map<string, bigint[]>();
  for (const trade of trades) {
    const own = sums.get(trade.session) ?? [];
    sums.set(trade.session, own);
    const { net } = exact.traded(trade);
    for (const { quarter, minutes } of quartersWithin(
      window,
      (items[trade.item] as SeriesItem).period,
    )) {
      own[quarter] = (own[quarter] ?? 0n) + energyOf(exact, net, minutes);
    }
  }
  return sums;
}

/** Parts of a whole number in proportion to weights, of which they add up to it; none where these are 0. */
function partsOf(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, each) => sum + each, 0n);
  if (total === 0n) return [];
  if (weights.length === 1) return [whole];
  let [weight, before] = [0n, 0n];
  return weights.map((each) => {
    weight += each;
    const part = (whole * weight) / total - before;
    before += part;
    return part;
  });
}

function memoised<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
