/** The door of purchases that are made up of the past, as a demonstration does. */
export { PastInputs } from './backtests/past-inputs.ts';
