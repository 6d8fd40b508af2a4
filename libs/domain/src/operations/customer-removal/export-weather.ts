import type { PlantStore } from '@solano/domain/assets';
import { plantPlace, type WeatherStore } from '@solano/domain/forecasting';

/** The times (ms) that a date can have. */
const ALWAYS = { from: -8.64e15, to: 8.64e15 };

export interface WeatherExportDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly weather: Pick<WeatherStore, 'runs'>;
}

/** The runs of weather that were imported for a customer's plants, every vintage; null where a value is missing. */
export async function* weatherOf(
  { plants, weather }: WeatherExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const { id, name } of plants.list(customerId)) {
    for await (const { runs } of weather.runs([plantPlace(id)], ALWAYS)) {
      for (const { source, issuedAt, knownAt, start, fields } of runs) {
        const times = { issuedAt: new Date(issuedAt), knownAt: new Date(knownAt) };
        const values = Object.entries(fields).map(([field, hours]) => {
          return [field, Array.from(hours, orNull)] as const;
        });
        const startUtc = new Date(start);
        yield { plantId: name, source, ...times, startUtc, fields: Object.fromEntries(values) };
      }
    }
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
