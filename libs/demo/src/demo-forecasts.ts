import {
  DEFAULT_TYPE,
  type ForecastLocation,
  type PlantFields,
  type PutForecastDeps,
  putForecast,
} from '@solano/domain/assets';
import { HOUR_MS } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';

const DAYS = 7;
const FILE = 'demo.csv';

/**
 * Stores synthetic forecasts of all three forms for the demonstration: hourly, for a week from the
 * start of today (UTC) on. Errors: `objects_unavailable`.
 */
export async function putDemoForecasts(
  deps: PutForecastDeps,
  customer: Customer,
  plants: readonly PlantFields[],
): Promise<void> {
  const put = (location: ForecastLocation, lines: readonly string[]) =>
    putForecast(deps, customer, location, FILE, Buffer.from(`${lines.join('\n')}\n`));
  const hours = hoursFrom(deps.clock());
  const energies = plants.map((plant, i) => hours.map((hour) => energyOf(plant, hour, i)));
  const table = hours.map((hour, h) => {
    return [label(hour), ...energies.map((values) => values[h])].join(';');
  });
  const header = ['datetime', ...plants.map(({ name }) => name)].join(';');
  await put({ form: 'latest' }, [header, ...table]);
  await put({ form: 'custom', type: DEFAULT_TYPE }, [header, ...table]);
  await put({ form: 'custom', type: 'DailyHourly' }, [header, ...table.slice(0, 24)]);
  for (const [i, plant] of plants.entries()) {
    const rows = hours.map((hour, h) => `${label(hour)};${energies[i]?.[h]}`);
    await put({ form: 'normalized', plant: plant.name }, [';pred', ...rows]);
  }
}

/** The ends of the hours, in ms. */
function hoursFrom(now: Date): number[] {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: DAYS * 24 }, (_, i) => start + (i + 1) * HOUR_MS);
}

/** kWh in the hour: a bell over the day for the sun, slow waves for the wind. */
function energyOf(plant: PlantFields, hour: number, seed: number): string {
  const time = hour / HOUR_MS;
  const sun = Math.max(0, Math.sin(((time % 24) - 6) * (Math.PI / 12)));
  const wind = 0.45 + 0.3 * Math.sin(time / 9 + seed) + 0.15 * Math.sin(time / 3.7 + 2 * seed);
  const share = plant.technologyType === 'solar' ? 0.8 * sun : wind;
  return (share * Number(plant.installedCapacityMw) * 1000).toFixed(3);
}

function label(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
}
