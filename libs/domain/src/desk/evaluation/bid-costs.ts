import { MILLI } from '@solano/domain/market';
import { WATTS_PER_MW, wattsOf } from '../bids/bid.ts';
import type { PeriodBids } from '../bids/clearing.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { costOfTrades, EVALUATION_FEE, ExactTrades, priceOf } from './cost.ts';
import type { EvaluationPrices, ItemCosts } from './evaluation.ts';
import { ExactSums } from './exact-sums.ts';
import type { Fraction } from './fraction.ts';
import { dearestOf } from './row-sums.ts';
import type { Scenarios } from './scenarios.ts';
import type { ItemTrade } from './trades.ts';

/** Watts × (thousandths of EUR/MWh × minutes) of one EUR. */
const PER_EURO = BigInt(60 * WATTS_PER_MW * MILLI);

interface Basis {
  readonly items: readonly SeriesItem[];
  readonly prices: EvaluationPrices;
  readonly scenarios: Scenarios;
}

/** What bids are expected to cost, fees included; in EUR. */
export interface BidCosts {
  readonly cost: Fraction;
  /** Mean of the dearest tenth of the scenarios. */
  readonly worstDecile: Fraction;
  /** Of which the cost is the sum. */
  readonly items: Pick<ItemCosts, 'den' | 'nums'>;
}

/**
 * Expected costs of bids, which are cleared in each scenario; exact. With w what a session buys there, μ
 * its predicted price and e what the scenario's is off by, an item's cost is the mean of Σ w (μ + e − ē):
 * that of the mean shares at predicted prices, and what the limits are worth, the covariance of w and e.
 * The mean error ē is left out, as the expected cost of no share has it; the dearest tenth has all of e,
 * as that of shares. Undefined where a session that is bid in has no predicted price or no history.
 */
export function bidCosts(basis: Basis, bids: readonly PeriodBids[]): BidCosts | undefined {
  const { items, prices, scenarios } = basis;
  // All in the first session: what a later one buys instead costs its spread more.
  const first = bids.flatMap(({ sessions: [session] }, item): ItemTrade[] => {
    return session ? [{ item, session, bought: 100, sold: 0 }] : [];
  });
  const exact = new ExactTrades(items, first);
  const sum = costOfTrades(exact, first, (session, item) => priceOf(prices, session, item));
  const costs = sum === null ? undefined : scenarios.costs(exact, first, sum);
  if (!costs) return undefined;
  const { den: perUnit } = exact.euros(0n);
  const [scale, days] = [PER_EURO / (perUnit / exact.unit), BigInt(scenarios.count)];
  const extra = new ExactSums(scenarios.count);
  const own = items.map(() => 0n);
  for (const trade of first) {
    const { item, session } = trade;
    const spread = addSpreads(basis, item, bids[item] as PeriodBids, extra);
    if (spread === undefined) return undefined;
    const all = exact.cost(trade, priceOf(prices, session, item) as number, EVALUATION_FEE);
    own[item] = all * scale * days * days + spread * exact.unit;
  }
  const inScenarios = costs.map((cost, k) => cost * scale + extra.at(k) * exact.unit);
  const den = PER_EURO * exact.unit;
  const cost = { num: own.reduce((total, each) => total + each, 0n), den: den * days * days };
  return {
    cost,
    worstDecile: dearestTenth(inScenarios, den),
    items: { den: String(cost.den), nums: own.map(String) },
  };
}

/**
 * Adds what an item costs more by its later sessions to each scenario, in 1 / {@link PER_EURO} EUR. Returns
 * the mean of it without mean errors, × the scenarios squared; undefined where a price or history is
 * missing, or the item is too large for whole watts.
 */
function addSpreads(
  basis: Basis,
  item: number,
  bids: PeriodBids,
  extra: ExactSums,
): bigint | undefined {
  const { megawatts, period } = basis.items[item] as SeriesItem;
  const sessions = sessionsOf(basis, item, bids);
  const { count } = basis.scenarios;
  if (!sessions || !Number.isSafeInteger(wattsOf(megawatts) * count)) return undefined;
  const direction = megawatts < 0 ? -1 : 1;
  const perPrice = period.minutes * MILLI;
  const prices = sessions.map(() => 0);
  const own = new ExactSums(1);
  const [watts, errors] = [sessions.map(() => 0), sessions.map(() => 0)];
  for (let k = 0; k < count; k += 1) {
    for (let place = 0; place < prices.length; place += 1) {
      const session = sessions[place] as ScenarioSession;
      prices[place] = session.predicted + (session.errors[k] as number);
    }
    const bought = bids.clear(prices);
    let first = 0;
    for (let place = 0; place < prices.length; place += 1) {
      const session = sessions[place] as ScenarioSession;
      // A whole number, as the errors of quarter hours are.
      const error = Math.round((session.errors[k] as number) * perPrice);
      errors[place] = (errors[place] as number) + error;
      const net = direction * (bought[place] as number);
      watts[place] = (watts[place] as number) + net;
      const weighed = session.weighed + error;
      if (place === 0) first = weighed;
      else if (net !== 0) {
        extra.add(k, net, weighed - first);
        own.add(0, net, weighed - first);
      }
    }
  }
  const biases = prices.map((_, place) => {
    return (
      BigInt(watts[place] as number) * BigInt((errors[place] as number) - (errors[0] as number))
    );
  });
  return biases.reduce((sum, bias) => sum - bias, own.at(0) * BigInt(count));
}

/**
 * The mean of the dearest tenth of the scenarios, the number of these rounded up.
 *
 * @param costs in 1 / `den` EUR, one for each scenario.
 */
function dearestTenth(costs: readonly bigint[], den: bigint): Fraction {
  const tenth = Math.ceil(costs.length / 10);
  return { num: dearestOf(costs, tenth), den: den * BigInt(tenth) };
}

interface ScenarioSession {
  /** The predicted price, EUR/MWh, and as it is stored. */
  readonly predicted: number;
  readonly weighed: number;
  /** EUR/MWh. */
  readonly errors: Float64Array;
}

/** Undefined where a session has no predicted price or no history. */
function sessionsOf(
  { items, prices, scenarios }: Basis,
  item: number,
  bids: PeriodBids,
): readonly ScenarioSession[] | undefined {
  const { minutes } = (items[item] as SeriesItem).period;
  const sessions = bids.sessions.flatMap((session): ScenarioSession[] => {
    const weighed = priceOf(prices, session, item);
    const errors = scenarios.errors(item, session);
    // A session that does not cover the period has no errors in it.
    if (weighed === undefined || !errors || Number.isNaN(errors[0])) return [];
    return [{ weighed, predicted: weighed / minutes / MILLI, errors }];
  });
  return sessions.length === bids.sessions.length ? sessions : undefined;
}
