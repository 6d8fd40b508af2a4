import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields of the domain by the names that they have in a log line. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  purchaseId: 'purchase_id',
  requestId: 'request_id',
  deliveryId: 'delivery_id',
  webhookId: 'webhook_id',
};

/** Logs JSON lines. */
export function createLogger(level: string, stream: DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, formatters: { log: renamed } }, stream);
}

/** The target of log lines: standard output, as readable text if it is a terminal. */
export async function standardOutput(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return inTurns(process.stdout);
  // Loaded only where it is used.
  const { readableLines } = await import('./readable-lines.ts');
  return readableLines({ colorize: true });
}

/** Writes the lines of a turn of the event loop together: a call of the system costs more than they do. */
function inTurns(stream: NodeJS.WriteStream): DestinationStream {
  let lines = '';
  const flush = () => {
    const pending = lines;
    lines = '';
    if (pending !== '') stream.write(pending);
  };
  // A process that ends within the turn.
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

function renamed(fields: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const name in fields) line[FIELD_NAMES[name] ?? name] = fields[name];
  return line;
}
