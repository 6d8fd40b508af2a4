import type { PlantStore } from '@solano/domain/assets';
import { compareCodePoints } from '@solano/domain/kernel';
import type { CustomerStore } from '@solano/domain/service';
import { gridPlace, type WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherSwitchStore } from './weather-switch.ts';

export interface WantedPlaceDeps {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly weatherSwitches: Pick<WeatherSwitchStore, 'switchedOff'>;
}

/**
 * The places of the grid of all plants, in code-point order, but of customers who switched weather off. Errors:
 * `store_unavailable`.
 */
export async function wantedPlaces({
  customers,
  plants,
  weatherSwitches,
}: WantedPlaceDeps): Promise<WeatherPlace[]> {
  const isOff = await weatherSwitches.switchedOff();
  const places = new Set<WeatherPlace>();
  for (const { id } of await customers.list()) {
    if (isOff.has(id)) continue;
    for await (const plant of plants.list(id, { offset: 0 })) places.add(gridPlace(plant));
  }
  return [...places].sort(compareCodePoints);
}
