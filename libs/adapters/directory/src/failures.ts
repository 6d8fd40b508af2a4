import { isSolanoError, SolanoError } from '@solano/domain/kernel';

/** Nothing that is an object: a missing file, a path below a file, a link, a socket. */
const ABSENT_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** Runs the work and translates what it throws. */
export async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

/** The error in the domain's terms, with itself as the cause; itself where it is a bug. */
export function translated(error: unknown): unknown {
  // Wrong arguments are errors of other types.
  if (isSolanoError(error) || !(error instanceof Error) || error.name !== 'Error') return error;
  const reason = codeOf(error) ?? error.message;
  return new SolanoError('objects_unavailable', `The object folder is not available: ${reason}`, {
    cause: error,
  });
}

/** For `.catch()`: undefined where there is no object; other errors are thrown. */
export function undefinedIfAbsent(error: unknown): undefined {
  if (!ABSENT_CODES.has(codeOf(error) ?? '')) throw error;
  return undefined;
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
