/** The door of what reads files: threads and the command line load it, a start does not. */
export { IMBALANCE_COLUMNS } from './imbalance-prices/imbalance-columns.ts';
export { importImbalance } from './imbalance-prices/import-imbalance.ts';
export { importFundamental } from './market-data/import-fundamental.ts';
export {
  type ImportedFile,
  importOmie,
  type OmieFile,
  omieProblems,
  readOmieFile,
} from './prices/omie-file.ts';
export { readPrediction } from './prices/prediction-file.ts';
export { FORECAST_COLUMNS, PREDICTION_COLUMNS, PRICE_COLUMNS } from './prices/price-columns.ts';
export { importRealised } from './prices/realised-file.ts';
