import type { Scope } from '@solano/domain';
import { requireScope } from '@solano/domain';
import type { Express, RequestHandler } from 'express';
import type { OperationAbout } from '../openapi/operation.ts';
import { stateOf } from './state.ts';
import type { WorkLimit } from './work-limit.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What one method of an endpoint does. */
export interface Operation {
  /** A key has to have one of these. */
  readonly scopes: readonly Scope[];
  /** What comes before the work: checks, and the body, as slowly as it comes. */
  readonly before?: readonly RequestHandler[];
  /** The work, of which only so much is done at once. */
  readonly handle: RequestHandler;
  /** How the OpenAPI document describes it. */
  readonly about: OperationAbout;
}

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
  readonly methods: Partial<Record<Method, Operation>>;
}

/** Adds an endpoint to the application; a method that it does not have is answered 405. */
export function mount(app: Express, endpoint: Endpoint, work: WorkLimit): void {
  const methods = Object.keys(endpoint.methods) as Method[];
  const allow = methods.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase()));
  const route = app.route(endpoint.paths);
  route.all((_req, res, next) => {
    stateOf(res).endpoint = endpoint;
    next();
  }, work.guard(endpoint.identify));
  for (const method of methods) {
    const operation = endpoint.methods[method];
    if (!operation) continue;
    const { scopes, before = [], handle } = operation;
    route[method](permit(scopes), ...before, work.guard(handle));
  }
  route.all((req, res) => {
    res.set('Allow', allow.join(', '));
    res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
  });
}

/** Lets a request pass whose key has one of the scopes; the workflow's call-back has no key. */
function permit(scopes: readonly Scope[]): RequestHandler {
  return (_req, res, next) => {
    const { caller } = stateOf(res);
    if (caller) requireScope(caller.key, scopes);
    next();
  };
}
