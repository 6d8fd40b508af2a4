import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { loggedRequest } from '../http/request.ts';

declare module 'node:http' {
  interface IncomingMessage {
    id: string;
    /** Does not name the request by itself. */
    log: Logger;
  }
}

/** Paths that monitoring requests every few seconds. */
const PROBES = /^\/(?:healthz|readyz)\/?$/;
const SANE_ID = /^[\w.:~+/=-]{1,128}$/;

/** Logs every request; see {@link logRequest}. */
export function requestLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    logRequest(logger, req, res);
    next();
  };
}

/**
 * Gives a request an id, sent back as `X-Request-Id`, and logs a line when its response ends; once, however
 * often it is called. Headers and query strings are not logged: they may have secrets.
 */
export function logRequest(logger: Logger, req: IncomingMessage, res: ServerResponse): void {
  if (req.log) return;
  const sent = req.headers['x-request-id'];
  req.id = typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
  req.log = logger;
  res.setHeader('X-Request-Id', req.id);
  const started = Date.now();
  res.once('close', () => {
    const logged = loggedRequest(req);
    const responseTime = Date.now() - started;
    const fields = { req: logged, res: { status: res.statusCode }, responseTime };
    const message = res.writableFinished ? 'request completed' : 'request aborted';
    // A failure is logged as an error where its response is made.
    logger[PROBES.test(logged.path) ? 'debug' : 'info'](fields, message);
  });
}
