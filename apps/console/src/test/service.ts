import { vi } from 'vitest';
import { api } from '../api/client.ts';

/** A request as the service receives it. */
export interface Received {
  /** Method and path with the query, such as `GET /api/v0/plants/`. */
  readonly what: string;
  readonly headers: Headers;
  /** The fields of a form or of JSON; a file as it is. */
  readonly body: unknown;
}

/** Responses of the service by method and path; a function is called with the request. */
type Answers = Readonly<Record<string, unknown>>;

/** A response that is not a success. */
export class Rejection {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown = { detail: 'No.' }) {
    this.status = status;
    this.body = body;
  }
}

/** The connection is lost before there is a response. */
export const LOST = Symbol('lost');

/** Waits until the page has handled all responses that were sent before: a later one has come. */
export async function arrived(): Promise<void> {
  await api.GET('/api/v0/forecasts/latest/');
}

/** A service at the other end of the network; returns the requests that it has received. */
export function serve(answers: Answers): Received[] {
  const received: Received[] = [];
  vi.stubGlobal('fetch', async (input: Request | URL) => {
    const request = new Request(input);
    const { pathname, search } = new URL(request.url);
    const what = `${request.method} ${pathname}`;
    const got = { what: what + search, headers: request.headers, body: await bodyOf(request) };
    received.push(got);
    const answer = answers[what + search] ?? answers[what];
    return responseOf(isFunction(answer) ? await answer(got) : answer);
  });
  return received;
}

function isFunction(answer: unknown): answer is (request: Received) => unknown {
  return typeof answer === 'function';
}

function responseOf(answer: unknown): Response {
  if (answer === LOST) throw new TypeError('Failed to fetch');
  if (answer instanceof Response) return answer;
  if (answer === undefined) return Response.json({ detail: 'Not found.' }, { status: 404 });
  if (answer instanceof Rejection) return Response.json(answer.body, { status: answer.status });
  return Response.json(answer);
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.startsWith('multipart/')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  return type === 'application/json' && text !== '' ? JSON.parse(text) : text;
}

/**
 * A browser’s XMLHttpRequest at the same end of the network: it sends the body in parts, each when
 * `next` is called.
 */
export function serveParts(parts: readonly number[]): { readonly next: () => void } {
  let next = () => {};
  class PartsRequest {
    responseType = '';
    status = 0;
    response = new Blob();
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => {};
    onerror = () => {};
    readonly #headers: [string, string][] = [];
    #target = ['', ''];
    #left: { readonly at: number[]; readonly body: Blob } | undefined;

    open(method: string, url: string): void {
      this.#target = [method, url];
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.push([name, value]);
    }
    send(body: Blob): void {
      this.#left = { at: [...parts], body };
      next = () => void this.#next();
    }
    getAllResponseHeaders(): string {
      return 'content-type: application/json\r\n';
    }
    async #next(): Promise<void> {
      const { at = [], body = new Blob() } = this.#left ?? {};
      const share = at.shift();
      if (share !== undefined)
        return this.upload.onprogress?.({ loaded: share * body.size, total: body.size });
      const [method = '', url = ''] = this.#target;
      try {
        const response = await fetch(new Request(url, { method, headers: this.#headers, body }));
        this.status = response.status;
        this.response = await response.blob();
        this.onload();
      } catch {
        this.onerror();
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', PartsRequest);
  return { next: () => next() };
}
