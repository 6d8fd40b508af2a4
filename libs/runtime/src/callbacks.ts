import type { TemporalConfig } from '@solano/config';
import { type PurchaseSteps, purchaseSteps, type StepDeps } from '@solano/domain/desk/jobs';
import { HttpPurchaseUpdates, startCallbackCheck } from '@solano/http';
import { callbackTokens } from './secrets.ts';

/**
 * The steps of purchases in a worker, which reports to an API. Disposing closes its connections.
 *
 * @param url where the API is; whether it is reached is checked meanwhile.
 */
export function openWorkerSteps(
  url: string,
  workflow: TemporalConfig,
  deps: StepDeps,
): PurchaseSteps & AsyncDisposable {
  const opened = new AsyncDisposableStack();
  const isStored = async (id: string) => (await deps.purchases.get(id)) !== undefined;
  const updates = opened.use(openCallbacks(url, workflow, isStored));
  opened.use(startCallbackCheck({ ...deps, updates }));
  const steps = purchaseSteps(deps, updates);
  return { ...steps, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The update endpoint of an API, as a worker calls it back. */
export function openCallbacks(
  url: string,
  workflow: TemporalConfig,
  isStored: (purchaseId: string) => Promise<boolean>,
): HttpPurchaseUpdates {
  const tokens = callbackTokens(workflow);
  return new HttpPurchaseUpdates({ url, tokens, clock: () => new Date(), isStored });
}
