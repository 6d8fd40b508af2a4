/** The door of what reads files: threads and the command line load it, a start does not. */
export { SERIES_COLUMNS } from './series-files/series-columns.ts';
export {
  type ReadSeries,
  readSeriesFile,
  type SeriesFileOptions,
  type SeriesFileReading,
} from './series-files/series-file.ts';
export { MAX_TRADES, milliEuro, readTrades } from './trades/read-trades.ts';
export { TRADE_COLUMNS } from './trades/trade-columns.ts';
export { marketPeriod } from './trades/trade-periods.ts';
