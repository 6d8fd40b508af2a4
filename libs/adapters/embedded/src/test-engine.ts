import type { WebhookEngine } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { silent } from '@solano/tools/test-engine';
import { EmbeddedPurchaseRunner } from './runner.ts';
import { EmbeddedPurchaseWorkflow } from './workflow.ts';

/** An engine on an empty database. Disposing of it stops it. */
export async function openTestEngine(engine: WebhookEngine) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase('template0'));
  const workflow = opening.use(EmbeddedPurchaseWorkflow.connect(url, silent));
  opening.use(EmbeddedPurchaseRunner.run({ databaseUrl: url, log: silent, ...engine }));
  const opened = opening.move();
  return { workflow, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
