import { SESSIONS, type Session } from '@solano/domain/market';
import type { Parameters } from '../models/parameters.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { type Fraction, minus, toFixed } from './fraction.ts';
import type { ItemTrade } from './trades.ts';

/** Why an output does with an item what it does. */
export interface Explanation {
  /**
   * Predicted price of each session less that of the first that had one, in EUR/MWh with three
   * digits after the point; null where there was none.
   */
  readonly spreads: Readonly<Record<Session, string | null>>;
  /** The limits that are reached: `cap <session>`, `resale`. */
  readonly binds: readonly string[];
  /** Expected cost of the item as it is bought, in EUR; null if a price is missing. */
  readonly cost: string | null;
  /**
   * The cheapest way of buying all of the item in one session that differs from this one; null where
   * there is none.
   */
  readonly next: { readonly session: Session; readonly cost: string } | null;
}

interface ExplainInput {
  readonly item: SeriesItem;
  readonly trades: readonly ItemTrade[];
  /** Price × minutes in a session. */
  readonly price: (session: string) => number | undefined;
  /** Expected cost where bids are cleared; left out: that of the trades. */
  readonly cost?: Fraction;
  /** Parameters of the model as it ran; empty if unknown. */
  readonly parameters: Parameters;
  readonly costOf: (
    trades: readonly ItemTrade[],
    price: (session: string) => number | undefined,
  ) => Fraction | undefined;
}

/** Explains the trades of one item by the predicted prices and the limits of the model. */
export function explain(input: ExplainInput): Explanation {
  const { item, trades, price, costOf } = input;
  const cost = input.cost ?? costOf(trades, price);
  return {
    spreads: spreadsOf(item, price),
    binds: bindingLimits(input),
    cost: cost ? toFixed(cost, 2) : null,
    next: nextChoice(input),
  };
}

function spreadsOf(
  { period }: SeriesItem,
  price: ExplainInput['price'],
): Record<Session, string | null> {
  const weighed = SESSIONS.map(({ session }) => [session, price(session)] as const);
  const base = weighed.find(([, own]) => own !== undefined)?.[1] ?? 0;
  const spreads = weighed.map(([session, own]) => {
    if (own === undefined) return [session, null] as const;
    const den = BigInt(period.minutes) * 1000n;
    const spread = minus({ num: BigInt(own), den }, { num: BigInt(base), den });
    return [session, toFixed(spread, 3)] as const;
  });
  return Object.fromEntries(spreads) as Record<Session, string | null>;
}

function bindingLimits({ trades, parameters }: ExplainInput): string[] {
  const { caps_percent: caps, max_resale_percent: resale } = parameters;
  const capped = trades.flatMap(({ session, bought }) => {
    const isCapped = typeof caps === 'object' && caps !== null && Object.hasOwn(caps, session);
    return isCapped && bought > 0 && bought < 100 && caps[session as Session] === bought
      ? [`cap ${session}`]
      : [];
  });
  const sold = trades.reduce((sum, each) => sum + each.sold, 0);
  return typeof resale === 'number' && sold > 0 && sold >= resale ? [...capped, 'resale'] : capped;
}

function nextChoice({ trades, price, costOf }: ExplainInput): Explanation['next'] {
  const [only] = trades;
  const isWhole = trades.length === 1 && only?.bought === 100 && only.sold === 0;
  let best: { session: Session; cost: Fraction } | undefined;
  for (const { session } of SESSIONS) {
    if (isWhole && only.session === session) continue;
    const cost = costOf([{ item: 0, session, bought: 100, sold: 0 }], price);
    if (cost && (!best || minus(cost, best.cost).num < 0n)) best = { session, cost };
  }
  return best ? { session: best.session, cost: toFixed(best.cost, 2) } : null;
}
