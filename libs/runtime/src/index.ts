export * from './objects.ts';
export * from './runtime.ts';
export * from './secrets.ts';
