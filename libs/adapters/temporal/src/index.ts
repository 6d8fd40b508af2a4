export type { WorkflowOptions } from './client.ts';
export { TemporalPurchaseWorkflow } from './client.ts';
export type { TemporalCluster } from './cluster.ts';
export { DispatchMetrics } from './metrics.ts';
export type { RunnerOptions } from './worker.ts';
export { TemporalPurchaseRunner } from './worker.ts';
