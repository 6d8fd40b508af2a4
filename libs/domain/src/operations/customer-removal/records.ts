import type { SettingsVersion, StrategyOwner } from '@solano/domain/desk';
import type { DeliveredConsumption, PortfolioSettings } from '@solano/domain/energy';
import type { AuditEntry, Portfolio } from '@solano/domain/service';

/**
 * The records that are removed with a customer, in this order: credentials first, then webhooks.
 * Sessions go with their keys, and all parts of a purchase with it. `predictions`,
 * `realised_prices` and `imbalance_prices` are the synthetic ones that the customer alone sees.
 */
export const CUSTOMER_RECORDS = [
  'keys',
  'messages',
  'webhooks',
  'purchases',
  'outage_uploads',
  'unavailabilities',
  'measurement_uploads',
  'measured_series',
  'traded_days',
  'deviations',
  'portfolio_settings',
  'delivered_forecasts',
  'plants',
  'strategy_versions',
  'backtests',
  'predictions',
  'realised_prices',
  'imbalance_prices',
] as const;
export type CustomerRecord = (typeof CUSTOMER_RECORDS)[number];

/** A version of the settings of a user and retailer. */
export type OwnedSettings = StrategyOwner & SettingsVersion;

/** The settings of a portfolio. */
export interface OwnedPortfolioSettings extends Portfolio {
  readonly settings: PortfolioSettings;
}

/** Finds what is kept of a customer, and removes it. Errors: `store_unavailable`. */
export interface CustomerRecords {
  /** Ids of up to `limit` purchases of a customer in the order of ids, those after one. */
  purchaseIds(customerId: string, limit: number, after?: string): Promise<string[]>;
  /** Versions of a customer's settings by user, retailer and version; some are skipped. */
  settings(customerId: string, page: { offset: number; limit: number }): Promise<OwnedSettings[]>;
  /** The groups of which a customer's consumption was ever delivered, in any order. */
  consumptions(customerId: string): Promise<DeliveredConsumption[]>;
  /** The portfolios of which executed trades were ever delivered, in any order. */
  tradedPortfolios(customerId: string): Promise<Portfolio[]>;
  /** The settings of a customer's portfolios, in an order that stays; some are skipped. */
  portfolioSettings(
    customerId: string,
    page: { offset: number; limit: number },
  ): Promise<OwnedPortfolioSettings[]>;
  /**
   * Removes up to `limit` records of a kind, whichever, with all that belongs to them, along with
   * the entry for how many; without one where there are none. Returns how many.
   */
  removeSome(
    customerId: string,
    kind: CustomerRecord,
    limit: number,
    entry: (count: number) => AuditEntry,
  ): Promise<number>;
  /** Removes a customer with whatever is left of it, along with the entry. False when there is none. */
  remove(customerId: string, entry: AuditEntry): Promise<boolean>;
}
