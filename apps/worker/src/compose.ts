import { type Config, ConfigError } from '@solano/config';
import { logMigrations, openRuntime, openTracing } from '@solano/runtime';
import { openWorkerSteps } from '@solano/runtime/callbacks';
import { openSplitter } from '@solano/runtime/purchases';
import { loadTemporal } from '@solano/runtime/temporal';
import type { RunnerOptions, TemporalPurchaseRunner } from '@solano/temporal';
import type { Logger } from 'pino';

/**
 * Opens everything that the configuration names and works on the purchases of a Temporal cluster.
 * Disposing finishes running purchases and closes everything that was opened.
 *
 * @throws ConfigError if the configuration has no work for a worker, or its metrics no address.
 */
export async function startWorker(config: Config, logger: Logger): Promise<AsyncDisposable> {
  const { metricsAddress, workflow } = config;
  if (workflow.kind !== 'temporal') {
    const without = 'the embedded engine runs in the API: a worker needs TEMPORAL_ADDRESS';
    throw new ConfigError([`WORKFLOW_ENGINE ${without}`]);
  }
  const url = workflow.callbacks.url ?? apiUrl(config);
  const { TemporalPurchaseRunner } = await loadTemporal();
  await using opened = new AsyncDisposableStack();
  const tracing = opened.use(await openTracing(config, 'solano-worker', logger));
  const runtime = opened.use(await openRuntime(config, {}, tracing?.statement));
  logMigrations(logger, runtime);
  opened.use(await runtime.changes.start());
  const splitter = opened.use(openSplitter(tracing?.observed));
  const traced = tracing?.splitter(splitter) ?? splitter;
  const deps = { ...runtime, splitter: traced, log: logger };
  const steps = opened.use(openWorkerSteps(url, workflow, deps, tracing));
  const options = {
    ...workflow,
    metricsAddress,
    steps: tracing?.steps(steps) ?? steps,
    log: logger,
  };
  opened.use(startRunner(TemporalPurchaseRunner, options));
  logger.info({ temporal: workflow.address, api: url }, 'starting');
  return opened.move();
}

function startRunner(
  runner: Pick<typeof TemporalPurchaseRunner, 'run'>,
  options: RunnerOptions,
): TemporalPurchaseRunner {
  const { metricsAddress } = options;
  try {
    return runner.run(options);
  } catch (error) {
    if (metricsAddress === undefined) throw error;
    throw new ConfigError([`METRICS_ADDRESS ${metricsAddress}: ${(error as Error).message}`]);
  }
}

/** Returns the address of the API on this machine. */
function apiUrl({ host, port }: Config): string {
  if (port === 0) {
    throw new ConfigError([
      'CALLBACK_URL must be set where PORT is 0: the worker calls the API back',
    ]);
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
