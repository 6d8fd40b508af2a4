import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import type { TemperatureRun } from '../consumption-model/known-temperatures.ts';
import type { WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherStore } from '../weather/weather-store.ts';

/** Days of the past whose temperature is learned from. */
const HISTORY_DAYS = 760;
/** Days ahead of the issue of a run that are of use: a forecast is of seven days after today. */
const AHEAD_DAYS = 9;

/**
 * The temperatures of a place as the runs that were known at an instant (ms) have them, in order of `knownAt`.
 * Errors: `store_unavailable`.
 */
export async function temperaturesOf(
  weather: Pick<WeatherStore, 'runs'>,
  place: WeatherPlace,
  until: number,
): Promise<TemperatureRun[]> {
  const window = { from: until - HISTORY_DAYS * DAY_MS, to: until + AHEAD_DAYS * DAY_MS };
  const found: TemperatureRun[] = [];
  for await (const { runs } of weather.runs([place], window, until)) {
    for (const { source, issuedAt, knownAt, start, fields } of runs) {
      const hours = (issuedAt - start) / HOUR_MS + (AHEAD_DAYS * DAY_MS) / HOUR_MS;
      const celsius = fields.temperature_2m?.slice(0, Math.max(0, hours));
      if (celsius?.length) found.push({ source, issuedAt, knownAt, start, celsius });
    }
  }
  return found;
}
