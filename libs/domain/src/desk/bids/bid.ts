import type { Session } from '@solano/domain/market';

/**
 * What one step of a curve buys: `mw` more where the session clears at `price` or below; of an item
 * below zero it sells `mw` where the session clears at `price` or above.
 */
export interface BidStep {
  /** EUR/MWh, two decimals; null: at any price. */
  readonly price: number | null;
  /** Above 0; a multiple of 0.1 where it has a limit. */
  readonly mw: number;
}

/**
 * The curve of one period in a session: its steps in the order in which they clear, the one without
 * a limit first.
 */
export interface SessionBid {
  readonly session: Session;
  readonly steps: readonly BidStep[];
}

/** 1, or −1 where the steps sell. */
export type Direction = 1 | -1;

/** Units of 0.1 MW, the market's step, are bid; rests below it are not bid again. */
export const GRID_WATTS = 100_000;
export const WATTS_PER_MW = 1_000_000;

/** The steps of a curve that the markets take. */
export const MAX_STEPS = { MD: 25, MID1: 5, MID2: 5, MID3: 5 } as const satisfies Record<
  Session,
  number
>;

/** Whether a step clears at a price of its session (EUR/MWh). */
export function clears({ price: limit }: BidStep, price: number, direction: Direction): boolean {
  return limit === null || direction * (limit - price) >= 0;
}

export function wattsOf(megawatts: number): number {
  return Math.round(megawatts * WATTS_PER_MW);
}

export function megawattsOf(watts: number): number {
  return watts / WATTS_PER_MW;
}
