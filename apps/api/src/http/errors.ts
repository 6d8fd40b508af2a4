import type { ErrorCode, SolanoError } from '@solano/domain';
import { isSolanoError } from '@solano/domain';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { stateOf } from './state.ts';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Status and body of each refusal; codes that are absent are failures of the service itself. */
const REFUSALS: Partial<
  Record<ErrorCode, { status?: number; key: 'error' | 'detail' | 'fields' }>
> = {
  // Without a status: the endpoint has its own for callers that it does not know.
  credentials_missing: { key: 'detail' },
  credentials_invalid: { key: 'detail' },
  permission_denied: { status: 403, key: 'detail' },
  invalid_request: { status: 400, key: 'error' },
  invalid_fields: { status: 400, key: 'fields' },
  submission_conflict: { status: 409, key: 'error' },
  throttled: { status: 429, key: 'detail' },
  overloaded: { status: 503, key: 'detail' },
  not_acceptable: { status: 406, key: 'detail' },
  not_found: { status: 404, key: 'detail' },
  purchase_not_found: { status: 404, key: 'error' },
  customer_unnamed: { status: 400, key: 'error' },
  forecast_not_found: { status: 404, key: 'error' },
  forecast_malformed: { status: 500, key: 'error' },
  form_malformed: { status: 400, key: 'error' },
  upload_too_large: { status: 413, key: 'detail' },
  plant_not_found: { status: 404, key: 'detail' },
  upload_failed: { status: 502, key: 'detail' },
  uploads_off: { status: 503, key: 'detail' },
};

/** When a caller may try again whom there was no room for. */
const RETRY_AFTER_SECONDS = '1';

const BAD_URL: Answer = {
  status: 400,
  body: { detail: 'The URL is not valid percent-encoded UTF-8.' },
};

/** What the answer that failed may have said of itself already. */
const OF_THE_FILE = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Content-Disposition',
  'Content-Type',
  'Content-Length',
  'X-Total-Count',
];

/** Answers every request that no endpoint took. */
export const unknownRoute: RequestHandler = (_req, res) => {
  res.status(404).json({ detail: 'Not found.' });
};

/** Turns whatever was thrown into an answer, and logs what is the service's own fault. */
export const errorAnswer: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (isGone(error, res)) {
    req.log.debug({ err: error }, 'the caller hung up');
    return;
  }
  const answer = answerTo(error, res);
  const isOverload = isSolanoError(error, 'overloaded');
  // Overload is to be seen in the metrics: a line for each would add to it.
  const isFault = answer.status >= 500 && !isOverload;
  if (isFault) req.log.error({ err: error }, 'request failed');
  if (res.headersSent) return void res.destroy();
  for (const name of OF_THE_FILE) res.removeHeader(name);
  res.set('Cache-Control', 'no-store');
  const { lastModified } = stateOf(res);
  if (lastModified) res.set('Last-Modified', lastModified.toUTCString());
  if (isOverload) res.set('Retry-After', RETRY_AFTER_SECONDS);
  if (answer.status === 401) res.set('WWW-Authenticate', 'Bearer');
  res.status(answer.status).json(answer.body);
};

function answerTo(error: unknown, res: Response): Answer {
  if (isSolanoError(error)) return refusalOf(error, res) ?? failure(res);
  return error instanceof URIError ? BAD_URL : failure(res);
}

function refusalOf(error: SolanoError, res: Response): Answer | undefined {
  const refusal = REFUSALS[error.code];
  if (!refusal) return undefined;
  const { endpoint } = stateOf(res);
  const status = refusal.status ?? endpoint?.unauthenticated ?? 401;
  if (refusal.key === 'fields') return { status, body: error.fields };
  return { status, body: { [endpoint?.messageKey ?? refusal.key]: error.message } };
}

function failure(res: Response): Answer {
  return {
    status: 500,
    body: stateOf(res).endpoint?.failure ?? { detail: 'Internal server error.' },
  };
}

/** Whether nobody waits for the answer any more, which is why sending it failed. */
function isGone(error: unknown, res: Response): boolean {
  return res.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
