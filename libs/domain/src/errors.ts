/** Every way in which a use case or a port can refuse. The list is closed: adapters translate into it. */
export type ErrorCode =
  | 'credentials_missing'
  | 'credentials_invalid'
  | 'permission_denied'
  | 'invalid_request'
  | 'invalid_rows'
  | 'not_found'
  | 'purchase_not_found'
  | 'already_exists'
  | 'store_unavailable'
  | 'engine_unavailable'
  | 'callback_unavailable'
  | 'callback_refused'
  | 'computation_failed';

/**
 * The one error type of the domain and its adapters. `message` is fit to be shown to the caller;
 * `problems` names each bad row of an uploaded file; `cause` keeps the foreign error.
 */
export class SolanoError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { problems?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'SolanoError';
    this.code = code;
    this.problems = options.problems ?? [];
  }
}

/** Whether an error is a {@link SolanoError}, of the given code where one is given. */
export function isSolanoError(error: unknown, code?: ErrorCode): error is SolanoError {
  return error instanceof SolanoError && (code === undefined || error.code === code);
}
