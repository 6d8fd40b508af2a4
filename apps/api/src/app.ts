import type { Express, Request, RequestHandler, Response } from 'express';
import express from 'express';
import type { Logger } from 'pino';
import { byKey } from './authentication/authentication.ts';
import { routeTo } from './endpoint/endpoint.ts';
import { apiEndpoints, type EndpointDeps } from './endpoints.ts';
import { consolePages, guidePages } from './http/built-pages.ts';
import { compress } from './http/compression.ts';
import { errorMiddleware, unknownRoute } from './http/errors.ts';
import { parseQuery } from './http/query.ts';
import type { WorkLimit } from './http/work-limit.ts';
import { documentPages } from './openapi/pages.ts';
import type { Health } from './server/health.ts';
import { mountHealth } from './server/health-routes.ts';
import type { ReadyResponses } from './server/ready-responses.ts';
import { requestLog } from './server/request-log.ts';
import { securityHeaders } from './server/security-headers.ts';

export interface AppDeps extends EndpointDeps {
  readonly health: Health;
  readonly work: WorkLimit;
  readonly ready: ReadyResponses;
  /** Observes every request, for metrics. */
  readonly observe: RequestHandler | undefined;
  readonly logger: Logger;
  /** IP addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** The folder of the built web console; undefined if it is not built. */
  readonly consoleFolder: string | undefined;
  /** The folder of the built guide; undefined if it is not built. */
  readonly guideFolder: string | undefined;
  /** Whether the service is reached by https only. */
  readonly secure: boolean;
}

/** The HTTP application: the middleware of all requests, the endpoints and the pages. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  // A digest of the whole body costs more than most responses; endpoints set their own.
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', parseQuery);
  app.set('trust proxy', deps.trustedProxies);
  app.use(requestLog(deps.logger));
  if (deps.observe) app.use(deps.observe);
  app.use(securityHeaders(deps));

  mountHealth(app, deps.health);
  const serving = { authenticate: byKey(deps), work: deps.work, ready: deps.ready };
  app.use(routeTo(apiEndpoints(deps), serving));
  const countPage = (req: Request, res: Response) => deps.rateLimit.countAddress('page', req, res);
  // Endpoints compress what they send themselves.
  app.use(compress());
  app.use(documentPages(countPage));
  if (deps.guideFolder !== undefined) app.use(guidePages(deps.guideFolder, countPage));
  if (deps.consoleFolder !== undefined) app.use(consolePages(deps.consoleFolder, countPage));

  app.use(unknownRoute);
  app.use(errorMiddleware);
  return app;
}
