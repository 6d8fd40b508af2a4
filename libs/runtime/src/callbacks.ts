import type { TemporalConfig } from '@solano/config';
import {
  type PurchaseSteps,
  type PurchaseUpdates,
  purchaseSteps,
  type StepDeps,
} from '@solano/domain/desk/jobs';
import { HttpPurchaseUpdates, startCallbackCheck } from '@solano/http';
import { callbackTokens } from './secrets.ts';

/** Follows the reports of steps to the API. */
export interface ReportTracing {
  readonly updates: (updates: PurchaseUpdates) => PurchaseUpdates;
  /** The headers by which the API goes on with the trace. */
  readonly headers: () => Record<string, string>;
}

/**
 * The steps of purchases in a worker, which reports to an API. Disposing closes its connections.
 *
 * @param url where the API is; whether it is reached is checked meanwhile.
 */
export function openWorkerSteps(
  url: string,
  workflow: TemporalConfig,
  deps: StepDeps,
  tracing?: ReportTracing,
): PurchaseSteps & AsyncDisposable {
  const opened = new AsyncDisposableStack();
  const isStored = async (id: string) => (await deps.purchases.get(id)) !== undefined;
  const updates = opened.use(openCallbacks(url, workflow, isStored, tracing?.headers));
  opened.use(startCallbackCheck({ ...deps, updates }));
  const steps = purchaseSteps(deps, tracing?.updates(updates) ?? updates);
  return { ...steps, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The update endpoint of an API, as a worker calls it back. */
export function openCallbacks(
  url: string,
  workflow: TemporalConfig,
  isStored: (purchaseId: string) => Promise<boolean>,
  headers?: () => Record<string, string>,
): HttpPurchaseUpdates {
  const tokens = callbackTokens(workflow);
  return new HttpPurchaseUpdates({ url, tokens, clock: () => new Date(), isStored, headers });
}
