import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@solano/config';
import type { WeatherSource } from '@solano/domain/forecasting';
import { OpenMeteoSource } from '@solano/market-sources/weather';

/** The dependencies of what fetches weather. */
interface WeatherFetching {
  readonly weatherSources: readonly WeatherSource[];
  readonly pause: (ms: number) => Promise<void>;
}

/** The ports along with the configured sources of weather. */
export function openWeather<Deps>({ weatherSources }: Config, deps: Deps): Deps & WeatherFetching {
  return {
    ...deps,
    weatherSources: weatherSources.map((source) => new OpenMeteoSource(source)),
    pause: (ms) => pause(ms, undefined, { ref: false }),
  };
}
