import { type PlantStore, requirePlant } from '@solano/domain/assets';
import { type Clock, notFound, translating } from '@solano/domain/kernel';
import type { AuditSource, Portfolio } from '@solano/domain/service';
import { readPlantSettings, readPortfolioSettings } from './read-settings.ts';
import {
  DEFAULT_PLANT_SETTINGS,
  DEFAULT_PORTFOLIO_SETTINGS,
  type PlantSettings,
  type PortfolioSettings,
} from './settings.ts';
import type { EnergySettingsStore } from './settings-store.ts';

interface PlantSettingsReadDeps {
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants'>;
  readonly plants: Pick<PlantStore, 'get'>;
}

export interface PlantSettingsDeps extends PlantSettingsReadDeps {
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants' | 'putPlant'>;
  readonly clock: Clock;
}

export interface PortfolioSettingsDeps {
  readonly energySettings: Pick<EnergySettingsStore, 'ofPortfolio' | 'putPortfolio'>;
  readonly clock: Clock;
}

/** The settings of a plant. Errors: `not_found`, `store_unavailable`. */
export async function plantSettings(
  { energySettings, plants }: PlantSettingsReadDeps,
  customerId: string,
  plantId: string,
): Promise<PlantSettings> {
  const { id } = await requirePlant(plants, customerId, plantId);
  const found = await energySettings.ofPlants(customerId, [id]);
  return found.get(id) ?? DEFAULT_PLANT_SETTINGS;
}

/**
 * Replaces the settings of a plant by what {@link readPlantSettings} reads. Errors: `not_found`,
 * `invalid_request`, `store_unavailable`.
 */
export async function setPlantSettings(
  { energySettings, plants, clock }: PlantSettingsDeps,
  source: AuditSource,
  customerId: string,
  plantId: string,
  value: unknown,
): Promise<PlantSettings> {
  const { id } = await requirePlant(plants, customerId, plantId);
  const settings = readPlantSettings(value);
  const metadata = { action: 'plant.settings', customerId, subject: id } as const;
  const entry = { ...source, at: clock(), ...metadata };
  await translating('plant_unknown', notFound, () =>
    energySettings.putPlant(customerId, id, settings, entry),
  );
  return settings;
}

/** The settings of a portfolio. Errors: `store_unavailable`. */
export async function portfolioSettings(
  { energySettings }: { readonly energySettings: Pick<EnergySettingsStore, 'ofPortfolio'> },
  customerId: string,
  portfolio: Portfolio,
): Promise<PortfolioSettings> {
  const found = await energySettings.ofPortfolio(customerId, portfolio);
  return found ?? DEFAULT_PORTFOLIO_SETTINGS;
}

/**
 * Replaces the settings of a portfolio by what {@link readPortfolioSettings} reads. Errors:
 * `invalid_request`, `store_unavailable`.
 */
export async function setPortfolioSettings(
  { energySettings, clock }: PortfolioSettingsDeps,
  source: AuditSource,
  customerId: string,
  portfolio: Portfolio,
  value: unknown,
): Promise<PortfolioSettings> {
  const settings = readPortfolioSettings(value);
  const subject = `${portfolio.user} ${portfolio.retailer}`;
  const metadata = { action: 'consumption.settings', customerId, subject } as const;
  const entry = { ...source, at: clock(), ...metadata };
  await energySettings.putPortfolio(customerId, portfolio, settings, entry);
  return settings;
}
