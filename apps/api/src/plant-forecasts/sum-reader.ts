import { type SumInputs, type SummedPeriod, sumForecasts } from '@solano/domain/forecasting';

/** Sums forecasts, which takes seconds for a thousand plants. */
export function sumRows(inputs: SumInputs): SummedPeriod[] {
  return sumForecasts(inputs);
}
