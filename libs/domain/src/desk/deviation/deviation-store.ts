import type { NewDelivery, Portfolio } from '@solano/domain/service';
import type { DeviationCauses, DeviationFigures } from './deviation-figures.ts';

/** The figures of one day of a portfolio. */
export interface PublishedFigures extends DeviationFigures, DeviationCauses {
  /** How many periods were compared. */
  readonly periods: number;
}

/** The figures of a day as they were published, or as they were after a revision. */
export interface PublishedDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly day: string;
  /** 1 when the day was complete for the first time; counts what changed since. */
  readonly revision: number;
  readonly at: Date;
  /** Null: something is missing again. */
  readonly figures: PublishedFigures | null;
}

/** A portfolio with measured consumption. */
export interface MeasuredPortfolio extends Portfolio {
  readonly customerId: string;
  /** Start of the earliest value that was ever delivered. */
  readonly firstStart: Date;
  /** Grows with every delivery of consumption, and with every upload of it that is taken back. */
  readonly revision: number;
}

/**
 * Keeps the figures of complete days, and every revision of them. They go with their customer. Errors:
 * `store_unavailable`.
 */
export interface DeviationStore {
  /** The portfolios of all customers of which consumption was ever delivered, in any order. */
  portfolios(): Promise<MeasuredPortfolio[]>;
  /** What the days of a portfolio were last computed from, as {@link publish} noted it. */
  computedFrom(customerId: string, portfolio: Portfolio): Promise<string | undefined>;
  /** Every revision of the days from `from` to `to`, both included, by day and revision. */
  revisions(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
  ): Promise<PublishedDay[]>;
  /**
   * Adds revisions with their messages and jobs, and notes what they were computed from, all or none:
   * nothing where one of them is there already, or the customer is not. Returns whether it did.
   */
  publish(
    customerId: string,
    portfolio: Portfolio,
    days: readonly PublishedDay[],
    along: { readonly computedFrom: string; readonly deliveries: readonly NewDelivery[] },
  ): Promise<boolean>;
}
