import { busbarConsumption, CONSUMED_PER_MWH, type ConsumptionDeps } from '@solano/domain/energy';
import {
  type Clock,
  type DayRange,
  dateAfter,
  datesBetween,
  NO_PAUSE,
  type Pause,
  partsOfDays,
  QUARTER_MS,
  requireFewDays,
  startOfDate,
} from '@solano/domain/kernel';
import type { CachedImbalance, ImbalancePriceStore, PriceStore } from '@solano/domain/market';
import type { Portfolio } from '@solano/domain/service';
import type { RealisedCurves, RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import type { TradeStore } from '../trades/trade-store.ts';
import { boughtEnergy } from './bought-energy.ts';
import { type ComparedPeriods, PER_MWH } from './compared-period.ts';
import { Comparison } from './comparison.ts';
import { DecidedEnergy } from './decided-energy.ts';
import { ExecutedEnergy } from './executed-energy.ts';
import type { Window } from './items-by-day.ts';
import { dayAheadPrice } from './quarter-energy.ts';

export interface BoughtDeps {
  readonly purchases: Pick<PurchaseStore, 'delivered'>;
  readonly trades: Pick<TradeStore, 'executed'>;
  readonly prices: Pick<PriceStore, 'seenBy'>;
  readonly realisedCurves: Pick<RealisedCurves, 'of'>;
  readonly clock: Clock;
  /** Called between the pieces of long work, so that other requests are served; default: no pause. */
  readonly pause?: Pause;
}

export interface DeviationDeps extends BoughtDeps, ConsumptionDeps {
  readonly imbalance: Pick<ImbalancePriceStore, 'seenBy'>;
  readonly imbalanceDays: Pick<CachedImbalance, 'of'>;
}

/** Whose deviation, of which Madrid days (`YYYY-MM-DD`), both included. */
export interface DeviationQuery extends DayRange {
  readonly customerId: string;
  readonly portfolio: Portfolio;
}

/** Days of a response. */
export const MAX_DEVIATION_DAYS = 1_100;
/** Days that are read at once. */
export const PART_DAYS = 31;
const CONSUMED_UNIT = PER_MWH / CONSUMED_PER_MWH;

/**
 * Compares what a portfolio bought with what it consumed. Errors: `invalid_request` for days out of order
 * and for more than {@link MAX_DEVIATION_DAYS}, `store_unavailable`.
 */
export async function readDeviation(
  deps: DeviationDeps,
  query: DeviationQuery,
): Promise<ComparedPeriods> {
  requireFewDays(query, MAX_DEVIATION_DAYS);
  const comparison = new Comparison();
  for (const part of partsOfDays(query, PART_DAYS)) {
    await readPart(deps, { ...query, ...part }, comparison);
  }
  return comparison.compared;
}

async function readPart(
  deps: DeviationDeps,
  query: DeviationQuery,
  comparison: Comparison,
): Promise<void> {
  const { customerId, portfolio, from, to } = query;
  const window = { from: startOfDate(from), to: startOfDate(dateAfter(to, 1)) };
  const length = (window.to - window.from) / QUARTER_MS;
  const ends = Array.from({ length }, (_, i) => window.from + (i + 1) * QUARTER_MS);
  const consumed = await busbarConsumption(deps, customerId, portfolio, window);
  const prices = await deps.realisedCurves.of(deps.prices.seenBy(customerId), from, to);
  const executed = await readExecuted(deps, query, window);
  const decided = await readDecided(deps, query, { window, prices });
  const imbalance = await deps.imbalanceDays.of(deps.imbalance.seenBy(customerId), from, to);
  const quarters = {
    ...boughtEnergy(executed, decided),
    forecast: decided.forecast,
    measured: consumed.map((each) => each && each * CONSUMED_UNIT),
    dayAhead: ends.map((end) => dayAheadPrice(prices, end)),
  };
  comparison.addUndecided(decided.undecided);
  for (const date of datesBetween(from, to)) {
    const first = (startOfDate(date) - window.from) / QUARTER_MS;
    const after = (startOfDate(dateAfter(date, 1)) - window.from) / QUARTER_MS;
    comparison.addDay({ start: startOfDate(date), first, after }, imbalance.get(date), quarters);
  }
  await (deps.pause ?? NO_PAUSE)();
}

async function readExecuted(
  { trades }: DeviationDeps,
  { customerId, portfolio, from, to }: DeviationQuery,
  window: Window,
): Promise<ExecutedEnergy> {
  const executed = new ExecutedEnergy(window);
  for (const day of await trades.executed(customerId, portfolio, from, to)) executed.add(day);
  return executed;
}

/** What the purchases of a portfolio that deliver in a window of whole days (ms) decided. */
export async function readDecided(
  { purchases, clock, pause = NO_PAUSE }: BoughtDeps,
  { customerId, portfolio }: DeviationQuery,
  { window, prices }: { readonly window: Window; readonly prices: RealisedPriceCurves },
): Promise<DecidedEnergy> {
  const decided = new DecidedEnergy(window, prices, clock().getTime());
  const delivery = { from: new Date(window.from), to: new Date(window.to) };
  for await (const purchase of purchases.delivered(customerId, portfolio, delivery)) {
    decided.addPurchase(purchase);
    await pause();
  }
  return decided;
}
