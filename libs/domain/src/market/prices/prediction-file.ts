import type { SourceTable, UnreadableFile } from '@solano/domain/kernel';
import { PREDICTION_COLUMNS } from './price-columns.ts';
import type { PriceSeries } from './prices.ts';
import { type Bands, QUANTILE_COLUMNS, toBands } from './quantiles.ts';
import { type Labels, readValues, sortedByTime, toSeries } from './value-file.ts';

/**
 * Reads a prediction: prices in EUR/MWh, and optionally quantiles in the columns `p5` to `p95`, any of
 * them, whose values may be empty. The step is inferred before gaps are. Errors: as {@link readValues}.
 */
export function readPrediction(
  table: SourceTable | UnreadableFile,
  labels: Labels,
): PriceSeries & { readonly bands: Bands | null } {
  const fields = { value: 'price', quantiles: QUANTILE_COLUMNS } as const;
  const rows = readValues(table, PREDICTION_COLUMNS, () => fields);
  const bands = toBands(sortedByTime(rows).map(({ quantiles }) => quantiles));
  return { ...toSeries(rows, labels), bands };
}
