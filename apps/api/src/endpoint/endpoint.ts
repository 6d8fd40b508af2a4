import { isSolanoError } from '@solano/domain/kernel';
import {
  type ApiKey,
  type Caller,
  type Customer,
  type Permission,
  requirePermission,
  requireScope,
  type Scope,
} from '@solano/domain/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Authenticate } from '../authentication/authentication.ts';
import { type ErrorForms, ErrorWithHeaders, sendError } from '../http/errors.ts';
import { HttpError } from '../http/http-error.ts';
import { type RequestMetadata, requestMetadata } from '../http/request.ts';
import { type Headers, type HttpResponse, sendResponse } from '../http/response.ts';
import { SharedResponses } from '../http/shared-responses.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import type { ReadyResponses } from '../server/ready-responses.ts';
import { type BadQuery, readParams, readQuery } from './input.ts';
import type { OperationMetadata } from './operation.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const METHODS: Readonly<Record<string, Method>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** The caller of a request. The workflow's callback has no key. */
interface KeyHolder {
  readonly key?: ApiKey | undefined;
  readonly customer?: Customer | undefined;
}

/** The checked input of a handler. */
export interface Input<C, P, Q, B> {
  readonly caller: C;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: RequestMetadata;
  /** Does work in turns with other requests of the customer, and of others. */
  readonly inTurn: InTurn;
}

/**
 * Does work when its turn in the queue comes. Until then the request does not count as work, and leaves the queue
 * if its client disconnects. Errors: `overloaded`, those of the work.
 */
type InTurn = <T>(queue: FairQueue, customerId: string, work: () => Promise<T>) => Promise<T>;

/** One method of an endpoint: its input, its handler, its description in the document. */
interface OperationOptions<C, P extends z.ZodObject, Q extends z.ZodObject, B> {
  /** The key needs one of these scopes. */
  readonly scopes: readonly Scope[];
  /** The customer needs this permission. */
  readonly permission?: Permission;
  /** Path parameters, by their names in the path. */
  readonly params?: P;
  readonly query?: Q;
  /** The form of the error for bad query parameters; `error` by default. */
  readonly badQuery?: BadQuery;
  /** Receives the body, once everything else has been checked; it may come slowly. */
  readonly receive?: (req: Request, res: Response, caller: C) => Promise<B>;
  /**
   * Callers who ask for the same at the same time share a response: it depends on the caller's key,
   * the URL and the headers of content negotiation and conditions alone.
   */
  readonly isShared?: boolean;
  /** Waits for a customer's endpoint, within limits of its own: it does not count as work. */
  readonly waitsOutside?: boolean;
  /** Does the work, of which a limited amount runs at once. */
  readonly handle: (
    input: Input<C, z.output<P>, z.output<Q>, B>,
  ) => HttpResponse | Promise<HttpResponse>;
  /** Headers of a response that rejects the query, the `Accept` header or another method. */
  readonly rejectionHeaders?: (input: {
    readonly caller: C;
    readonly params: z.output<P>;
  }) => Promise<Headers>;
  readonly metadata: OperationMetadata;
}

/** An operation of any input. */
export interface Operation {
  readonly scopes: readonly Scope[];
  readonly permission?: Permission;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly metadata: OperationMetadata;
}

/** An operation for callers of the type. */
export interface OperationOf<C> extends Operation {
  respond(req: Request, res: Response, caller: C, deps: RespondingDeps): Promise<void>;
  /** Headers of a response that rejects another method. Errors: those of the path's parameters. */
  readonly rejectionHeaders?: (req: Request, caller: C) => Promise<Headers>;
}

interface RespondingDeps {
  readonly work: WorkLimit;
  /** Responses that may be sent again. */
  readonly ready: ReadyResponses;
}

/** No path or query parameters. */
export const NOTHING = z.object({});
export type Nothing = typeof NOTHING;

/** Declares an operation with typed input. */
export function operation<
  C = Caller,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B = undefined,
>(options: OperationOptions<C, P, Q, B>): OperationOf<C> {
  const { scopes, permission, receive, handle, badQuery = 'error', metadata } = options;
  const params = options.params ?? (NOTHING as unknown as P);
  const query = options.query ?? (NOTHING as unknown as Q);
  const shared = options.isShared ? new SharedResponses() : undefined;
  const { rejectionHeaders } = options;
  return {
    scopes,
    ...(permission && { permission }),
    params,
    query,
    metadata,
    ...(rejectionHeaders && {
      rejectionHeaders: (req: Request, caller: C) =>
        rejectionHeaders({ caller, params: readParams(params, req) }),
    }),
    async respond(req, res, caller, { work, ready }) {
      const name = ready.nameOf(req);
      const input = { caller, params: readParams(params, req), request: requestMetadata(req) };
      try {
        const url = { ...input, query: readQuery(query, req, badQuery) };
        const body = (await receive?.(req, res, caller)) as B;
        const inTurn = turnsOf(res, work);
        const make = async () => handle({ ...url, body, inTurn });
        const respond = async () => {
          const response = await (shared ? shared.get(sharingKey(req, caller), make) : make());
          const sent = await sendResponse(res, response);
          const { state } = response;
          if (!state || name === undefined || !isKeyHolder(caller)) return;
          const isWhole = sent !== undefined || res.statusCode === 304;
          if (isWhole) ready.put(name, res, { caller, state, ...(sent && { body: sent }) });
        };
        await (options.waitsOutside ? respond() : work.run(res, respond));
      } catch (error) {
        const headers = isRejection(error) && (await rejectionHeaders?.(input));
        throw headers ? new ErrorWithHeaders(error, headers) : error;
      }
    },
  };
}

