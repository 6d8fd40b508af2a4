import { SolanoError } from '@solano/domain/kernel';

/** The maximum nesting of arrays and objects. */
const MAX_DEPTH = 100;
/** The maximum number of different member names: more than a year has quarter hours. */
const MAX_NAMES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = [0x5b, 0x7b] as const;
const CLOSING = [0x5d, 0x7d] as const;
const SPACE = 0x20;

/**
 * Limits the values, member names and nesting of a JSON text before it is parsed: parsing millions
 * of them takes much time and memory. Values are counted by commas and opening brackets, which is
 * one too few, and one too many for each empty array or object. A malformed text is counted in the
 * same way: parsers stop at its first error. Errors: `invalid_request`.
 */
export function requireJsonSize(json: Uint8Array, maxValues: number): void {
  // Hashes of names: two names with the same hash count as one, which rejects no valid text.
  const names = new Set<number>();
  let values = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      const start = at;
      at = endOfString(json, at);
      if (isName(json, at)) names.add(hashOf(json, start, at));
      if (names.size > MAX_NAMES) throw rejection('different names', MAX_NAMES);
    } else if (byte === COMMA || byte === OPENING[0] || byte === OPENING[1]) {
      values += 1;
      if (values > maxValues) throw rejection('values', maxValues);
      if (byte !== COMMA) depth += 1;
      if (depth > MAX_DEPTH) throw tooDeep();
    } else if (byte === CLOSING[0] || byte === CLOSING[1]) depth -= 1;
  }
}

/** Returns the index of the quote that ends the string, or the length of the text. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isName(json: Uint8Array, end: number): boolean {
  let at = end + 1;
  // White space, and other control characters, which JSON rejects anyway.
  while (at < json.length && (json[at] as number) <= SPACE) at += 1;
  return json[at] === COLON;
}

/** Returns the FNV-1a hash of a name. */
function hashOf(json: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (json[at] as number), 0x01000193);
  }
  return hash;
}

function tooDeep(): SolanoError {
  return new SolanoError('invalid_request', 'Request body is nested too deeply.');
}

function rejection(what: string, max: number): SolanoError {
  return new SolanoError('invalid_request', `Request body holds more than ${max} ${what}.`);
}
