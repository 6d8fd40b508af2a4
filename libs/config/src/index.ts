export * from './config.ts';
export * from './read-config.ts';
export * from './version.ts';
