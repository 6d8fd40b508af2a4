import {
  type ErrorCode,
  type FieldMessages,
  isSolanoError,
  type SolanoError,
} from '@solano/domain/kernel';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { HttpError, THROTTLED } from './http-error.ts';
import type { Headers } from './response.ts';

/** The forms of an endpoint's error responses. */
export interface ErrorForms {
  /** Status if the credentials are missing or invalid. */
  readonly unauthenticated: 401 | 403;
  /** The body if the service itself fails. */
  readonly failure: { readonly error: string } | { readonly detail: string };
  /** The key of every message, if it is not the usual one of the error. */
  readonly messageKey?: 'error' | 'detail';
  /** Whether its messages are the contract's to the letter: a remedy is in the header `Link` alone. */
  readonly hasExactMessages?: boolean;
  /** The name of a field of the domain in the API, if it differs. */
  readonly fieldName?: (field: string) => string;
}

interface ErrorResponse {
  readonly status: number;
  readonly body: object;
}

interface Rejection {
  /** Omitted if the endpoint has its own for unknown callers. */
  readonly status?: number;
  readonly key: 'error' | 'detail' | 'fields';
  readonly message?: string;
  /** Seconds after which the caller may retry. */
  readonly retryAfter?: number;
}

/** Status and body of each rejection; `fault`: a failure of the service itself. */
const REJECTIONS: Readonly<Record<ErrorCode, Rejection | 'fault'>> = {
  credentials_missing: { key: 'detail' },
  credentials_invalid: { key: 'detail' },
  permission_denied: { status: 403, key: 'detail' },
  invalid_request: { status: 400, key: 'error' },
  invalid_fields: { status: 400, key: 'fields' },
  submission_conflict: { status: 409, key: 'error' },
  already_exists: { status: 409, key: 'error' },
  limit_reached: { status: 409, key: 'error' },
  no_outputs: { status: 409, key: 'error' },
  not_planned: { status: 409, key: 'error' },
  too_little_known: { status: 409, key: 'error' },
  output_not_found: { status: 404, key: 'error' },
  too_many_waiting: { status: 429, key: 'detail', message: THROTTLED, retryAfter: 10 },
  too_many_calls: { status: 429, key: 'detail', message: THROTTLED, retryAfter: 10 },
  overloaded: { status: 503, key: 'detail', retryAfter: 1 },
  engine_unavailable: { status: 503, key: 'detail', retryAfter: 1 },
  store_full: { status: 503, key: 'detail', retryAfter: 60 },
  not_found: { status: 404, key: 'detail' },
  purchase_not_found: { status: 404, key: 'error' },
  customer_unnamed: { status: 400, key: 'error' },
  forecast_not_found: { status: 404, key: 'error' },
  forecast_malformed: { status: 500, key: 'error' },
  plant_not_found: { status: 404, key: 'detail' },
  upload_failed: { status: 502, key: 'detail' },
  uploads_off: { status: 503, key: 'detail' },
  webhooks_off: { status: 503, key: 'detail' },
  invalid_rows: 'fault',
  plant_unknown: 'fault',
  in_use: 'fault',
  locked: 'fault',
  store_unavailable: 'fault',
  objects_unavailable: 'fault',
  report_unavailable: 'fault',
  report_misconfigured: 'fault',
  report_rejected: 'fault',
  webhook_unavailable: 'fault',
  webhook_rejected: 'fault',
  webhook_gone: 'fault',
  computation_failed: 'fault',
};

const BAD_URL: ErrorResponse = {
  status: 400,
  body: { detail: 'The URL is not valid percent-encoded UTF-8.' },
};

/** Headers that the failed response may have set already. */
const FILE_HEADERS = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Content-Disposition',
  'Content-Type',
  'Content-Length',
  'X-Total-Count',
  'X-Total-At-Least',
  'Link',
];

/** Responds to every request that no endpoint serves. */
export const unknownRoute: RequestHandler = (_req, res) => {
  res.status(404).json({ detail: 'Not found.' });
};

