import type { Period, PriceRange, Session, SpreadCurve } from '@solano/domain/market';
import type { BidCurves } from '../bids/curves.ts';
import type { Parameters, ParameterTable } from './parameters.ts';
import type { LinearSolver } from './programs/linear-solver.ts';
import type { Share } from './shares.ts';
import type { SeriesItem } from './split-inputs.ts';

/** What a slot is bid by besides prices and errors. */
export interface Bidding {
  /** For each session of the slot the curve of each later one, in their order. */
  readonly spreads: readonly (readonly SpreadCurve[])[];
  /** The prices that each session takes. */
  readonly ranges: readonly PriceRange[];
}

/** One submitted item as a model sees it. */
export interface Slot {
  /** The submitted label: end of the period, `YYYY-MM-DD HH:MM` in Madrid. */
  readonly label: string;
  readonly period: Period;
  /** S of the model: the sessions that it may use, in market order. Never empty. */
  readonly sessions: readonly Session[];
  /**
   * Predicted price of each of those sessions × the period's minutes, in thousandths of EUR/MWh ×
   * minutes, where the model needs it.
   */
  readonly weighed: readonly number[];
  /** Energy of the item: its MW × the period's hours; negative where the item is. */
  readonly megawattHours: number;
  /**
   * If the model needs them, the past prediction errors of each of those sessions in this period,
   * in EUR/MWh: one for each past day, the same days for all slots and sessions.
   */
  readonly errors: readonly Float64Array[];
  /** If the model needs it. */
  readonly bidding?: Bidding;
}

/** A slot of an item without prices. */
export function slotOf(
  { label, period, megawatts }: SeriesItem,
  sessions: readonly Session[],
): Slot {
  const megawattHours = (megawatts * period.minutes) / 60;
  return { label, period, megawattHours, sessions, weighed: [], errors: [] };
}

/** Bought and sold parts in one session, as shares of the item's MW. Never both. */
export interface Trade {
  readonly bought: Share;
  readonly sold: Share;
}

/** The trades of one slot, one for each of its sessions, in the same order. */
export type Allocation = readonly Trade[];

/** The curves of each slot, and the shares that its sessions are expected to buy. */
export interface SlotBids {
  readonly curves: readonly BidCurves[];
  readonly allocations: readonly Allocation[];
}

export type ModelInput = 'price_predictions' | 'price_history' | 'mean_spreads' | 'spread_curves';

/** A way of splitting purchases over the market sessions. Pure: same slots, same allocations. */
export interface StrategyModel<T extends ParameterTable = ParameterTable> {
  readonly idmodel: number;
  readonly name: string;
  readonly description: string;
  /** Inputs that it needs besides the purchase. */
  readonly inputs: readonly ModelInput[];
  readonly enabledByDefault: boolean;
  readonly parameters: T;
  /** Splits each slot. The shares bought less those sold are a whole for every slot. */
  allocate(
    slots: readonly Slot[],
    parameters: Parameters<T>,
    solver: LinearSolver,
  ): readonly Allocation[] | Promise<readonly Allocation[]>;
  /**
   * The cheapest split that the model's limits allow at prices that are known for certain: what it
   * could save at best. Without it, that is what {@link allocate} gives at these prices.
   */
  allocateKnown?(slots: readonly Slot[], parameters: Parameters<T>): readonly Allocation[];
  /** The bids that {@link allocate} expects to clear so; without it, shares are bought at any price. */
  bid?(slots: readonly Slot[], parameters: Parameters<T>): SlotBids;
}

/**
 * 1, or −1 for an item below zero: that is a sale, so what is "bought" of it earns the price, and a
 * session costs least where the price is highest.
 */
export function directionOf({ megawattHours }: Pick<Slot, 'megawattHours'>): 1 | -1 {
  return megawattHours < 0 ? -1 : 1;
}

/** Cost of a share of the item in each session, in the unit of `weighed` and without the fee. */
export function sessionCosts(slot: Slot): readonly number[] {
  const direction = directionOf(slot);
  return slot.weighed.map((price) => direction * price);
}

/** A trade of a session in which nothing happens. */
export const IDLE: Trade = { bought: 0, sold: 0 };

/** Pure purchases, one share for each session. */
export function purchasesOf(shares: readonly Share[]): Allocation {
  return shares.map((bought) => (bought === 0 ? IDLE : { bought, sold: 0 }));
}

/**
 * Ways of buying that take no prediction; what they save is a premium of the market, not skill. The
 * second is model 8, for purchases without a prediction too.
 */
export const CONSTANT_RULES = ['cap_first_auction', 'mean_spread_56_days'] as const;
export type ConstantRule = (typeof CONSTANT_RULES)[number];
