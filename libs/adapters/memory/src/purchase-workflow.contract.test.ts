import { purchaseWorkflowContract } from '@solano/domain/contracts';
import { MemoryPurchaseWorkflow } from './index.ts';

const log = { info() {}, warn() {}, error() {} };

purchaseWorkflowContract('memory', async (steps) => {
  const workflow = new MemoryPurchaseWorkflow(steps, log);
  return { workflow, [Symbol.asyncDispose]: () => workflow.close() };
});
