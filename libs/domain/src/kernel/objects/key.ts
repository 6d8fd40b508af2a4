import { invalidRequest } from '../errors.ts';

/** Bytes: what S3 takes as a key, and what usual file systems take as a name. */
const MAX_KEY_LENGTH = 1024;
const MAX_SEGMENT_LENGTH = 255;

/** Rejects what no {@link ObjectStore} keeps an object under. Errors: `invalid_request`. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw invalidRequest('Not a name that an object can have.');
}

export function isKey(key: string): boolean {
  return key.split('/').every(isSegment) && bytesOf(key) <= MAX_KEY_LENGTH;
}

/** Rejects an invalid prefix: neither empty nor folders. Errors: `invalid_request`. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : '');
}

/** Whether a text can be one segment of a key. */
export function isSegment(text: string): boolean {
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) return false;
  return !text.includes('\0') && !text.includes('/') && bytesOf(text) <= MAX_SEGMENT_LENGTH;
}

/** How many bytes a well-formed text takes in UTF-8. */
function bytesOf(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, ' ').length;
}
