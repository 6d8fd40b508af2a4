import type { Config } from '@solano/config';
import type { WantedPlaceDeps, WeatherPorts } from '@solano/domain/forecasting';
import { weatherSchedule } from '@solano/domain/forecasting/jobs';
import type { Log } from '@solano/domain/kernel';
import type { Schedule } from '@solano/domain/service';

/** The ports that collecting weather needs beside the sources. */
export interface WeatherScheduleDeps extends WeatherPorts, WantedPlaceDeps {
  readonly log: Log;
}

/** Collects weather where a source is configured. */
export async function openWeatherSchedules(
  config: Config,
  deps: WeatherScheduleDeps,
): Promise<Schedule[]> {
  if (config.weatherSources.length === 0) return [];
  const { openWeather } = await import('@solano/runtime/weather');
  return [weatherSchedule(openWeather(config, deps))];
}
