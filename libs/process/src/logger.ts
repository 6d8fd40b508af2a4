import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import { default as pretty } from 'pino-pretty';

/** A line that the service logs, as far as it is shown in a way of its own. */
interface Line {
  readonly msg?: string;
  readonly req?: { readonly id: string; readonly method: string; readonly path: string };
  readonly res?: { readonly status: number };
  /** Milliseconds. */
  readonly responseTime?: number;
}

/** Fields of the domain by the names that they have in a log line. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  purchaseId: 'purchase_id',
  requestId: 'request_id',
  deliveryId: 'delivery_id',
  webhookId: 'webhook_id',
};

/** JSON lines, by default on standard output; readable text where that is a terminal. */
export function createLogger(level: string, stream: DestinationStream = standardOutput()): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, formatters: { log: renamed } }, stream);
}

function standardOutput(): DestinationStream {
  return process.stdout.isTTY ? readableLines({ colorize: true }) : process.stdout;
}

function renamed(fields: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const name in fields) line[FIELD_NAMES[name] ?? name] = fields[name];
  return line;
}

/** Turns JSON lines into readable ones, a request into one of method, path, status and time. */
export function readableLines(options: Pick<pretty.PrettyOptions, 'colorize' | 'destination'>) {
  return pretty({
    ...options,
    sync: true,
    singleLine: true,
    ignore: 'req,res,responseTime',
    messageFormat: (line) => messageOf(line),
  });
}

function messageOf({ msg = '', req, res, responseTime }: Line): string {
  if (!req) return msg;
  const request = `${req.method} ${req.path}`;
  if (!res) return `${msg}: ${request} (${req.id})`;
  return `${request} ${res.status} ${responseTime} ms (${req.id})`;
}
