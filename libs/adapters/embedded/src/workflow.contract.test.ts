import { purchaseWorkflowContract } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { silent } from '@solano/tools/test-engine';
import { EmbeddedPurchaseRunner } from './runner.ts';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

purchaseWorkflowContract('embedded', async (steps) => {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase('template0'));
  const workflow = opening.use(EmbeddedPurchaseWorkflow.connect(url, silent));
  opening.use(EmbeddedPurchaseRunner.run({ databaseUrl: url, steps, log: silent }));
  const opened = opening.move();
  return { workflow, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});
