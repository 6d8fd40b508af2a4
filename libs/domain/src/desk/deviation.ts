/** The door of what was bought against what was consumed and decided: loaded when it is asked for. */
export { MAX_DEVIATION_DAYS, readDeviation } from './deviation/read-deviation.ts';
export { tradeDifferences } from './deviation/trade-differences.ts';
