import type { Logger } from 'pino';
import { pino } from 'pino';
import { default as pretty } from 'pino-pretty';

/** JSON lines on standard output; readable text where that is a terminal. */
export function createLogger(level: string): Logger {
  const stream = process.stdout.isTTY ? pretty({ colorize: true, sync: true }) : process.stdout;
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
