import { type Allocation, IDLE, type Slot, type StrategyModel, sessionCosts } from './model.ts';
import { FEE, type Parameters } from './parameters.ts';
import { type Share, shareOf, WHOLE } from './shares.ts';

const parameters = {
  fee_eur_per_mwh: FEE,
  min_spread_eur_per_mwh: { kind: 'number', default: 2, min: 0, max: 1000, decimals: 3 },
  max_resale_percent: { kind: 'number', default: 20, min: 0, max: 100, decimals: 2 },
} as const;

/**
 * Minimises Σ(μ+φ)p − (μ−φ−θ)v subject to Σ(p−v) = 1, bought so far ≥ sold so far and
 * Σp ≤ 1 + X. Every sale can be matched with an earlier purchase, so the optimum is what is kept,
 * bought where it is cheapest, and X bought and resold over the widest spread that pays. With −μ for
 * an item below zero: X is sold where it is dear and bought back where it is cheaper.
 */
export const spreadResale = {
  idmodel: 6,
  name: 'SPREAD_RESALE',
  description:
    'The cheapest predicted session, and a little more bought early to be resold where the predicted spread pays for it.',
  inputs: ['price_predictions'],
  enabledByDefault: false,
  parameters,
  allocate: (slots, settings) => resell(slots, settings),
  // Any spread over the fees is worth it where it is certain.
  allocateKnown: (slots, settings) => resell(slots, { ...settings, min_spread_eur_per_mwh: 0 }),
} satisfies StrategyModel<typeof parameters>;

function resell(
  slots: readonly Slot[],
  settings: Parameters<typeof parameters>,
): readonly Allocation[] {
  const extra = shareOf(settings.max_resale_percent);
  const threshold = 2 * milli(settings.fee_eur_per_mwh) + milli(settings.min_spread_eur_per_mwh);
  return slots.map((slot) => withResale(slot, extra, threshold));
}

/** @param threshold spread in thousandths of EUR/MWh that both fees and θ eat up. */
function withResale(slot: Slot, extra: Share, threshold: number): Allocation {
  const bought = slot.sessions.map(() => 0);
  const sold = slot.sessions.map(() => 0);
  const costs = sessionCosts(slot);
  bought[cheapest(costs)] = WHOLE;
  const spread = widestSpread(costs);
  if (spread && spread.gain > threshold * slot.period.minutes) {
    bought[spread.buy] = (bought[spread.buy] as Share) + extra;
    sold[spread.sell] = extra;
  }
  return slot.sessions.map((_, i) => {
    const trade = { bought: bought[i] as Share, sold: sold[i] as Share };
    return trade.bought === 0 && trade.sold === 0 ? IDLE : trade;
  });
}

/** Index of the cheapest session, the earliest where several are. */
function cheapest(costs: readonly number[]): number {
  return costs.reduce((best, cost, i) => (cost < (costs[best] as number) ? i : best), 0);
}

/** An earlier and a later session, and how much more the later costs. */
interface CostRise {
  readonly buy: number;
  readonly sell: number;
  readonly gain: number;
}

/** The greatest rise in cost, the earliest one. */
function widestSpread(costs: readonly number[]): CostRise | undefined {
  let widest: CostRise | undefined;
  let low = 0;
  for (let sell = 1; sell < costs.length; sell += 1) {
    const gain = (costs[sell] as number) - (costs[low] as number);
    if (!widest || gain > widest.gain) widest = { buy: low, sell, gain };
    if ((costs[sell] as number) < (costs[low] as number)) low = sell;
  }
  return widest;
}

function milli(euros: number): number {
  return Math.round(euros * 1000);
}
