import { ConfigError, type TemporalConfig } from '@solano/config';
import type { PurchaseWorkflow } from '@solano/domain/desk/jobs';
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

/** A Temporal cluster, as purchases are dispatched to it. */
export interface TemporalDispatch extends PurchaseWorkflow, AsyncDisposable {
  /** For Prometheus: how long the cluster took. */
  readonly metrics: adapter.DispatchMetrics['registry'];
}

/** Connects to the Temporal cluster; disposing closes it. */
export async function openTemporal(cluster: TemporalConfig): Promise<TemporalDispatch> {
  const { DispatchMetrics, TemporalPurchaseWorkflow } = await loadTemporal();
  const metrics = new DispatchMetrics();
  const client = TemporalPurchaseWorkflow.connect({ ...cluster, metrics });
  return Object.assign(client, { metrics: metrics.registry });
}
