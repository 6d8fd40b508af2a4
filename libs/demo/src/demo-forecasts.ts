import {
  DEFAULT_TYPE,
  type ForecastLocation,
  type PlantFields,
  type PutForecastDeps,
  putForecast,
} from '@solano/domain/assets';
import { HOUR_MS } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { DemoPower } from './demo-power.ts';

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
    putForecast(deps, {
      customer,
      location,
      fileName: FILE,
      content: Buffer.from(`${lines.join('\n')}\n`),
    });
  const hours = hoursFrom(deps.clock());
  const madeAt = deps.clock().getTime();
  const energies = plants.map((plant, seed) => {
    const power = new DemoPower(plant, seed);
    return hours.map((end) => (power.expected(madeAt, end - HOUR_MS / 2) * 1_000).toFixed(3));
  });
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

function label(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
}
