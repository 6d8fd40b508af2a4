import createClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';
import type { Retries } from './retry.ts';
import { RETRIES, retrying } from './retry.ts';

export interface SolanoClientOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** An API key; without one only the token upload can be used. */
  readonly key?: string;
  /** Sends a request; default: the global fetch. */
  readonly fetch?: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Defaults are in {@link RETRIES}. */
  readonly retries?: Partial<Retries>;
}

/**
 * A client of the API, typed by its OpenAPI document. A call resolves to `{data, response}` or
 * `{error, response}`; it throws where the service cannot be reached. Requests are retried as
 * {@link retrying} says.
 */
export function createSolanoClient(options: SolanoClientOptions) {
  const { url, key, fetch: send = fetch, retries } = options;
  return createClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/+$/, ''),
    fetch: retrying(send, { ...RETRIES, ...retries }),
    ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }),
  });
}

export type SolanoClient = ReturnType<typeof createSolanoClient>;

/** Writes the body of an upload as a form, its `file` as a CSV file. A `bodySerializer`. */
export function csvForm(body: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (name === 'file') form.append(name, new Blob([value], { type: 'text/csv' }), 'outages.csv');
    else form.append(name, value);
  }
  return form;
}
