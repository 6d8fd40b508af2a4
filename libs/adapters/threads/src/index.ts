export { ThreadSplitter } from './thread-splitter.ts';