/** Turns an error before any endpoint into a response. */
export const errorMiddleware: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  sendError(error, req, res);
};

/** An error whose response has headers of the requested resource. */
export class ErrorWithHeaders extends Error {
  readonly headers: Headers;

  constructor(cause: unknown, headers: Headers) {
    super('A request failed.', { cause });
    this.headers = headers;
  }
}

/**
 * Turns any thrown error into a response, and logs the service's own faults.
 *
 * @param endpoint the requested endpoint, if there was one.
 */
export function sendError(
  thrown: unknown,
  req: Request,
  res: Response,
  endpoint?: ErrorForms,
): void {
  const error = thrown instanceof ErrorWithHeaders ? thrown.cause : thrown;
  if (isGone(error, res)) {
    req.log.debug({ err: error }, 'the caller hung up');
    return;
  }
  const { status, body } = responseTo(error, endpoint);
  const isOverload = isSolanoError(error, 'overloaded');
  // Metrics show overload: a log line for each rejection would add to it.
  const isFault = status >= 500 && !isOverload;
  if (isFault) req.log.error({ err: error }, 'request failed');
  if (res.headersSent) return void res.destroy();
  for (const name of FILE_HEADERS) res.removeHeader(name);
  res.set('Cache-Control', 'no-store');
  if (thrown instanceof ErrorWithHeaders) res.set(thrown.headers);
  const retryAfter = isSolanoError(error) ? rejectionOf(error)?.retryAfter : undefined;
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer');
  if (isSolanoError(error, 'permission_denied')) res.set('Link', helpLink(req.path, error.remedy));
  res.status(status).json(body);
}

function responseTo(error: unknown, endpoint: ErrorForms | undefined): ErrorResponse {
  if (isSolanoError(error)) return rejected(error, endpoint) ?? failure(endpoint);
  if (error instanceof HttpError) {
    const { status, message } = error;
    return { status, body: { [endpoint?.messageKey ?? 'detail']: message } };
  }
  return error instanceof URIError ? BAD_URL : failure(endpoint);
}

function rejectionOf({ code }: SolanoError): Rejection | undefined {
  const rejection = REJECTIONS[code];
  return rejection === 'fault' ? undefined : rejection;
}

function rejected(error: SolanoError, endpoint: ErrorForms | undefined): ErrorResponse | undefined {
  const rejection = rejectionOf(error);
  if (!rejection) return undefined;
  const status = rejection.status ?? endpoint?.unauthenticated ?? 401;
  if (rejection.key === 'fields') {
    const fieldName = endpoint?.fieldName ?? ((field: string) => field);
    const named = Object.entries(error.fields).map(([field, each]) => [fieldName(field), each]);
    return { status, body: Object.fromEntries(named) as FieldMessages };
  }
  const { key, message = messageOf(error, endpoint) } = rejection;
  return { status, body: { [endpoint?.messageKey ?? key]: message } };
}

function messageOf({ message, remedy }: SolanoError, endpoint: ErrorForms | undefined): string {
  return remedy === '' || endpoint?.hasExactMessages ? message : `${message} ${remedy}`;
}

const REMEDY_PAGE = 'docs/guide/remedies.html#a-key-may-not-do-that';

/** Leads to the remedy's section of the guide, relative to the path: the service may be below another one. */
function helpLink(path: string, remedy: string): string {
  const root = '../'.repeat(path.split('/').length - 2);
  const title = remedy === '' ? '' : `; title="${remedy}"`;
  return `<${root}${REMEDY_PAGE}>; rel="help"${title}`;
}

function failure(endpoint: ErrorForms | undefined): ErrorResponse {
  return { status: 500, body: endpoint?.failure ?? { detail: 'Internal server error.' } };
}

/** Whether the caller has disconnected, and waiting or sending ended by that. */
function isGone(error: unknown, res: Response): boolean {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  return res.destroyed && (name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE');
}
