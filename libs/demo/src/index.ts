export * from './demo.ts';
export type { DemoDeskDeps } from './demo-desk.ts';
