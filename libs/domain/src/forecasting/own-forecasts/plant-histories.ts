import type { Plant, UnavailabilityStore } from '@solano/domain/assets';
import {
  DEFAULT_PLANT_SETTINGS,
  type DeliveredRun,
  type EnergySettingsStore,
  knownAfterMs,
  type MeasurementStore,
  type SeriesWindow,
} from '@solano/domain/energy';
import { type Clock, DAY_MS } from '@solano/domain/kernel';
import type { PlantHistory } from '../plant-model/plant-history.ts';
import { type PlantWeatherDeps, plantWeather } from '../weather/plant-weather.ts';
import { neighbourFields, ownFields } from '../weather/used-fields.ts';
import type { WeatherRun } from '../weather/weather-run.ts';
import type { RunSelection } from '../weather/weather-store.ts';
import { knownHours } from './known-hours.ts';

/** Plants whose weather is looked at for the forecasts of another. */
const MAX_NEIGHBOURS = 12;

export interface PlantHistoryDeps extends PlantWeatherDeps {
  readonly measurements: Pick<MeasurementStore, 'runs'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants'>;
  readonly clock: Clock;
}

/** Instants in ms. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What was known of a plant at an instant (ms). */
export type HistoryAt = (at: number) => PlantHistory;

/**
 * Reads what the forecasts of some plants of a customer are learned or made from. Of the unavailabilities count
 * those that are recorded now. Errors: `store_unavailable`.
 *
 * @param plants those that are forecast.
 * @param all the customer's plants, among which neighbours are found.
 * @param window of measured production, whole hours; weather reaches from its start on.
 * @param pick of the runs of weather of a plant those that are needed.
 * @returns by plant.
 */
export async function plantHistories(
  deps: PlantHistoryDeps,
  plants: readonly Plant[],
  all: readonly Plant[],
  window: SeriesWindow,
  pick: NonNullable<RunSelection['pick']>,
): Promise<ReadonlyMap<string, HistoryAt>> {
  const [{ customerId } = { customerId: '' }] = plants;
  const plantIds = plants.map(({ id }) => id);
  const neighbours = new Map(plants.map((plant) => [plant.id, neighboursOf(plant, all)]));
  const weather = new Map<string, readonly WeatherRun[]>();
  const read = async (wanted: readonly Plant[], selection: RunSelection) => {
    const found = plantWeather(deps, customerId, wanted, reachOf(window), selection);
    for await (const { plantId, runs } of found) weather.set(plantId, runs);
  };
  for (const [technology, own] of Map.groupBy(plants, (plant) => plant.technologyType)) {
    const others = new Set(own.flatMap(({ id }) => neighbours.get(id) ?? []));
    for (const plant of own) others.delete(plant);
    await read(own, { pick, fields: (names) => ownFields(technology, names) });
    await read([...others], { pick, fields: neighbourFields(technology) });
  }
  const production = new Map<string, readonly DeliveredRun[]>();
  const filter = { kind: 'production', plantIds } as const;
  for await (const { series, runs } of deps.measurements.runs(customerId, filter, window)) {
    if (series.kind === 'production') production.set(series.plantId, runs);
  }
  const outages = await outagesOf(deps, customerId, plantIds, window);
  const settings = await deps.energySettings.ofPlants(customerId, plantIds);
  return new Map(
    plants.map((plant) => {
      const knownAfter = knownAfterMs(settings.get(plant.id) ?? DEFAULT_PLANT_SETTINGS);
      const own = weather.get(plant.id) ?? [];
      const others = (neighbours.get(plant.id) ?? []).flatMap(({ id }) => {
        const runs = weather.get(id) ?? [];
        return runs.length > 0 ? [runs] : [];
      });
      const runs = production.get(plant.id) ?? [];
      const out = outages.get(plant.id) ?? [];
      const historyAt: HistoryAt = (at) => ({
        plant: {
          technology: plant.technologyType,
          installedMw: installedMw(plant),
          lat: Number(plant.lat),
          lon: Number(plant.lon),
        },
        weather: knownBy(own, at),
        neighbours: others.map((each) => knownBy(each, at)),
        production: knownHours(runs, window, { at, knownAfter }, out),
        knownAfter,
      });
      return [plant.id, historyAt] as const;
    }),
  );
}

/** The weather of the neighbours of a plant, one after the other: what of each was known at an instant (ms). */
export async function* neighbourWeather(
  deps: PlantWeatherDeps,
  plant: Plant,
  all: readonly Plant[],
  window: SeriesWindow,
  pick: NonNullable<RunSelection['pick']>,
): AsyncGenerator<(at: number) => readonly WeatherRun[]> {
  const selection = { pick, fields: neighbourFields(plant.technologyType) };
  for (const neighbour of neighboursOf(plant, all)) {
    const found = plantWeather(deps, plant.customerId, [neighbour], reachOf(window), selection);
    for await (const { runs } of found) yield (at) => knownBy(runs, at);
  }
}

/** A run that has just become known may begin where the production ends. */
function reachOf({ from, to }: SeriesWindow): SeriesWindow {
  return { from, to: to + DAY_MS };
}

/** Installed power in MW, which no forecast exceeds. */
export function installedMw({ installedCapacityMw, nominalCapacityMw }: Plant): number {
  return Math.max(Number(installedCapacityMw), Number(nominalCapacityMw));
}

function knownBy(runs: readonly WeatherRun[], at: number): readonly WeatherRun[] {
  return runs.filter(({ knownAt }) => knownAt <= at);
}

/** The nearest plants of the same technology, the nearest first, those equally near by id. */
function neighboursOf(plant: Plant, all: readonly Plant[]): Plant[] {
  const others = all
    .filter(({ id, technologyType }) => id !== plant.id && technologyType === plant.technologyType)
    .map((other) => ({ other, distance: distanceOf(plant, other) }));
  others.sort((a, b) => a.distance - b.distance || (a.other.id < b.other.id ? -1 : 1));
  return others.slice(0, MAX_NEIGHBOURS).map(({ other }) => other);
}

const RADIANS = Math.PI / 180;

/** The square of the distance of two plants on a plane, in degrees of latitude. */
function distanceOf(a: Plant, b: Plant): number {
  const north = Number(a.lat) - Number(b.lat);
  const east = (Number(a.lon) - Number(b.lon)) * Math.cos(Number(a.lat) * RADIANS);
  return north ** 2 + east ** 2;
}

async function outagesOf(
  { unavailabilities, clock }: PlantHistoryDeps,
  customerId: string,
  plantIds: readonly string[],
  { from, to }: SeriesWindow,
): Promise<ReadonlyMap<string, readonly Span[]>> {
  const window = { from: new Date(from), to: new Date(to) };
  const found = await unavailabilities.recordedAt(customerId, plantIds, window, clock());
  return Map.groupBy(found, ({ plantId }) => plantId);
}
