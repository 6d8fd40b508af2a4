import type { Plant } from '@solano/domain/assets';
import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import {
  type Customer,
  FORECAST_JOB,
  forecastJob,
  RETRIES,
  type Task,
} from '@solano/domain/service';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { gridPlace, plantPlace } from '../weather/weather-place.ts';
import type { WeatherStore } from '../weather/weather-store.ts';
import { eachApart, type ForecastScheduleDeps, renewPlants } from './forecast-schedules.ts';
import { selectPlants } from './plants-of.ts';

/** A plant whose last forecast is older is as one without any. */
const RECENT_MS = 2 * DAY_MS;

export interface FirstForecastDeps extends ForecastScheduleDeps {
  readonly ownForecasts: ForecastScheduleDeps['ownForecasts'] & Pick<OwnForecastStore, 'states'>;
  readonly weather: Pick<WeatherStore, 'states'>;
}

/**
 * Makes the forecasts of plants that have none yet: when a worker begins, and after plants are added or weather
 * comes for the first time. What it misses comes with the next renewal of all.
 */
export function firstForecastTask(deps: FirstForecastDeps): Task {
  return {
    kind: FORECAST_JOB,
    concurrency: 1,
    concurrencyPerLane: 1,
    retries: RETRIES,
    maxDelayMs: MINUTE_MS,
    initialJobs: () => [forecastJob()],
    async step({ subject }) {
      const isAll = subject === forecastJob().subject;
      for (const customer of await deps.customers.list()) {
        if (!isAll && customer.id !== subject) continue;
        await eachApart(deps.log, customer, () => makeFirst(deps, customer));
      }
      return undefined;
    },
    giveUp({ subject }, err) {
      deps.log.error({ subject, err }, 'the first forecasts of plants were given up');
      return undefined;
    },
  };
}

/** Goes on while plants come that it has not tried. */
async function makeFirst(deps: FirstForecastDeps, customer: Customer): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const lacking = await lackingPlants(deps, customer);
    const plants = lacking.filter(({ id }) => !tried.has(id));
    if (plants.length === 0) return;
    const ids = plants.map(({ id }) => id);
    for (const id of ids) tried.add(id);
    await renewPlants(deps, customer, plants, ids);
  }
}

/** The plants without a forecast, or without one that rests on weather where there is some. */
function lackingPlants(deps: FirstForecastDeps, { id }: Customer): Promise<Plant[]> {
  return selectPlants(deps, id, (plants) => lackingOf(deps, id, plants));
}

async function lackingOf(
  deps: FirstForecastDeps,
  id: string,
  plants: readonly Plant[],
): Promise<Plant[]> {
  const ids = plants.map((plant) => plant.id);
  const since = new Date(deps.clock().getTime() - RECENT_MS);
  const forecasts = await deps.ownForecasts.states(id, ids, since);
  const known = new Map(forecasts.map((state) => [state.plantId, state]));
  const places = new Set(plants.flatMap((plant) => [plantPlace(plant.id), gridPlace(plant)]));
  const states = await deps.weather.states([...places]);
  const weathered = new Set(states.map(({ place }) => place));
  return plants.filter((plant) => {
    const state = known.get(plant.id);
    const hasWeather = weathered.has(plantPlace(plant.id)) || weathered.has(gridPlace(plant));
    // Without weather nothing can be made of wind.
    return hasWeather ? !state?.hasWeather : !state && plant.technologyType !== 'wind';
  });
}
