import type { BandedPrediction, BandedRow, Quantile } from '@solano/domain/market';
import type { CellValue, Sheet, SheetColumn } from '@solano/spreadsheet';

const DECIMALS = 3;

/** Returns a prediction as a spreadsheet, with the ends of its periods in Madrid and in UTC. */
export function predictionSheet(
  name: string,
  prediction: BandedPrediction,
  rows: readonly BandedRow[],
  quantiles: readonly Quantile[],
): Sheet {
  const columns = quantiles.map((quantile) => `p${quantile}` as const);
  const prices = ['price', ...columns].map((header): SheetColumn => {
    return { header, type: 'number', decimals: DECIMALS };
  });
  return {
    name,
    columns: [
      { header: 'datetime', type: 'datetime', width: 18 },
      { header: 'end_utc', type: 'instant', width: 18 },
      ...prices,
    ],
    rows: rows.map((row, i): CellValue[] => {
      const end = new Date(prediction.ends[i] as number).toISOString();
      const own = columns.map((column) => row[column] ?? null);
      return [row.datetime, `${end.slice(0, 19)}Z`, row.price, ...own];
    }),
  };
}
