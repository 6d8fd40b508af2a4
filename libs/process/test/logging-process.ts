import { createInterface } from 'node:readline';
import { runProcess } from '../src/run.ts';

/** Logs a line for each that it reads, and writes it back to standard error. */
await runProcess(async (_config, logger) => {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    logger.info(line);
    setImmediate(() => process.stderr.write(`${line}\n`));
  });
  return { [Symbol.asyncDispose]: async () => lines.close() };
});
