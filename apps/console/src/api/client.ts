import { type components, createSolanoClient } from '@solano/client';
import { ApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';

export type Schemas = components['schemas'];

/** The folder of the page: the service may be below any path. */
export const BASE = new URL('.', location.href).href.replace(/\/$/, '');

/** The header of requests that change anything; no other site can send it. */
const CONSOLE_HEADER = 'X-Solano-Console';

/** The API with the session's cookie; a short retry, as a user waits for the page. */
export const api = createSolanoClient({
  url: BASE,
  fetch: send,
  retries: { tries: 2, firstMs: 200, withinMs: 4_000 },
});

/** Sends a request as the console; it throws only if the service cannot be reached. */
export async function send(request: Request, init?: RequestInit): Promise<Response> {
  const marked = new Request(request, { credentials: 'same-origin', ...init });
  marked.headers.set(CONSOLE_HEADER, '1');
  try {
    const response = await fetch(marked);
    reportReachable();
    return response;
  } catch (error) {
    if (!marked.signal.aborted) reportUnreachable();
    throw error;
  }
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
    throw new ApiError(response.status, error);
  }
  return data as T;
}

let onRejected = () => {};

/** Called when a request was rejected for its credentials: the session may have ended. */
export function setOnRejected(listener: () => void): void {
  onRejected = listener;
}
