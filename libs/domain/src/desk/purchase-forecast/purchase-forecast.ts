import type { ConsumptionPeriod } from '@solano/domain/forecasting';
import { invalidRequest, type JsonText, labelOf, megawatts } from '@solano/domain/kernel';

/** The forecast of consumption that a purchase came from. */
export interface PurchaseForecast {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Whole percent. */
  readonly quantile: number;
  /** As known then: ISO 8601. */
  readonly asOf: string;
  /** MW of each hour at the busbar, by its end. */
  readonly items: readonly ForecastItem[];
  /** Whether something else was submitted: the desk’s correction. */
  readonly isCorrected: boolean;
}

interface ForecastItem {
  /** `YYYY-MM-DD HH:MM` of Madrid. */
  readonly datetime: string;
  readonly purchase: number;
}

/** The items that buy a quantile of the hours of a forecast. */
export function forecastItems(
  periods: readonly Pick<ConsumptionPeriod, 'end' | 'busbarQuantiles'>[],
): ForecastItem[] {
  return periods.map(({ end, busbarQuantiles: [microMw = 0] }) => {
    return { datetime: labelOf(end), purchase: megawatts(microMw) };
  });
}

/**
 * Rejects with `invalid_request` a correction that has other labels than the forecast.
 *
 * @param series a `purchase` array of which the items are valid.
 */
export function requireSameLabels(series: JsonText, items: readonly ForecastItem[]): void {
  const corrected = (JSON.parse(series) as ForecastItem[]).map(({ datetime }) => datetime).sort();
  const expected = items.map(({ datetime }) => datetime).sort();
  if (JSON.stringify(corrected) === JSON.stringify(expected)) return;
  const other = corrected.find((label, i) => label !== expected[i]);
  const what =
    other === undefined
      ? `it has ${corrected.length}, not ${expected.length}`
      : `${other} is none of them, or stands twice`;
  throw invalidRequest(`Field 'purchase' must have the labels of the forecast: ${what}`);
}

export function forecastJson(forecast: PurchaseForecast): JsonText {
  return JSON.stringify(forecast);
}

/** What {@link forecastJson} has written. */
export function parseForecast(json: JsonText): PurchaseForecast {
  return JSON.parse(json) as PurchaseForecast;
}
