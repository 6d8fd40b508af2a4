import { isSolanoError, SolanoError } from '@solano/domain/kernel';

/** Others come between as often only where something is wrong: each of them has changed the record. */
const MAX_ATTEMPTS = 200;

/**
 * Repeats a change that is written only where nobody else has changed the record since it was read.
 *
 * @param attempt returns undefined where somebody has.
 * @param record what is changed, in the error. Errors: `overloaded` where others always come between.
 */
export async function contendedChange<Result>(
  record: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new SolanoError('overloaded', `The ${record} was changed concurrently; try again.`);
}

/** Runs an insertion of a number that another may have taken meanwhile: undefined then. */
export async function unlessTaken<Result>(
  insert: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await insert();
  } catch (error) {
    if (isSolanoError(error, 'already_exists')) return undefined;
    throw error;
  }
}
