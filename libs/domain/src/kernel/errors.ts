/** Every way in which a use case or a port can reject. The list is closed: adapters translate into it. */
export type ErrorCode =
  | 'credentials_missing'
  | 'credentials_invalid'
  | 'permission_denied'
  | 'invalid_request'
  | 'invalid_rows'
  | 'invalid_fields'
  | 'not_found'
  | 'purchase_not_found'
  | 'plant_unknown'
  | 'plant_not_found'
  | 'uploads_off'
  | 'upload_failed'
  | 'forecast_malformed'
  | 'forecast_not_found'
  | 'customer_unnamed'
  | 'already_exists'
  | 'limit_reached'
  | 'submission_conflict'
  | 'no_outputs'
  | 'not_planned'
  | 'too_little_known'
  | 'output_not_found'
  | 'too_many_waiting'
  | 'too_many_calls'
  | 'overloaded'
  | 'in_use'
  | 'locked'
  | 'store_unavailable'
  | 'store_full'
  | 'objects_unavailable'
  | 'engine_unavailable'
  | 'report_unavailable'
  | 'report_misconfigured'
  | 'report_rejected'
  | 'webhooks_off'
  | 'webhook_unavailable'
  | 'webhook_rejected'
  | 'webhook_gone'
  | 'computation_failed';

/** Messages by field name. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

interface SolanoErrorOptions {
  readonly problems?: readonly string[];
  readonly fields?: FieldMessages;
  readonly remedy?: string;
  readonly cause?: unknown;
}

/**
 * The one error type of the domain and its adapters. `message` is fit to be shown to the caller;
 * `problems` names each bad row of a file, `fields` what is wrong with each bad field of a record,
 * `remedy` says who can change that, in a sentence, or is empty; `cause` keeps the foreign error.
 */
export class SolanoError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly string[];
  readonly fields: FieldMessages;
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, options: SolanoErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'SolanoError';
    this.code = code;
    this.problems = options.problems ?? [];
    this.fields = options.fields ?? {};
    this.remedy = options.remedy ?? '';
  }
}

/** Whether an error is a {@link SolanoError}, of the given code where one is given. */
export function isSolanoError(error: unknown, code?: ErrorCode): error is SolanoError {
  return error instanceof SolanoError && (code === undefined || error.code === code);
}

/** Does the work; an error of the code is passed to `reject`, any other is rethrown. */
export async function translating<T>(
  code: ErrorCode,
  reject: (error: SolanoError) => never,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSolanoError(error, code)) throw error;
    return reject(error);
  }
}

export function invalidRequest(message: string, options: { cause?: unknown } = {}): SolanoError {
  return new SolanoError('invalid_request', message, options);
}

/** Rejects a caller who lacks a permission or a scope. */
export function permissionDenied(remedy = ''): never {
  const message = 'You do not have permission to perform this action.';
  throw new SolanoError('permission_denied', message, { remedy });
}

/** Rejects what does not exist, or is another customer's. */
export function notFound(): never {
  throw new SolanoError('not_found', 'Not found.');
}
