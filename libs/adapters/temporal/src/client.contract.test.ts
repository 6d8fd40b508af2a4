import { purchaseWorkflowContract } from '@solano/domain/contracts';
import { silent } from '@solano/tools/test-engine';
import { testTemporal } from '@solano/tools/test-temporal';
import { aCluster, UNHURRIED } from '../test/cluster.ts';
import { TemporalPurchaseWorkflow } from './client.ts';
import { TemporalPurchaseRunner } from './worker.ts';

const access = await testTemporal();

purchaseWorkflowContract('temporal', async (steps) => {
  const cluster = aCluster(access);
  await using opening = new AsyncDisposableStack();
  const workflow = opening.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...UNHURRIED }));
  opening.use(TemporalPurchaseRunner.run({ ...cluster, steps, log: silent }));
  const opened = opening.move();
  return { workflow, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});
