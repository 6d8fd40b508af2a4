import type { Config } from '@solano/config';
import { ConfigError } from '@solano/config';
import type { Log, PurchaseWorkflow, WebhookWorkflow } from '@solano/domain';
import { EmbeddedPurchaseWorkflow } from '@solano/embedded';

/** The configured workflow engine, as work is handed to it; disposing closes it. */
export async function openWorkflow(
  { workflow }: Config,
  databaseUrl: string,
  log: Log,
): Promise<PurchaseWorkflow & WebhookWorkflow & AsyncDisposable> {
  if (workflow.kind === 'embedded') return EmbeddedPurchaseWorkflow.connect(databaseUrl, log);
  // Loaded only where it is chosen: the SDK is large.
  const { HandOverMetrics, TemporalPurchaseWorkflow } = await import('@solano/temporal');
  await using opened = new AsyncDisposableStack();
  const { metricsAddress, ...cluster } = workflow;
  const serve = (address: string) =>
    HandOverMetrics.serve(address).catch((error: Error) => {
      throw new ConfigError([`TEMPORAL_METRICS ${address}: ${error.message}`]);
    });
  const metrics =
    metricsAddress === undefined ? {} : { metrics: opened.use(await serve(metricsAddress)) };
  const client = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, ...metrics }));
  const all = opened.move();
  return {
    submit: (id, options) => client.submit(id, options),
    deliver: (id) => client.deliver(id),
    check: () => client.check(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
