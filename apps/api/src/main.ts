import { ConfigError, readConfig } from '@solano/config';
import { banner } from './banner.ts';
import { startService } from './compose.ts';
import { createLogger } from './logger.ts';

/** After this long the process ends whatever still hangs. */
const STOPPING_MS = 10_000;

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      // Also while the service is still starting.
      setTimeout(() => process.exit(0), STOPPING_MS).unref();
      resolve(signal);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  const service = await startService(config, logger, (url) =>
    process.stdout.write(banner(config, url, new Date())),
  );
  const signal = await signalled;
  logger.info({ signal }, 'stopping');
  await service.close();
} catch (error) {
  const lines = error instanceof ConfigError ? error.problems : [(error as Error).message];
  for (const line of lines) process.stderr.write(`solano: ${line}\n`);
  process.exitCode = 1;
}
