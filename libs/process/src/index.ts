export * from './logger.ts';
export * from './run.ts';
export * from './timers.ts';
