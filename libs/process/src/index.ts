export * from './logger.ts';
export * from './run.ts';
