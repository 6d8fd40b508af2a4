import {
  type ConsumptionDay,
  type ConsumptionGroup,
  forecastConsumption,
} from '../consumption-model/forecast-consumption.ts';
import { KnownTemperatures, type TemperatureRun } from '../consumption-model/known-temperatures.ts';
import { knownHours } from '../own-forecasts/known-hours.ts';
import type { ConsumptionForecastInputs } from './consumption-forecast.ts';
import type { ConsumptionInputs } from './consumption-inputs.ts';

/** A forecast of consumption. */
export interface ConsumptionForecast {
  readonly days: readonly ConsumptionDay[];
  /** The newest run of weather whose temperature is a part of it; null: none is. */
  readonly weather: Pick<TemperatureRun, 'source' | 'issuedAt'> | null;
}

/**
 * Computes a forecast of consumption; some tenths of a second for each group. Undefined where no group has 28 known
 * days.
 */
export function forecastPortfolio(
  inputs: ConsumptionForecastInputs,
): ConsumptionForecast | undefined {
  const days = forecastConsumption(groupsKnownAt(inputs, inputs.at), inputs.dates);
  return days && { days, weather: weatherOf(days, inputs) };
}

function weatherOf(
  days: readonly ConsumptionDay[],
  { temperatures, at }: ConsumptionForecastInputs,
): ConsumptionForecast['weather'] {
  if (!days.some(({ isByTemperature }) => isByTemperature)) return null;
  const known = temperatures.filter(({ knownAt }) => knownAt <= at);
  const { source, issuedAt } = known.reduce((newest, run) => {
    return run.issuedAt >= newest.issuedAt ? run : newest;
  });
  return { source, issuedAt };
}

/** The groups with what was known of them at an instant (ms). */
export function groupsKnownAt(
  { groups, window, region, knownAfter, temperatures: runs }: ConsumptionInputs,
  at: number,
): ConsumptionGroup[] {
  const temperatures = runs.length > 0 ? new KnownTemperatures(runs, at) : undefined;
  return groups.map(({ runs: measured, ends }) => {
    const hours = knownHours(measured, window, { at, knownAfter }, []);
    return { ends, history: { at, region, temperatures, ...hours } };
  });
}
