import type { WebhookEngine } from '@solano/domain/contracts';
import { purchaseWorkflowContract, webhookWorkflowContract } from '@solano/domain/contracts';
import { noDeliveries, silent } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { TemporalPurchaseRunner } from './runner.ts';
import { aCluster, UNHURRIED } from './test-cluster.ts';
import { TemporalPurchaseWorkflow } from './workflow.ts';

const access = await testTemporal();

purchaseWorkflowContract('temporal', (steps) => openEngine({ steps, deliveries: noDeliveries }));

webhookWorkflowContract('temporal', openEngine);

async function openEngine({ steps, deliveries, ...retries }: WebhookEngine) {
  const cluster = aCluster(access);
  await using opening = new AsyncDisposableStack();
  const workflow = opening.use(
    TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED, ...retries }),
  );
  opening.use(TemporalPurchaseRunner.run({ ...cluster, steps, deliveries, log: silent }));
  const opened = opening.move();
  return { workflow, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
