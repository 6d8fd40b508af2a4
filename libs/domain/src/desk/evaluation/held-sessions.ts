import { dateAt } from '@solano/domain/kernel';
import { DAY_AHEAD, Gates, priceMinutes, SESSIONS, type Session } from '@solano/domain/market';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExactTrades } from './cost.ts';
import type { Moved, RealisedTask, RealisedTrades } from './evaluation.ts';
import { fractionText } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/**
 * The state of a session for an item: it has a price, it was not held, its price is yet to come, or
 * it will never be known here.
 */
type SessionState = 'priced' | 'not held' | 'expected' | 'unknown';

/** Trades as they count at realised prices. */
export interface SettledTrades {
  /** Each in a session that has a price. */
  readonly trades: readonly ItemTrade[];
  readonly moved: readonly { readonly from: Session; readonly trade: ItemTrade }[];
  readonly notBought: readonly ItemTrade[];
}

const ORDER = SESSIONS.map(({ session }) => session);

/** Items with the realised prices of their sessions. */
export type PricedItems = Pick<
  RealisedTask,
  'items' | 'curves' | 'cancelled' | 'traded' | 'isLate'
>;

/** The sessions that were held, item by item. */
export class HeldSessions {
  readonly #task: PricedItems;
  readonly #cancelled: ReadonlySet<string>;
  /** All gates are closed: every session that covers a period is open. */
  readonly #covering = new Gates(Infinity);

  constructor(task: PricedItems) {
    this.#task = task;
    this.#cancelled = new Set(task.cancelled.map(({ session, date }) => `${session} ${date}`));
  }

  /** Price × minutes of an item in a session; undefined if there is none. */
  price(session: string, item: number): number | undefined {
    const curve = this.#task.curves.get(session as Session);
    return curve && priceMinutes(curve, this.#item(item).period);
  }

  /** Whether a price may come that is not there. */
  isExpected(session: Session, item: number): boolean {
    return this.#state(session, item) === 'expected';
  }

  /** Whether the session was not held. */
  isCancelled(session: Session, item: number): boolean {
    return this.#state(session, item) === 'not held';
  }

  /**
   * Trades with the shares of sessions that were not held in the next session that was and covers the
   * period. Undefined while a price is to come, or where one will never be known.
   */
  settle(trades: readonly ItemTrade[]): SettledTrades | undefined {
    const settled: ItemTrade[] = [];
    const moved: { from: Session; trade: ItemTrade }[] = [];
    const notBought: ItemTrade[] = [];
    for (const trade of trades) {
      const found = this.sessionFor(trade);
      if (!found) {
        notBought.push(trade);
        continue;
      }
      const { session, isPriced } = found;
      if (!isPriced) return undefined;
      const own = session === trade.session ? trade : { ...trade, session };
      if (own !== trade) moved.push({ from: trade.session as Session, trade: own });
      settled.push(own);
    }
    return { trades: settled, moved, notBought };
  }

  /** Where a trade counts, and whether its price is there; null if no later session was held. */
  sessionFor({
    session,
    item,
  }: ItemTrade): { readonly session: Session; readonly isPriced: boolean } | null {
    const own = this.#state(session, item);
    if (own !== 'not held') return { session: session as Session, isPriced: own === 'priced' };
    // A customer's own output may name a session that does not cover the period.
    const place = ORDER.indexOf(session as Session);
    for (const next of this.#covering.open(this.#item(item).period)) {
      if (ORDER.indexOf(next) <= place) continue;
      const state = this.#state(next, item);
      if (state === 'priced' || state === 'expected') {
        return { session: next, isPriced: state === 'priced' };
      }
    }
    return null;
  }

  #state(session: string, item: number): SessionState {
    if (this.price(session, item) !== undefined) return 'priced';
    const { isLate, traded } = this.#task;
    if (this.#cancelled.has(`${session} ${dateAt(this.#item(item).period.end - 1)}`)) {
      return 'not held';
    }
    // The day-ahead market is always held: its prices come, or are imported, some day.
    if (!isLate || session === DAY_AHEAD.session) return 'expected';
    return traded.has(session as Session) ? 'not held' : 'unknown';
  }

  #item(item: number): SeriesItem {
    return this.#task.items[item] as SeriesItem;
  }
}

/** Notes on shares that did not trade in their own session. */
export function unheldShares(
  exact: ExactTrades,
  items: readonly SeriesItem[],
  { moved, notBought }: SettledTrades,
): Pick<RealisedTrades, 'moved' | 'notBought'> {
  const energy = (trades: readonly ItemTrade[]) => {
    const sum = trades.reduce((total, trade) => total + exact.energy(trade), 0n);
    return fractionText(exact.megawattHours(sum));
  };
  const pairs = Map.groupBy(moved, ({ from, trade }) => `${from} ${trade.session}`);
  const movedByPair = [...pairs.values()].map((all): Moved => {
    const [{ from, trade }] = all as [(typeof all)[number]];
    const to = trade.session as Session;
    return { session: from, to, energy: energy(all.map((each) => each.trade)) };
  });
  const left = new Set(notBought.map(({ item }) => item));
  const labels = items.filter((_, item) => left.has(item)).map(({ label }) => label);
  return {
    ...(movedByPair.length > 0 && { moved: movedByPair }),
    ...(labels.length > 0 && { notBought: { labels, energy: energy(notBought) } }),
  };
}
