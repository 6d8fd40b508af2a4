/** How often and for how long a request is retried. */
export interface Retries {
  /** The first try included. */
  readonly tries: number;
  /** Longest pause before the second try, where the service names none; it doubles each time. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** From the first try to the start of the last. */
  readonly withinMs: number;
}

export const RETRIES: Retries = {
  tries: 5,
  firstMs: 500,
  maxMs: 16_000,
  withinMs: 120_000,
};

type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** The request was rejected before any work. */
const THROTTLED = 429;
/** With `Retry-After` likewise; without, it may be a proxy's, after the work was done. */
const UNAVAILABLE = 503;
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'];

/**
 * A fetch that retries 429, and 503 with `Retry-After`. Idempotent requests (GET, HEAD, PUT, DELETE, and whatever
 * has an `Idempotency-Key`) are also retried after a lost connection and any 503. The pause is what `Retry-After`
 * asks for, else a random part of one that doubles. When the tries or the time are used up, the last response or
 * error is the result. The request's signal ends it at once.
 */
export function retrying(send: Fetch, retries: Retries): Fetch {
  return async (request) => {
    const started = performance.now();
    for (let tried = 1; ; tried += 1) {
      const outcome = await attempt(send, request);
      const pauseMs = pauseAfter(outcome, request, retries, tried);
      const isLate = performance.now() - started + (pauseMs ?? 0) > retries.withinMs;
      if (pauseMs === undefined || tried >= retries.tries || isLate) return resultOf(outcome);
      await outcome.response?.body?.cancel();
      await pause(pauseMs, request.signal);
    }
  };
}

/** A response, or why there is none. */
type Outcome =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

async function attempt(send: Fetch, request: Request): Promise<Outcome> {
  try {
    // A body can be read once: the request keeps its own. The signal is passed on by itself: a copy
    // without a reference is collected along with its signal.
    return { response: await send(request.clone(), { signal: request.signal }) };
  } catch (error) {
    return { error };
  }
}

function resultOf({ response, error }: Outcome): Response {
  if (response) return response;
  throw error;
}

/** How long to wait before another try; undefined if there is to be none. */
function pauseAfter(
  { response }: Outcome,
  request: Request,
  { firstMs, maxMs }: Retries,
  tried: number,
): number | undefined {
  const again = response ? isRetryable(response, request) : isLost(request);
  if (!again) return undefined;
  const asked = retryAfterMs(response?.headers.get('Retry-After') ?? null);
  if (asked !== undefined) return asked;
  const max = Math.min(maxMs, firstMs * 2 ** (tried - 1));
  return (max * (1 + Math.random())) / 2;
}

/** A proxy's 503 may come after the work was done, so some requests need the service's own word. */
function isRetryable({ status, headers }: Response, request: Request): boolean {
  if (status === THROTTLED) return true;
  return status === UNAVAILABLE && (headers.has('Retry-After') || isIdempotent(request));
}

function isLost(request: Request): boolean {
  return !request.signal.aborted && isIdempotent(request);
}

function isIdempotent({ method, headers }: Request): boolean {
  return IDEMPOTENT_METHODS.includes(method) || headers.has('Idempotency-Key');
}

/** The pause that the header asks for, in seconds or as a date; undefined if it is malformed. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Waits, or throws the signal's reason as soon as it is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  signal.throwIfAborted();
}
