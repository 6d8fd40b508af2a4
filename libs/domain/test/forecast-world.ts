import type { Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import type { PowerRun } from '@solano/domain/energy';
import { type PlantHistory, plantPlace, type WeatherRun } from '@solano/domain/forecasting';
import { MICRO } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveredForecastStore,
  MemoryEnergySettingsStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryOwnForecastStore,
  MemoryPlantModelStore,
  MemoryPlantStore,
  MemoryPublicationStore,
  MemoryUnavailabilityStore,
  MemoryWeatherStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { digest } from './digest.ts';

/** Stores of what plants are forecast from, with a clock that tests set. */
export function forecastWorld(now: number) {
  const database = new MemoryDatabase();
  const time = { now };
  const warnings: object[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    measurements: new MemoryMeasurementStore(database),
    weather: new MemoryWeatherStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    plantModels: new MemoryPlantModelStore(database),
    publications: new MemoryPublicationStore(database),
    webhooks: new MemoryWebhookStore(database),
    objects: new MemoryObjectStore(),
    digest,
    clock: () => new Date(time.now),
    log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
  };
  const customer = aCustomer({ name: 'Norte', folder: 'Norte' });
  return {
    database,
    deps,
    customer,
    warnings,
    /** Moves the clock (ms). */
    setTime: (at: number) => {
      time.now = at;
    },
    addCustomer: () => deps.customers.add(customer, anEntry()),
    /** Adds a plant with its weather and what it produced, delivered at an instant (ms). */
    addPlant: async (name: string, history: PlantHistory, deliveredAt: number): Promise<Plant> => {
      const { technology, installedMw, lat, lon } = history.plant;
      const power = installedMw.toFixed(3);
      const plant: Plant = {
        ...aPlant(customer.id),
        name,
        technologyType: technology,
        lat: String(lat),
        lon: String(lon),
        installedCapacityMw: power,
        nominalCapacityMw: power,
      };
      await deps.plants.add(plant, anEntry());
      const record = (runs: readonly WeatherRun[]) =>
        deps.weather.record(plantPlace(plant.id), runs, new Date(deliveredAt));
      if (history.weather.length > 0) await record(history.weather);
      const { start, mw } = history.production;
      await recordProduction(deps, plant, { start, step: 60, microMw: micro(mw) }, deliveredAt);
      return plant;
    },
  };
}

/** Records production of a plant as delivered at an instant (ms). */
export async function recordProduction(
  { measurements }: { readonly measurements: MemoryMeasurementStore },
  { customerId, id }: Plant,
  run: PowerRun,
  deliveredAt: number,
): Promise<void> {
  if (run.microMw.length === 0) return;
  const series = { kind: 'production', plantId: id } as const;
  const delivery = { customerId, deliveredAt: new Date(deliveredAt) };
  await measurements.record(delivery, [{ series, runs: [run] }], anEntry());
}

function micro(mw: Float64Array): number[] {
  return Array.from(mw, (each) => Math.round(each * MICRO));
}
