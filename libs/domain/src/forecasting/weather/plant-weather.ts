import type { Plant } from '@solano/domain/assets';
import type { SeriesWindow } from '@solano/domain/energy';
import { batchesOf, DAY_MS } from '@solano/domain/kernel';
import { gridPlace, plantPlace, type WeatherPlace } from './weather-place.ts';
import type { WeatherRun } from './weather-run.ts';
import type { RunSelection, WeatherStore } from './weather-store.ts';

export interface PlantWeatherDeps {
  readonly weather: Pick<WeatherStore, 'runs'>;
}

export type PlacedPlant = Pick<Plant, 'id' | 'customerId' | 'lat' | 'lon'>;

/** ms for which a run of a plant’s own place counts instead of those of the grid. */
const OWN_MS = DAY_MS;
/** Plants whose runs are held at once. */
const BATCH_PLANTS = 50;

/**
 * The weather of plants of a customer: runs with an hour in a window, in order of `knownAt`, plant by plant, in
 * the order of the plants; those without any are left out. A run of the plant’s place on the grid counts where
 * none of the plant’s own became known in the 24 hours up to it. Errors: `store_unavailable`.
 *
 * @param selection its `pick` gives the same of all runs as of those that it picked of each place.
 */
export async function* plantWeather(
  { weather }: PlantWeatherDeps,
  customerId: string,
  plants: readonly PlacedPlant[],
  window: SeriesWindow,
  selection: RunSelection = {},
): AsyncGenerator<{ readonly plantId: string; readonly runs: readonly WeatherRun[] }> {
  const own = plants.filter((plant) => plant.customerId === customerId);
  for (const batch of batchesOf(own, BATCH_PLANTS)) {
    const places = new Set(batch.flatMap((plant) => [plantPlace(plant.id), gridPlace(plant)]));
    const found = new Map<WeatherPlace, readonly WeatherRun[]>();
    for await (const { place, runs } of weather.runs([...places], window, selection)) {
      found.set(place, runs);
    }
    for (const plant of batch) {
      const runs = withOwn(found.get(plantPlace(plant.id)), found.get(gridPlace(plant)));
      if (runs.length > 0) yield { plantId: plant.id, runs: selection.pick?.(runs) ?? runs };
    }
  }
}

/** Both in order of `knownAt`, and so is the result. */
function withOwn(own: readonly WeatherRun[] = [], grid: readonly WeatherRun[] = []) {
  if (own.length === 0 || grid.length === 0) return own.length > 0 ? own : grid;
  let next = 0;
  const runs: WeatherRun[] = [];
  for (const run of grid) {
    for (; next < own.length; next += 1) {
      const each = own[next] as WeatherRun;
      if (each.knownAt > run.knownAt) break;
      runs.push(each);
    }
    const last = own[next - 1];
    if (!last || run.knownAt - last.knownAt >= OWN_MS) runs.push(run);
  }
  return [...runs, ...own.slice(next)];
}
