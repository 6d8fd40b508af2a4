// Wind farms with three years of measured hours and of weather that is forecast for each.
import { anEntry, aPlant } from '@solano/domain/contracts';
import { plantPlace, type WeatherRun } from '@solano/domain/forecasting';
import { DAY_MS, HOUR_MS, MICRO } from '@solano/domain/kernel';
import type { postgresStores } from '@solano/postgres';

/** One that is learned, and as many neighbours as are looked at. */
const FARMS = 13;
const DAYS = 3 * 365;
const INSTALLED_MW = 50;
const RATED_SPEED = 13;
/** Runs that are recorded together. */
const BATCH_RUNS = 1_000;

/** The runs of weather of a farm. */
export interface RunPlan {
  readonly hours: number;
  readonly aDay: number;
}

/**
 * Adds farms of a customer up to an instant (ms, of a whole day), with the twelve fields that Open-Meteo is asked
 * for. Returns the id of the first.
 */
export async function addFarms(
  stores: ReturnType<typeof postgresStores>,
  customerId: string,
  plan: RunPlan,
  end: number,
): Promise<string> {
  let first = '';
  for (let farm = 0; farm < FARMS; farm += 1) {
    const power = INSTALLED_MW.toFixed(3);
    const capacity = { installedCapacityMw: power, nominalCapacityMw: power };
    const plant = aPlant(customerId, {
      name: `farm ${farm}`,
      lat: `${36 + farm / 4}`,
      ...capacity,
    });
    await stores.plants.add(plant, anEntry());
    first ||= plant.id;
    const runs = weatherOf(farm, plan, end);
    for (let next = 0; next < runs.length; next += BATCH_RUNS) {
      const batch = runs.slice(next, next + BATCH_RUNS);
      await stores.weather.record(plantPlace(plant.id), batch, new Date(end));
    }
    const start = end - DAYS * DAY_MS;
    const microMw = Array.from({ length: DAYS * 96 }, (_, i) =>
      powerAt(farm, start / HOUR_MS + i / 4),
    );
    const series = { kind: 'production', plantId: plant.id } as const;
    const delivery = { customerId, deliveredAt: new Date(end) };
    await stores.measurements.record(
      delivery,
      [{ series, runs: [{ start, step: 15, microMw }] }],
      anEntry(),
    );
  }
  return first;
}

function weatherOf(farm: number, { hours, aDay }: RunPlan, end: number): WeatherRun[] {
  return Array.from({ length: DAYS * aDay }, (_, i) => {
    const issuedAt = end - DAYS * DAY_MS + (i * DAY_MS) / aDay;
    const values = (of: (speed: number, hour: number) => number) =>
      Float64Array.from({ length: hours }, (_, lead) => {
        const hour = issuedAt / HOUR_MS + lead;
        const error = (lead / 40) * wave(hour / 11, issuedAt / DAY_MS);
        return Math.round(100 * of(Math.max(0, speedAt(farm, hour + 1) + error), hour)) / 100;
      });
    return {
      source: 'bench',
      issuedAt,
      knownAt: issuedAt,
      start: issuedAt,
      fields: {
        wind_speed_100m: values((speed) => speed),
        wind_direction_100m: values((_, hour) => (hour * 3) % 360),
        wind_speed_10m: values((speed) => 0.7 * speed),
        wind_direction_10m: values((_, hour) => (hour * 3 + 10) % 360),
        temperature_2m: values((_, hour) => 15 + 10 * wave(hour / 24, farm)),
        shortwave_radiation: values((_, hour) => Math.max(0, 800 * wave(hour / 4, 0))),
        direct_normal_irradiance: values((_, hour) => Math.max(0, 600 * wave(hour / 4, 0))),
        diffuse_radiation: values((_, hour) => Math.max(0, 200 * wave(hour / 4, 0))),
        cloud_cover: values((_, hour) => 0.5 + 0.5 * wave(hour / 9, farm)),
        relative_humidity: values((_, hour) => 0.5 + 0.4 * wave(hour / 13, farm)),
        surface_pressure: values((_, hour) => 1010 + 20 * wave(hour / 50, farm)),
        precipitation: values((_, hour) => Math.max(0, 3 * wave(hour / 7, farm))),
      },
    };
  });
}

/** Micro-MW to kW, as meters have them. */
function powerAt(farm: number, hour: number): number {
  const speed = speedAt(farm, hour) + wave(hour / 5, 3);
  const share = Math.min(1, Math.max(0, speed / RATED_SPEED) ** 3);
  return Math.round(INSTALLED_MW * share * 1_000) * (MICRO / 1_000);
}

/** m/s. */
function speedAt(farm: number, hour: number): number {
  return Math.max(0, 8 + 6 * wave(hour / 19, 1 + farm / 5));
}

/** Sums of incommensurate sines in [−1, 1]. */
function wave(x: number, phase: number): number {
  return (Math.sin(x + phase) + Math.sin(1.7 * x + 2 * phase) + Math.sin(3.1 * x)) / 3;
}
