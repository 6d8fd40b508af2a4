export { clusterFolder } from './backup/cluster-folder.ts';
export type { Connection, TableReader } from './backup/cluster-source.ts';
export { ClusterSource } from './backup/cluster-source.ts';
export type { RestoredTables } from './backup/cluster-target.ts';
export { ClusterTarget } from './backup/cluster-target.ts';
export { type EmbeddedServer, openEmbeddedServer } from './embedded-server.ts';
