import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { MADRID } from '../time/zone.ts';

export type Plant = Schemas['Plant'];

/** The plant of a name, as outages name theirs. */
export function plantOf(plants: readonly Plant[], name: string): Plant | undefined {
  return plants.find((plant) => plant.name === name);
}

/** The time zone of a plant. */
export function zoneOf(plants: readonly Plant[], name: string): string {
  return plantOf(plants, name)?.timezone ?? MADRID;
}

export function usePlants(): Query<Plant[]> {
  return useQuery('plants', () => dataOf(api.GET('/api/v0/plants/')));
}
