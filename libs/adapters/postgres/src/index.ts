export { PostgresDatabase } from './database.ts';
export { type EmbeddedServer, openEmbeddedServer } from './embedded-server.ts';
export { KeyCache } from './key-cache.ts';
export { migrate } from './migrate.ts';
export { postgresStores } from './stores.ts';
