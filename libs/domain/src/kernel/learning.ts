/** The door of the learner: threads and jobs load it, a start does not. */
export { type BinEdges, binRows, findEdges } from './learning/bins.ts';
export { type Boosted, boost, predictBoosted } from './learning/boosting.ts';
export { decodeArrays, encodeArrays } from './learning/bytes.ts';
export {
  type Ensemble,
  type Lesson,
  learnEnsemble,
  predictEnsemble,
} from './learning/ensemble.ts';
export { type FallingMean, learnFalling, predictFalling } from './learning/falling.ts';
export { pinballOf, rearrange } from './learning/levels.ts';
export { randomFrom } from './learning/random.ts';
export type { Tree } from './learning/tree.ts';
