export type { S3Connection, S3Settings } from './object-store.ts';
export { S3ObjectStore } from './object-store.ts';
