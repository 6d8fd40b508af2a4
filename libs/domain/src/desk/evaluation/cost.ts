import { decimalOf } from '@solano/domain/kernel';
import { type MilliEuro, SESSIONS, type Session } from '@solano/domain/market';
import { FEE } from '../models/parameters.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { EvaluationPrices } from './evaluation.ts';
import { absolute, type Fraction, toFixed } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/** The fee of every model for each MWh bought or sold. */
export const EVALUATION_FEE: MilliEuro = FEE.default * 1000;

/** MW × percent × (thousandths of EUR/MWh × minutes) of one EUR: 60 minutes, 100 %, 1000. */
const PER_EURO = 6_000_000n;
/** MW × percent × minutes of one MWh. */
const PER_MWH = 6_000n;

/**
 * A trade × the item's MW, each a whole number of 10^-scale MW × percent. Traded energy counts for
 * fees, whatever its direction.
 */
interface Traded {
  readonly net: bigint;
  readonly turnover: bigint;
}

interface ExactMegawatts {
  /** Whole numbers of 10^-scale MW. */
  readonly megawatts: readonly bigint[];
  readonly scale: number;
}

/** Kept for as long as the items are: each model is evaluated with them. */
const exactMegawatts = new WeakMap<readonly SeriesItem[], ExactMegawatts>();

function megawattsOf(items: readonly SeriesItem[]): ExactMegawatts {
  const known = exactMegawatts.get(items);
  if (known) return known;
  const decimals = items.map(({ megawatts }) => decimalOf(megawatts));
  const scale = maxOf(decimals.map((each) => each.scale));
  const megawatts = decimals.map((each) => each.digits * 10n ** BigInt(scale - each.scale));
  const made = { megawatts, scale };
  exactMegawatts.set(items, made);
  return made;
}

/** The MW of a series and the percentages of its trades, no others, as whole numbers of one scale. */
export class ExactTrades {
  readonly #items: readonly SeriesItem[];
  readonly #megawatts: readonly bigint[];
  /** By percentage: thousands of trades have few different ones. */
  readonly #percents = new Map<number, bigint>();
  /** 10^scale of MW × percent. */
  readonly unit: bigint;

  constructor(items: readonly SeriesItem[], trades: readonly ItemTrade[]) {
    const { megawatts, scale } = megawattsOf(items);
    this.#items = items;
    this.#megawatts = megawatts;
    const percents = new Set<number>();
    for (const { bought, sold } of trades) percents.add(bought).add(sold);
    const read = [...percents].map((each) => ({ each, ...decimalOf(each) }));
    const percentScale = maxOf(read.map((each) => each.scale));
    for (const { each, digits, scale: own } of read) {
      this.#percents.set(each, digits * 10n ** BigInt(percentScale - own));
    }
    this.unit = 10n ** BigInt(scale + percentScale);
  }

  traded({ item, bought, sold }: ItemTrade): Traded {
    const megawatts = this.#megawatts[item] as bigint;
    const [buys, sells] = [
      this.#percents.get(bought) as bigint,
      this.#percents.get(sold) as bigint,
    ];
    const turnover = absolute(megawatts) * (absolute(buys) + absolute(sells));
    return { net: megawatts * (buys - sells), turnover };
  }

  /** Cost of a trade, fee included, in 1 / {@link PER_EURO} / {@link unit} EUR. */
  cost(trade: ItemTrade, weighed: number, fee: MilliEuro): bigint {
    const { net, turnover } = this.traded(trade);
    const { minutes } = (this.#items[trade.item] as SeriesItem).period;
    return net * BigInt(weighed) + turnover * BigInt(fee * minutes);
  }

  /** The net energy of a trade, in 1 / {@link PER_MWH} / {@link unit} MWh. */
  energy(trade: ItemTrade): bigint {
    const { minutes } = (this.#items[trade.item] as SeriesItem).period;
    return this.traded(trade).net * BigInt(minutes);
  }

  /** A sum of {@link cost}s in EUR. */
  euros(sum: bigint): Fraction {
    return { num: sum, den: PER_EURO * this.unit };
  }

  /** A sum of {@link energy}s in MWh. */
  megawattHours(sum: bigint): Fraction {
    return { num: sum, den: PER_MWH * this.unit };
  }
}

/**
 * Cost of trades at known prices. Null where the price of one is not known.
 *
 * @param weighed price × minutes of an item in a session, in thousandths of EUR/MWh × minutes.
 */
export function costOfTrades(
  exact: ExactTrades,
  trades: readonly ItemTrade[],
  weighed: (session: string, item: number) => number | undefined,
): bigint | null {
  let sum = 0n;
  for (const trade of trades) {
    const price = weighed(trade.session, trade.item);
    if (price === undefined) return null;
    sum += exact.cost(trade, price, EVALUATION_FEE);
  }
  return sum;
}

function maxOf(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}

/** Price × minutes of an item in a session; undefined if there is none. */
export function priceOf(
  prices: EvaluationPrices,
  session: string,
  item: number,
): number | undefined {
  // A customer's output may name any session, `constructor` too.
  if (!Object.hasOwn(prices, session)) return undefined;
  const weighed = prices[session as Session]?.[item];
  return typeof weighed === 'number' ? weighed : undefined;
}

/**
 * The predicted prices of each session as a table has them, EUR/MWh by item; null where there was
 * none.
 */
export function pricesByItem(
  prices: EvaluationPrices,
  items: readonly SeriesItem[],
): Record<string, (string | null)[]> {
  const sessions = SESSIONS.filter(({ session }) => prices[session]);
  const texts = sessions.map(({ session }) => {
    const own = items.map(({ period }, i) => {
      const weighed = priceOf(prices, session, i);
      return weighed === undefined ? null : priceText(weighed, period.minutes);
    });
    return [session, own] as const;
  });
  return Object.fromEntries(texts);
}

/** EUR/MWh with three digits after the point. */
export function priceText(weighed: number, minutes: number): string {
  return toFixed({ num: BigInt(weighed), den: BigInt(minutes) * 1000n }, 3);
}
