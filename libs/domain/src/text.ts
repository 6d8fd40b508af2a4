import { SolanoError } from './errors.ts';

/**
 * A text that has to be there and that the database can hold. Errors: `invalid_request`, worded
 * with `what`, for example `query parameter: retailer_id`.
 */
export function requireText(text: string | undefined, what: string): string {
  if (text === undefined || text === '') {
    throw new SolanoError('invalid_request', `Missing required ${what}`);
  }
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new SolanoError('invalid_request', `Unusable text in ${what}`);
  }
  return text;
}
