/** The door of what predictors compute with: threads and jobs load it, a start does not. */
export { meanOf } from './statistics/mean.ts';
export {
  combine,
  type HourWeights,
  memberWeights,
  WEIGHT_BLOCK_HOURS,
} from './statistics/member-weights.ts';
export {
  blockBootstrap,
  type DieboldMariano,
  dieboldMariano,
  randomNumbers,
  type Sum,
} from './statistics/significance.ts';
export { weightedQuantiles } from './statistics/weighted-quantiles.ts';
