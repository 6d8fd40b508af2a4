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

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOfCodePoint(character.codePointAt(0) ?? 0);
  return bytes;
}

/** How many bytes a code point takes in UTF-8. */
function bytesOfCodePoint(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
