export type { Connection, TableReader } from './cluster-source.ts';
export { ClusterSource } from './cluster-source.ts';
export type { RestoredTables } from './cluster-target.ts';
export { ClusterTarget } from './cluster-target.ts';
