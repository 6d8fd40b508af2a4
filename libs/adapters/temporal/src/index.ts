export type { TemporalCluster } from './cluster.ts';
export { DispatchMetrics } from './metrics.ts';
export type { RunnerOptions } from './runner.ts';
export { TemporalPurchaseRunner } from './runner.ts';
export type { WorkflowOptions } from './workflow.ts';
export { TemporalPurchaseWorkflow } from './workflow.ts';
