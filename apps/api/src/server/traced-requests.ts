import type { IncomingMessage, RequestListener } from 'node:http';
import type { Clock } from '@solano/domain/kernel';
import type { ProcessTracing } from '@solano/runtime/tracing';
import type { CallbackTokens } from '../authentication/authentication.ts';
import { methodOf, routeOf } from '../http/request.ts';
import { isProbe } from './request-log.ts';

/** The path of a callback, whose purchase has its id in it. */
const UPDATE = /^\/api\/v0\/user\/[^/]+\/purchase\/([\da-f-]{36})\/update$/;
const BEARER = /^Bearer (\S+)$/;

export interface TracedRequestsDeps {
  /** Undefined: no worker calls back. */
  readonly callbackTokens: CallbackTokens | undefined;
  readonly clock: Clock;
}

/** The application with its requests traced, but those of probes; each by the pattern of its route, never by its path. */
export function tracedRequests(
  tracing: Pick<ProcessTracing, 'request'>,
  deps: TracedRequestsDeps,
  app: RequestListener,
): RequestListener {
  return (req, res) => {
    if (isProbe(req)) return app(req, res);
    const { traceparent } = req.headers;
    const isOwn = traceparent !== undefined && isCallback(deps, req);
    const request = tracing.request(traceparent, isOwn);
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : undefined;
      request.end({ method: methodOf(req) ?? '_OTHER', route: routeOf(req), status });
    });
    request.run(() => app(req, res));
  };
}

/** Whether a worker of this service calls back: its token is valid for the purchase of the path. */
function isCallback({ callbackTokens, clock }: TracedRequestsDeps, req: IncomingMessage): boolean {
  const [, purchaseId] = UPDATE.exec(req.url ?? '') ?? [];
  const [, token] = BEARER.exec(req.headers.authorization ?? '') ?? [];
  if (!callbackTokens || purchaseId === undefined || token === undefined) return false;
  return callbackTokens.accepts(token, purchaseId, clock());
}
