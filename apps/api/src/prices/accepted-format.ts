import { notAcceptable } from '../http/http-error.ts';
import type { RequestMetadata } from '../http/request.ts';
import { preferredType } from './accept.ts';

/** Types with their character set: Express would add none to bytes. */
export const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };
export const VARY = { Vary: 'Accept' };

/** What the `Accept` header asks for. Errors: 406. */
export function acceptedFormat({ header }: RequestMetadata): 'json' | 'csv' {
  const type = preferredType(header('accept'), ['application/json', 'text/csv']);
  if (type) return type === 'text/csv' ? 'csv' : 'json';
  throw notAcceptable();
}
