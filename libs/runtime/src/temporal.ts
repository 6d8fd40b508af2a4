import { ConfigError, type TemporalConfig } from '@solano/config';
import type { PurchaseWorkflow } from '@solano/domain/desk';
import type { Log } from '@solano/domain/kernel';
import { MetricsServer } from '@solano/process/metrics-server';
import type * as adapter from '@solano/temporal';

type TemporalAdapter = typeof adapter;

const NOT_INSTALLED =
  'WORKFLOW_ENGINE temporal: its packages are not installed; run npm ci without --omit=peer';

/**
 * The adapter of Temporal, loaded only where it is chosen: the SDK is large.
 *
 * @throws ConfigError where the installation left the SDK out.
 */
export function loadTemporal(
  load: () => Promise<TemporalAdapter> = () => import('@solano/temporal'),
): Promise<TemporalAdapter> {
  return load().catch((cause: NodeJS.ErrnoException) => {
    const isMissing =
      cause.code === 'ERR_MODULE_NOT_FOUND' && cause.message.includes('@temporalio/');
    throw isMissing ? new ConfigError([NOT_INSTALLED]) : cause;
  });
}

/** The Temporal cluster, as purchases are dispatched to it; disposing closes it. */
export async function openTemporal(
  { metricsAddress, ...cluster }: TemporalConfig,
  log: Log,
): Promise<PurchaseWorkflow & AsyncDisposable> {
  const { DispatchMetrics, TemporalPurchaseWorkflow } = await loadTemporal();
  await using opened = new AsyncDisposableStack();
  const metrics = new DispatchMetrics();
  if (metricsAddress !== undefined) {
    const { registry } = metrics;
    opened.use(await MetricsServer.listen('TEMPORAL_METRICS', metricsAddress, registry, log));
  }
  const client = opened.use(TemporalPurchaseWorkflow.connect({ ...cluster, metrics }));
  const all = opened.move();
  return {
    start: (id, options) => client.start(id, options),
    check: () => client.check(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
