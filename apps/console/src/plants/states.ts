import type { Schemas } from '../api/client.ts';
import type { Plant } from './data.ts';

/** A plant and its remaining power. */
export interface PlantState {
  readonly plant: Plant;
  /** MW that remain; undefined if nothing is reduced. */
  readonly reducedTo: number | undefined;
}

/** Returns the plants with their remaining power at the instant. */
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
