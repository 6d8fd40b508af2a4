import { type ErrorCode, isSolanoError, SolanoError } from '@solano/domain/kernel';

/** Error codes by the name of the error: a status has several meanings in different stores. */
const MEANINGS: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  KeyTooLongError: ['invalid_request', 'Not a name that an object can have.'],
  // Gateways to file systems, where a name is either a file or a folder.
  ObjectParentIsFile: ['already_exists', 'An object stands where a folder is needed.'],
  ExistingObjectIsDirectory: ['already_exists', 'A folder stands where the object is to be.'],
};

const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** For `.catch()`: undefined where there is no such object; other errors are thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof Error && MISSING.has(error.name))) throw error;
  return undefined;
}

/** Whatever else goes wrong between here and the store: the caller cannot get at its objects. */
export function translated(error: unknown): unknown {
  if (isSolanoError(error) || !(error instanceof Error)) return error;
  const [code, message] = MEANINGS[error.name] ?? ['objects_unavailable', reasonOf(error)];
  return new SolanoError(code, message, { cause: error });
}

function reasonOf(error: Error): string {
  const { name, message, code } = error as Error & { code?: string };
  // An AggregateError of all addresses tried has no message of its own.
  const text = message.trim().split('\n')[0] || code;
  return `The object store is not available: ${[name, text].filter(Boolean).join(': ')}`;
}
