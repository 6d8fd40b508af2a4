import type { ConsumptionForecast, ConsumptionForecastInputs } from '@solano/domain/forecasting';
import { forecastPortfolio } from '@solano/domain/forecasting/models';

/** Forecasts consumption, which takes some tenths of a second for each group. */
export function forecastReader(inputs: ConsumptionForecastInputs): {
  readonly forecast: ConsumptionForecast | undefined;
} {
  return { forecast: forecastPortfolio(inputs) };
}
