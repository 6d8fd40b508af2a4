import type { WebhookEngine } from '@solano/domain/contracts';
import { purchaseWorkflowContract, webhookWorkflowContract } from '@solano/domain/contracts';
import { MemoryPurchaseWorkflow } from './index.ts';

const log = { info() {}, warn() {}, error() {} };
const noDeliveries = { async send() {}, async abandon() {} };

purchaseWorkflowContract('memory', (steps) => openEngine({ steps, deliveries: noDeliveries }));

webhookWorkflowContract('memory', openEngine);

async function openEngine(engine: WebhookEngine) {
  const workflow = new MemoryPurchaseWorkflow({ log, ...engine });
  return { workflow, [Symbol.asyncDispose]: () => workflow.close() };
}
