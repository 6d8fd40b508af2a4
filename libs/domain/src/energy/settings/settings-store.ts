import type { AuditEntry, Portfolio } from '@solano/domain/service';
import type { Place, PlantSettings, PortfolioSettings } from './settings.ts';

/**
 * Keeps the settings of plants and portfolios, the last that were put. Those of a plant go with it.
 * Errors: `store_unavailable`.
 */
export interface EnergySettingsStore {
  /** The settings of a customer's plants by id; those for which nothing was put are left out. */
  ofPlants(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, PlantSettings>>;
  /** Replaces the settings of a plant, along with the audit entry. Errors: `plant_unknown`. */
  putPlant(
    customerId: string,
    plantId: string,
    settings: PlantSettings,
    entry: AuditEntry,
  ): Promise<void>;
  /** The settings of a portfolio; undefined where nothing was put. */
  ofPortfolio(customerId: string, portfolio: Portfolio): Promise<PortfolioSettings | undefined>;
  /** The places of a customer's portfolios, those that have one. */
  portfolioPlaces(customerId: string): Promise<Place[]>;
  /**
   * Replaces the settings of a portfolio, along with the audit entry. Errors: `not_found` for the
   * customer.
   */
  putPortfolio(
    customerId: string,
    portfolio: Portfolio,
    settings: PortfolioSettings,
    entry: AuditEntry,
  ): Promise<void>;
}
