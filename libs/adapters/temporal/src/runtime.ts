import type { Log } from '@solano/domain/kernel';
import type { LogLevel, LogMetadata } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';

/** The SDK's runtime is one per process, and so are its log and its metrics. */
let current: Log | undefined;
let isInstalled = false;

/** A message of the SDK's native part is logged once in this interval. */
const REPEAT_INTERVAL_MS = 60_000;
/** Messages whose last time is remembered; beyond that all are forgotten. */
const MAX_MESSAGES = 200;
const lastLoggedAt = new Map<string, number>();

/** Logs of the SDK: warnings and errors go to the service's log, the rest is dropped. */
export const sdkLogger = new DefaultLogger('WARN', ({ level, message, meta }) =>
  report(level, message, meta ?? {}),
);

/**
 * Prepares the SDK for this process. The first call decides on the metrics, the last on the log.
 *
 * @param metricsAddress IP address:port where Prometheus finds the metrics; undefined: none are served.
 */
export function installRuntime(log: Log, metricsAddress?: string): void {
  current = log;
  if (isInstalled) return;
  Runtime.install({
    logger: sdkLogger,
    // Who starts a worker stops it.
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(metricsAddress !== undefined && { metrics: { prometheus: exporter(metricsAddress) } }),
    },
  });
  isInstalled = true;
}

/** Names and units as Prometheus has them elsewhere: not the SDK's default. */
function exporter(bindAddress: string) {
  const units = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  return { bindAddress, ...units };
}

function report(level: LogLevel, message: string, meta: LogMetadata): void {
  // The steps themselves log, once, a failure.
  if (message === 'Activity failed') return;
  if (meta.sdkComponent === 'core' && isRepeated(message)) return;
  const { workflowId, error, taskToken: _, ...rest } = meta;
  const fields = {
    engine: 'temporal',
    ...(workflowId !== undefined && { purchaseId: workflowId as string }),
    ...(error !== undefined && { err: error as Error }),
    ...rest,
  };
  if (level === 'ERROR') current?.error(fields, message);
  else current?.warn(fields, message);
}

/** While the cluster is unavailable each of twenty polls complains every few seconds, with its count. */
function isRepeated(message: string): boolean {
  const kind = message.replaceAll(/\d+/g, 'N');
  const now = performance.now();
  const isRecent = now - (lastLoggedAt.get(kind) ?? -Infinity) < REPEAT_INTERVAL_MS;
  if (isRecent) return true;
  if (lastLoggedAt.size >= MAX_MESSAGES) lastLoggedAt.clear();
  lastLoggedAt.set(kind, now);
  return false;
}
