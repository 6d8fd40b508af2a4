export * from './config.ts';
export * from './version.ts';
