export { ThreadPredictor } from './thread-predictor.ts';
export { ThreadSplitter } from './thread-splitter.ts';
