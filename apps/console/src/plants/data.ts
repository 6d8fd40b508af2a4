import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';

export type Plant = Schemas['Plant'];

export function usePlants(): Query<Plant[]> {
  return useQuery('plants', () => dataOf(api.GET('/api/v0/plants/')));
}

/** A plant and how much of it is left at the moment. */
export interface PlantState {
  readonly plant: Plant;
  /** MW that remain; undefined if nothing is reduced. */
  readonly reducedTo: number | undefined;
}

/** Which plants have less power now, by the outages that hold now. */
export function plantStates(
  plants: readonly Plant[],
  outages: readonly Schemas['Unavailability'][],
  now: number,
): PlantState[] {
  const reduced = new Map<string, number>();
  for (const outage of outages) {
    if (Date.parse(outage.start_time_utc) > now || Date.parse(outage.end_time_utc) <= now) continue;
    const before = reduced.get(outage.plant_id) ?? Number.POSITIVE_INFINITY;
    reduced.set(outage.plant_id, Math.min(before, outage.available_power_mw));
  }
  return plants.map((plant) => ({ plant, reducedTo: reduced.get(plant.name) }));
}
