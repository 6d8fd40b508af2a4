export { DirectoryObjectStore } from './object-store.ts';
