export * from './config.ts';
export * from './naming-variable.ts';
export * from './read-config.ts';
export * from './version.ts';
