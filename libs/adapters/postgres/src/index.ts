export { PostgresDatabase } from './database.ts';
export { type EmbeddedServer, openEmbeddedServer } from './embedded-server.ts';
export { migrate } from './migrate.ts';
export { postgresStores } from './stores.ts';
