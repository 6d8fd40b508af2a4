import { Store } from '../state/store.ts';

/** How much of the file in flight has been sent. */
export interface Sent {
  readonly bytes: number;
  readonly total: number;
}

/** Undefined: none is in flight, or it is a small one. */
export const sending = new Store<Sent | undefined>(undefined);

/** A smaller body is sent at once, in bytes. */
const MIN_BYTES = 200_000;

/** Sends a request, and reports how much of a large body has been sent; fetch cannot say that. */
export async function sendFile(request: Request): Promise<Response> {
  const body = await request.clone().blob();
  if (body.size < MIN_BYTES) return fetch(request);
  try {
    return await sendReporting(request, body);
  } finally {
    sending.set(undefined);
  }
}

function sendReporting(request: Request, body: Blob): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = new XMLHttpRequest();
  sent.open(request.method, request.url);
  for (const [name, value] of request.headers) sent.setRequestHeader(name, value);
  sent.responseType = 'blob';
  sent.upload.onprogress = ({ loaded, total }) => sending.set({ bytes: loaded, total });
  sent.onload = () => resolve(responseOf(sent));
  sent.onerror = () => reject(new TypeError('Failed to send'));
  sent.onabort = () => reject(request.signal.reason as Error);
  request.signal.addEventListener('abort', () => sent.abort());
  sending.set({ bytes: 0, total: body.size });
  sent.send(body);
  return promise;
}

function responseOf(sent: XMLHttpRequest): Response {
  const lines = sent.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = new Headers();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const { status } = sent;
  return new Response(status === 204 ? null : (sent.response as Blob), { status, headers });
}
