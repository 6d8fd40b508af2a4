export type { RunnerOptions } from './runner.ts';
export { EmbeddedPurchaseRunner } from './runner.ts';
export { EmbeddedPurchaseWorkflow } from './workflow.ts';
