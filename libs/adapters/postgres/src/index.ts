export { ChangeListener } from './database/change-listener.ts';
export { type ObserveStatement, PostgresDatabase } from './database/database.ts';
export { writeHeartbeat } from './database/heartbeat.ts';
export type { DatabaseState } from './database/inspect.ts';
export { inspectDatabase } from './database/inspect.ts';
export { knownMigrations, migrate, pendingMigrations } from './database/migrate.ts';
export { PostgresJobQueue } from './jobs/queue.ts';
export { KeyCache } from './keys/key-cache.ts';
export { postgresStores } from './stores.ts';
