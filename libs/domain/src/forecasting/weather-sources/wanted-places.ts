import type { PlantStore } from '@solano/domain/assets';
import type { EnergySettingsStore } from '@solano/domain/energy';
import { compareCodePoints } from '@solano/domain/kernel';
import type { CustomerStore } from '@solano/domain/service';
import { gridPlace, type WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherSwitchStore } from './weather-switch.ts';

export interface CustomerPlaceDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly energySettings: Pick<EnergySettingsStore, 'portfolioPlaces'>;
}

export interface WantedPlaceDeps extends CustomerPlaceDeps {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly weatherSwitches: Pick<WeatherSwitchStore, 'switchedOff'>;
}

/**
 * The places of the grid of all plants and portfolios, in code-point order, but of customers who switched weather
 * off. Errors: `store_unavailable`.
 */
export async function wantedPlaces(deps: WantedPlaceDeps): Promise<WeatherPlace[]> {
  const isOff = await deps.weatherSwitches.switchedOff();
  const places = new Set<WeatherPlace>();
  for (const { id } of await deps.customers.list()) {
    if (isOff.has(id)) continue;
    for (const place of await customerPlaces(deps, id)) places.add(place);
  }
  return [...places].sort(compareCodePoints);
}

/**
 * The places of the grid of a customer's plants and portfolios, in code-point order. Errors:
 * `store_unavailable`.
 */
export async function customerPlaces(
  { plants, energySettings }: CustomerPlaceDeps,
  customerId: string,
): Promise<WeatherPlace[]> {
  const places = new Set((await energySettings.portfolioPlaces(customerId)).map(gridPlace));
  for await (const plant of plants.list(customerId)) places.add(gridPlace(plant));
  return [...places].sort(compareCodePoints);
}
