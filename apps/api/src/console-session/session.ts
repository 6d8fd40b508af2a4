import { SolanoError } from '@solano/domain/kernel';
import {
  beginSession,
  type Caller,
  endSession,
  redeemCode,
  SCOPES,
  type SignedIn,
  type SignInDeps,
} from '@solano/domain/service';
import { SignIn } from '@solano/schemas';
import type { Request, Response } from 'express';
import {
  type Authenticate,
  type AuthenticationDeps,
  byKey,
  countingFailures,
} from '../authentication/authentication.ts';
import type { RateLimit } from '../authentication/rate-limit.ts';
import { jsonBytes, parseBody } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { type Endpoint, endpointFor, operation } from '../endpoint/endpoint.ts';
import type { RequestMetadata } from '../http/request.ts';
import { json } from '../http/response.ts';
import { BEGIN_SESSION, END_SESSION, GET_SESSION } from './document.ts';

const MAX_CODE_BYTES = 1_000;

type SessionDeps = SignInDeps & AuthenticationDeps & { readonly bodies: BodyLimit };

/** A caller who has not signed in yet, and has sent no key. */
interface Anonymous {
  readonly key?: undefined;
  /** Redeems a code; a wrong one counts against the caller's address. */
  readonly countingWrong: <T>(redeem: () => Promise<T>) => Promise<T>;
}
type Visitor = Caller | SignedIn | Anonymous;

/** `/api/v0/session`: POST begins it by a key or by the code of a sign-in link, DELETE ends it. */
export function sessionEndpoint(deps: SessionDeps): Endpoint {
  const { sessionCookie, rateLimit } = deps;
  const authenticate = byKey(deps);
  const receive = jsonBytes<Caller | undefined>({
    maxBytes: () => MAX_CODE_BYTES,
    bodies: deps.bodies,
  });

  const begin = operation({
    scopes: SCOPES,
    receive: (req, res, caller: Visitor) => receive(req, res, caller.key && caller),
    async handle({ caller, body, request }) {
      const source = sourceOf(request);
      const { session, token } = caller.key
        ? await beginSession(deps, source, caller.key)
        : await caller.countingWrong(() => redeemCode(deps, source, codeIn(body)));
      return { status: 204, headers: sessionCookie.set(token, session.expiresAt) };
    },
    metadata: BEGIN_SESSION,
  });

  const get = operation({
    scopes: SCOPES,
    handle: ({ caller }: { caller: Visitor }) => json(toJson(requireIdentified(caller))),
    metadata: GET_SESSION,
  });

  const end = operation({
    scopes: SCOPES,
    async handle({ caller, request }: { caller: Visitor; request: RequestMetadata }) {
      if ('session' in caller) await endSession(deps, sourceOf(request), caller);
      return { status: 204, headers: sessionCookie.clear() };
    },
    metadata: END_SESSION,
  });

  const identify = async (req: Request, res: Response): Promise<Visitor> =>
    req.method === 'POST' ? signIn(authenticate, rateLimit, req, res) : authenticate(req, res);
  return endpointFor(identify, {
    paths: ['/api/v0/session'],
    methods: { post: begin, get, delete: end },
  });
}

/**
 * Finds the caller of a key; a code has none yet, and a cookie does not begin a session. Wrong
 * codes block further codes alone: a key signs in from any address. Errors: those of a key,
 * HttpError 429.
 */
async function signIn(
  authenticate: Authenticate,
  rateLimit: RateLimit,
  req: Request,
  res: Response,
): Promise<Caller | Anonymous> {
  if (req.headers.authorization !== undefined) return authenticate(req, res);
  await rateLimit.requireAddress('sign-in', req, res);
  const count = () => rateLimit.countAddress('sign-in', req, res);
  return { countingWrong: (redeem) => countingFailures(count, redeem) };
}

/** Errors: `credentials_missing`, `invalid_request`. */
function codeIn(body: Buffer): string {
  const { data } = SignIn.safeParse(parseBody(body).members);
  if (data?.code) return data.code;
  throw credentialsMissing();
}

/** Errors: `credentials_missing`. */
function requireIdentified(caller: Visitor): Caller | SignedIn {
  if (caller.key) return caller;
  throw credentialsMissing();
}

function credentialsMissing(): SolanoError {
  return new SolanoError('credentials_missing', 'Authentication credentials were not provided.');
}

function sourceOf({ address, id }: RequestMetadata) {
  return { origin: address, requestId: id };
}

function toJson(caller: Caller | SignedIn) {
  const { customer, key } = caller;
  const end = 'session' in caller ? caller.session.expiresAt : key.expiresAt;
  return {
    customer: customer.name,
    label: key.label,
    scopes: key.scopes,
    permissions: customer.permissions,
    expires_at: end,
  };
}
