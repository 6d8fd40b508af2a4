import type { ConsumptionDay, ConsumptionForecastInputs } from '@solano/domain/forecasting';
import { forecastPortfolio } from '@solano/domain/forecasting/models';

/** Forecasts consumption, which takes some tenths of a second for each group. */
export function forecastDays(inputs: ConsumptionForecastInputs): {
  readonly days: ConsumptionDay[] | undefined;
} {
  return { days: forecastPortfolio(inputs) };
}
