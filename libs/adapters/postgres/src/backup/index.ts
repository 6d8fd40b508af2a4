export { BackupClient, lockBackups } from './client.ts';
export { readFigures, readKeys, readMigrations, readVersion } from './figures.ts';
export { finishRestored } from './restored.ts';
export { TableSource } from './table-source.ts';
export { TableTarget } from './table-target.ts';