/** How a request takes turns. */
function turnsOf(res: Response, limit: WorkLimit): InTurn {
  return (queue, customerId, work) => {
    const enter = limit.leave(res);
    const disconnected = new AbortController();
    res.once('close', () => disconnected.abort());
    if (res.destroyed) disconnected.abort();
    const begin = () => {
      enter();
      return work();
    };
    return queue.run(customerId, begin, disconnected.signal);
  };
}

const NEGOTIATION = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const;

/** Names everything that a shared response depends on. */
function sharingKey({ method, originalUrl, headers }: Request, caller: unknown): string {
  const { key } = caller as KeyHolder;
  return [key?.id, method, originalUrl, ...NEGOTIATION.map((name) => headers[name])].join('\n');
}

function isKeyHolder(caller: unknown): caller is Caller {
  const { key, customer } = caller as KeyHolder;
  return key !== undefined && customer !== undefined;
}

function isRejection(error: unknown): boolean {
  return isSolanoError(error, 'invalid_request') || error instanceof HttpError;
}

/** The default error responses of an endpoint. */
const USUAL_FORMS = {
  unauthenticated: 401,
  failure: { detail: 'Internal server error.' },
} as const;

interface EndpointOptions<C extends KeyHolder> extends Partial<ErrorForms> {
  /** The path of the API, in all its spellings; the last one is the document's. */
  readonly paths: string[];
  readonly methods: Partial<Record<Method, OperationOf<C>>>;
}

/** The dependencies of all endpoints. */
export interface ServingDeps extends RespondingDeps {
  /** Authenticates by a key, or by a session of the console. */
  readonly authenticate: Authenticate;
}

/** One path of the API with its methods. */
export interface Endpoint extends ErrorForms {
  readonly paths: string[];
  readonly methods: Partial<Record<Method, Operation>>;
  /** Responds to a request. Errors: those of its use case. */
  respond(req: Request, res: Response, deps: ServingDeps): Promise<void>;
}

/** Declares an endpoint for callers with a key or a session of the console. */
export function endpoint(options: EndpointOptions<Caller>): Endpoint {
  return authenticatedBy(({ authenticate }) => authenticate, options);
}

/** Declares an endpoint that authenticates its callers in its own way, before everything else. */
export function endpointFor<C extends KeyHolder>(
  authenticate: Authenticate<C>,
  options: EndpointOptions<C>,
): Endpoint {
  return authenticatedBy(() => authenticate, options);
}

function authenticatedBy<C extends KeyHolder>(
  authenticatorOf: (deps: ServingDeps) => Authenticate<C>,
  options: EndpointOptions<C>,
): Endpoint {
  const { methods } = options;
  const names = Object.keys(methods) as Method[];
  const allow = names.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase()));
  return {
    ...USUAL_FORMS,
    ...options,
    async respond(req, res, deps) {
      const { work } = deps;
      const caller = await work.run(res, () => authenticatorOf(deps)(req, res));
      const method = METHODS[req.method];
      const selected = method && methods[method];
      if (!selected) {
        const { get } = methods;
        const headers = get && mayCall(caller, get) && (await get.rejectionHeaders?.(req, caller));
        res.set({ ...headers, Allow: allow.join(', ') });
        res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
        return;
      }
      if (caller.key) requireScope(caller.key, selected.scopes);
      if (caller.customer && selected.permission)
        requirePermission(caller.customer, selected.permission);
      await selected.respond(req, res, caller, deps);
    },
  };
}

function mayCall({ key, customer }: KeyHolder, { scopes, permission }: Operation): boolean {
  const isInScope = !key || scopes.some((scope) => key.scopes.includes(scope));
  return isInScope && (!permission || customer?.permissions.includes(permission) === true);
}

/**
 * Routes requests to the endpoints, in their order. Those of one feature are a router of their own: a
 * request is compared with their paths alone.
 */
export function routeTo(endpoints: readonly Endpoint[], deps: ServingDeps): RequestHandler {
  const routers = new Map<string, Router>();
  for (const served of endpoints) {
    const feature = featureOf(served.paths[0] ?? '');
    const router = routers.get(feature) ?? Router({ caseSensitive: true });
    routers.set(feature, router);
    router.all(served.paths, async (req, res) => {
      try {
        await served.respond(req, res, deps);
      } catch (error) {
        sendError(error, req, res, served);
      }
    });
  }
  const route: RequestHandler = (req, res, next) => {
    const router = routers.get(featureOf(req.path));
    if (router) router(req, res, next);
    else next();
  };
  // A router shows its layers in the same way.
  return Object.assign(route, { stack: [...routers.values()].map((handle) => ({ handle })) });
}

/** The segment after `/api/v0/`; all spellings of an endpoint's path have it in common. */
function featureOf(path: string): string {
  const [, , , feature = ''] = path.split('/', 4);
  return feature;
}
