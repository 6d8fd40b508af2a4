export { makePrivateFolder } from './folders.ts';
export { DirectoryObjectStore } from './object-store.ts';
