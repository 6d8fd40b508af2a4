import {
  type ConsumptionDay,
  type ConsumptionGroup,
  forecastConsumption,
} from '../consumption-model/forecast-consumption.ts';
import { knownHours } from '../own-forecasts/known-hours.ts';
import type { ConsumptionForecastInputs } from './consumption-forecast.ts';
import type { ConsumptionInputs } from './consumption-inputs.ts';

/**
 * Computes a forecast of consumption; some tenths of a second for each group. Undefined where no group has 28 known
 * days.
 */
export function forecastPortfolio(inputs: ConsumptionForecastInputs): ConsumptionDay[] | undefined {
  return forecastConsumption(groupsKnownAt(inputs, inputs.at), inputs.dates);
}

/** The groups with what was known of them at an instant (ms). */
export function groupsKnownAt(
  { groups, window, region, knownAfter }: ConsumptionInputs,
  at: number,
): ConsumptionGroup[] {
  return groups.map(({ runs, ends }) => {
    return { ends, history: { region, ...knownHours(runs, window, { at, knownAfter }, []) } };
  });
}
