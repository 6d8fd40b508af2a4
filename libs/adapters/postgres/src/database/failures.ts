import { type ErrorCode, isSolanoError, SolanoError } from '@solano/domain/kernel';
import pg from 'pg';

interface Meaning {
  readonly code: ErrorCode;
  readonly message: string;
}

const NOT_FOUND: Meaning = { code: 'not_found', message: 'There is no such record.' };
const FULL: Meaning = { code: 'store_full', message: 'There is no space left to store this.' };
const UNSTORABLE: Meaning = { code: 'invalid_request', message: 'A value cannot be stored.' };

/** The domain's error code for a SQLSTATE, or for the class named by its first two characters. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  '23505': { code: 'already_exists', message: 'There is such a record already.' },
  '23503': { code: 'not_found', message: 'There is no such customer.' },
  // The only texts that statements convert are ids, and numbers and instants in the domain's form.
  '22P02': NOT_FOUND,
  '22': UNSTORABLE,
  '53100': FULL,
  // An index entry beyond the size of a page.
  '54000': UNSTORABLE,
};

/**
 * Classes of failures that the statement did not cause: connection, transaction state (read
 * only), authorization, rollback, no database, resources, lock timeout, intervention, system.
 */
const OUTAGES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Errors of the driver and of sockets without a SQLSTATE; wrong arguments come as other types. */
const PLAIN_NAMES = new Set(['Error', 'AggregateError']);
const PRISMA_ERROR = 'PrismaClientKnownRequestError';
/**
 * Codes of Prisma's errors that a wrong call has caused. Others are those of sockets, and P2028 is that of a
 * transaction which could not begin or go on in time.
 */
const WRONG_CALL = /^P(?!2028)\d{4}$/;

/** The error in the domain's terms, with itself as the cause; itself where it is a bug. */
function translated(error: unknown): unknown {
  if (isSolanoError(error) || !(error instanceof Error)) return error;
  // What a check has found comes as the cause of an error: Prisma takes a code for one of its own.
  if (isSolanoError(error.cause)) return error.cause;
  const driver = driverError(error);
  const state = error instanceof pg.DatabaseError ? error.code : driver?.originalCode;
  const isPlain =
    driver !== undefined ||
    PLAIN_NAMES.has(error.name) ||
    (error.name === PRISMA_ERROR && !WRONG_CALL.test(codeOf(error) ?? ''));
  if (state === undefined) return isPlain ? unavailable(error) : error;
  const group = state.slice(0, 2);
  const meaning = MEANINGS[state] ?? MEANINGS[group];
  if (meaning) return new SolanoError(meaning.code, meaning.message, { cause: error });
  return OUTAGES.has(group) ? unavailable(error) : error;
}

/** Runs the work and translates what it throws. */
export async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

function unavailable(cause: Error): SolanoError {
  // An AggregateError of all addresses tried has no message of its own.
  const reason = cause.message.trim().split('\n').at(-1) || codeOf(cause);
  return new SolanoError('store_unavailable', `The database is not available: ${reason}`, {
    cause,
  });
}

function codeOf(error: Error): string | undefined {
  return (error as { code?: string }).code;
}

/** The driver's error within Prisma's; that of a COMMIT comes without Prisma's own around it. */
function driverError(error: Error): { originalCode?: string } | undefined {
  const { meta } = error as { meta?: { driverAdapterError?: Error } };
  const outer = error.name === 'DriverAdapterError' ? error : meta?.driverAdapterError;
  return outer?.cause as { originalCode?: string } | undefined;
}
