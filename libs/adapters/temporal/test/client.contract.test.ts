import { purchaseWorkflowContract } from '@solano/domain/contracts';
import { silent } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { TemporalPurchaseWorkflow } from '../src/client.ts';
import { TemporalPurchaseRunner } from '../src/worker.ts';
import { aCluster, UNHURRIED } from './cluster.ts';

const access = await testTemporal();

purchaseWorkflowContract('temporal', async (steps) => {
  const cluster = aCluster(access);
  await using opening = new AsyncDisposableStack();
  const workflow = opening.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED }));
  opening.use(TemporalPurchaseRunner.run({ ...cluster, steps, log: silent }));
  const opened = opening.move();
  return { workflow, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});
