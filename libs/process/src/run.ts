import { type Config, ConfigError, readConfig } from '@solano/config';
import type { Logger } from 'pino';
import { createLogger, standardOutput } from './logger.ts';

/** After this long the process ends whatever still hangs. */
const STOP_TIMEOUT_MS = 10_000;

/** The service that has this page does not run. */
const HELP = 'docs/guide/remedies.md#the-service-does-not-start';

/**
 * Runs what is started with the process's configuration until SIGTERM or SIGINT, then disposes of
 * it and ends the process. Errors at the start are a line for each problem on standard error, the last with
 * the page about them, and exit code 1.
 */
export async function runProcess(
  start: (config: Config, logger: Logger) => Promise<AsyncDisposable>,
): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  const code = await runUntilSignal(start);
  await Promise.all([written(process.stdout), written(process.stderr)]);
  // What an SDK still has open, such as a pending call, does not keep the process alive.
  process.exit(code);
}

/** If the reader of the log ends first, the process continues without it. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Returns the exit code. */
async function runUntilSignal(
  start: (config: Config, logger: Logger) => Promise<AsyncDisposable>,
): Promise<number> {
  try {
    const config = readConfig(process.env);
    const logger = createLogger(config.logLevel, await standardOutput());
    for (const warning of config.warnings) logger.warn(warning);
    const signalled = signal();
    await using _ = await start(config, logger);
    logger.info({ signal: await signalled }, 'stopping');
    return 0;
  } catch (error) {
    const lines = error instanceof ConfigError ? error.problems : [(error as Error).message];
    const text = lines.map((line) => `solano: ${line}`).join('\n');
    process.stderr.write(`${text} (see ${HELP})\n`);
    return 1;
  }
}

/** Waits until everything that was given to the stream has left the process. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

/** Waits for a signal to stop, which also bounds the time until the process ends. */
function signal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (name: NodeJS.Signals) => {
      // A second signal waits for the shutdown that the first began.
      if (isStopping) return;
      isStopping = true;
      // Also while the process is still starting.
      setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
      resolve(name);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
