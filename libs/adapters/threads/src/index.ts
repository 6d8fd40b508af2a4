export { splitWith, ThreadSplitter } from './thread-splitter.ts';
