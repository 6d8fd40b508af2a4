/**
 * Slices of a JSON text that is known to be valid: callers' JSON is stored to the letter, and large
 * parts are not serialised again. They work on bytes, which are read faster than the characters of
 * a large string; in UTF-8 no part of a longer character looks like any of the signs.
 */

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];

/** Returns the text of an object's member; of the last one if the name is repeated, as JSON.parse does. */
export function memberText(object: Buffer, name: string): Buffer | undefined {
  let found: Buffer | undefined;
  let at = skipSpace(object, skipSpace(object, 0) + 1);
  while (object[at] === QUOTE) {
    const keyEnd = endOfString(object, at);
    const start = skipSpace(object, skipSpace(object, keyEnd) + 1);
    const end = endOfValue(object, start);
    if (JSON.parse(object.toString('utf8', at, keyEnd)) === name) {
      found = object.subarray(start, end);
    }
    at = nextAfterComma(object, end);
  }
  return found;
}

/** Returns the texts of an array's elements. */
export function elementTexts(array: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  let at = skipSpace(array, skipSpace(array, 0) + 1);
  while (at < array.length && array[at] !== CLOSE_BRACKET) {
    const end = endOfValue(array, at);
    elements.push(array.subarray(at, end));
    at = nextAfterComma(array, end);
  }
  return elements;
}

function nextAfterComma(text: Buffer, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === COMMA ? skipSpace(text, next + 1) : next;
}

function skipSpace(text: Buffer, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** Returns the index after the string that starts at `start`. */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1;
  while (text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfValue(text: Buffer, start: number): number {
  const first = text[start];
  if (first === QUOTE) return endOfString(text, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNest(text, start);
  let at = start;
  while (at < text.length && !endsNumber(text[at])) at += 1;
  return at;
}

function endOfNest(text: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const byte = text[at];
    if (byte === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** Whether the byte ends a number or one of the three words. */
function endsNumber(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
