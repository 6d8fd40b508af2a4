import { default as pretty } from 'pino-pretty';

/** The fields of a log line that have a format of their own. */
interface Line {
  readonly msg?: string;
  readonly req?: { readonly id: string; readonly method: string; readonly path: string };
  readonly res?: { readonly status: number };
  /** Milliseconds. */
  readonly responseTime?: number;
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
