/** The body of every response 429. */
export const THROTTLED = 'Request was throttled.';

/** A request that the rules of HTTP reject before the domain sees it. */
export class HttpError extends Error {
  readonly status: 400 | 406 | 413 | 415 | 429;

  constructor(status: HttpError['status'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** A form that is not valid `multipart/form-data`, or that has too many parts. */
export class MalformedForm extends HttpError {
  constructor(cause: unknown) {
    super(400, 'The form cannot be read.', { cause });
  }
}

/** The rejection of a body that is too large. */
export function tooLarge(): HttpError {
  return new HttpError(413, 'Request body is too large.');
}

/** The rejection of a body whose media type or encoding the endpoint does not read. */
export function unsupported(what: string): HttpError {
  return new HttpError(415, `Unsupported ${what}.`);
}

/** The rejection of a caller that sends too many requests. */
export function throttled(): HttpError {
  return new HttpError(429, THROTTLED);
}

/** The rejection of a request that accepts no format of the response. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'Could not satisfy the request Accept header.');
}
