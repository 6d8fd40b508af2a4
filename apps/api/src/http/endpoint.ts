import type { Express, RequestHandler } from 'express';
import { stateOf } from './state.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One path of the API, in all its spellings, with what holds for each of its methods. */
export interface Endpoint {
  readonly paths: string[];
  /** Status where the credentials are missing or invalid. */
  readonly unauthenticated: 401 | 403;
  /** What a caller is told when the service itself fails. */
  readonly failure: { readonly error: string } | { readonly detail: string };
  /** Under which every message stands, where it is not the usual one of the refusal. */
  readonly messageKey?: 'error' | 'detail';
  /** Identifies the caller before everything else. */
  readonly identify: RequestHandler;
  readonly methods: Partial<Record<Method, RequestHandler[]>>;
}

/** Adds an endpoint to the application; a method that it does not have is answered 405. */
export function mount(app: Express, endpoint: Endpoint): void {
  const methods = Object.keys(endpoint.methods) as Method[];
  const allow = methods.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase()));
  const route = app.route(endpoint.paths);
  route.all((_req, res, next) => {
    stateOf(res).endpoint = endpoint;
    next();
  }, endpoint.identify);
  for (const method of methods) route[method](...(endpoint.methods[method] ?? []));
  route.all((req, res) => {
    res.set('Allow', allow.join(', '));
    res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
  });
}
