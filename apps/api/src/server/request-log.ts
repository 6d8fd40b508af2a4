import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/** Paths that monitoring requests every few seconds. */
const PROBES = /^\/(?:healthz|readyz)\/?$/;
const SANE_ID = /^[\w.:~+/=-]{1,128}$/;

/**
 * Gives every request an id, sent back as `X-Request-Id`, and logs a line with its response.
 * Headers and query strings are not logged: they may have secrets. A request that is logged already is left as it is.
 */
export function requestLog(logger: Logger) {
  const log = pinoHttp({
    logger,
    genReqId(req, res) {
      const requestId = req.headers['x-request-id'];
      const id =
        typeof requestId === 'string' && SANE_ID.test(requestId) ? requestId : randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    // A failure is logged as an error where its response is made.
    customLogLevel: (req) => (isProbe(req) ? 'debug' : 'info'),
    // The library's own serializer would parse the query, and fail if that cannot be done.
    wrapSerializers: false,
    serializers: {
      req: (req: IncomingMessage) => ({ id: req.id, method: req.method, path: pathOf(req) }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
  });
  return (req: IncomingMessage, res: ServerResponse, next: () => void) => {
    if (req.log as unknown) next();
    else log(req, res, next);
  };
}

/** Whether monitoring asks. */
export function isProbe(req: IncomingMessage): boolean {
  return PROBES.test(pathOf(req));
}

function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split('?', 1)[0] ?? '';
}
