import type { WorkflowConfig } from '@solano/config';
import { ConfigError } from '@solano/config';
import type { PurchaseWorkflow } from '@solano/domain';

/** The Temporal cluster, as purchases are dispatched to it; disposing closes it. */
export async function openTemporal({
  metricsAddress,
  ...cluster
}: Extract<WorkflowConfig, { kind: 'temporal' }>): Promise<PurchaseWorkflow & AsyncDisposable> {
  // Loaded only where it is chosen: the SDK is large.
  const { HandOverMetrics, TemporalPurchaseWorkflow } = await import('@solano/temporal');
  await using opened = new AsyncDisposableStack();
  const serve = (address: string) =>
    HandOverMetrics.serve(address).catch((error: Error) => {
      throw new ConfigError([`TEMPORAL_METRICS ${address}: ${error.message}`]);
    });
  const metrics =
    metricsAddress === undefined ? {} : { metrics: opened.use(await serve(metricsAddress)) };
  const client = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...metrics }));
  const all = opened.move();
  return {
    start: (id, options) => client.start(id, options),
    check: () => client.check(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
