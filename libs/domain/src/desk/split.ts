/** The door of what threads compute of purchases and backtests: they load nothing else of the desk. */
export { backtest } from './backtests/backtest.ts';
export { NO_SOLVER, realisedCosts } from './evaluation/realise.ts';
export { evaluateTexts, type SplitterTools, splitToText } from './purchases/split-series.ts';
