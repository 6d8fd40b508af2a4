import type { DemoDeps } from '@solano/demo';
import { prepareDemo } from '@solano/demo';
import type { AuditSource, Log } from '@solano/domain';
import { HOUR_MS, MINUTE_MS } from '@solano/domain';
import { startIntervalJob } from './interval-job.ts';

/** The author of what the service does by itself. */
const SERVICE: AuditSource = { actor: 'service', origin: '', requestId: null };

/** The pause before a failed refresh is retried. */
const RETRY_MS = MINUTE_MS;
/** Predictions reach ten days ahead: a few refreshes may fail. */
const REFRESH_MS = 6 * HOUR_MS;
const FAILURE = 'could not bring the demonstration up to date';

export interface DemoRefresh extends AsyncDisposable {
  /** Whether it was prepared at the start. */
  readonly isPrepared: boolean;
}

/**
 * Prepares the demonstration, and keeps its forecasts and prices current while the service runs.
 * A failure is logged and retried: a store that is full or away does not stop the service.
 */
export async function startDemoRefresh(
  deps: DemoDeps & { readonly log: Log },
): Promise<DemoRefresh> {
  let due = 0;
  const prepare = async () => {
    if (performance.now() < due) return;
    await prepareDemo(deps, SERVICE);
    due = performance.now() + REFRESH_MS;
  };
  const isPrepared = await prepare().then(
    () => true,
    (err: unknown) => {
      deps.log.warn({ err }, FAILURE);
      return false;
    },
  );
  const jobs = startIntervalJob({ everyMs: RETRY_MS, log: deps.log, failure: FAILURE }, prepare);
  return { isPrepared, [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose]() };
}
