import { type components, createSolanoClient } from '@solano/client';
import { ApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { scopeOf } from './scope.ts';
import { sendFile } from './send-file.ts';

export type Schemas = components['schemas'];

/** The folder of the page: the service may be below any path. */
export const BASE = new URL('.', location.href).href.replace(/\/$/, '');

/** The header of requests that change anything; no other site can send it. */
const CONSOLE_HEADER = 'X-Solano-Console';

/** Time in ms until a request is given up, and one with a file. */
const TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 600_000;

/** The API with the session's cookie; a short retry, as a user waits for the page. */
export const api = createSolanoClient({
  url: BASE,
  fetch: send,
  retries: { tries: 2, firstMs: 200, withinMs: 4_000 },
});

/** The scopes that the requests of responses needed. */
const scopes = new WeakMap<Response, string>();

/**
 * Sends a request as the console; it throws only if the service cannot be reached, or says nothing
 * in time.
 */
export async function send(request: Request, init?: RequestInit): Promise<Response> {
  const ended = init?.signal ?? request.signal;
  const isFile = hasFile(request);
  const limit = AbortSignal.timeout(isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS);
  const signal = AbortSignal.any([ended, limit]);
  const marked = new Request(request, { credentials: 'same-origin', ...init, signal });
  marked.headers.set(CONSOLE_HEADER, '1');
  try {
    const response = await (isFile ? sendFile(marked) : fetch(marked));
    scopes.set(response, scopeOf(request));
    reportReachable();
    return response;
  } catch (error) {
    if (!ended.aborted) reportUnreachable();
    throw error;
  }
}

/** Whether a request has a file, which takes minutes over a slow line. */
function hasFile({ method, headers }: Request): boolean {
  const type = headers.get('Content-Type');
  return method === 'POST' && type !== null && type !== 'application/json';
}

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a success. Throws {@link ApiError}, or the error of fetch. */
export async function dataOf<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await result;
  if (!response.ok) {
    if (response.status === 401 || response.status === 403) onRejected();
    throw new ApiError(response.status, error, response.headers, scopes.get(response));
  }
  return data as T;
}

let onRejected = () => {};

/** Called when a request was rejected for its credentials: the session may have ended. */
export function setOnRejected(listener: () => void): void {
  onRejected = listener;
}
