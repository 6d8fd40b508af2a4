/**
 * Slices of a JSON text that is known to be valid: what a caller sent is kept as it was sent, and
 * large parts are not written anew.
 */

/** The text of an object's member; of the last one where the name is repeated, as JSON.parse. */
export function memberText(object: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipSpace(object, skipSpace(object, 0) + 1);
  while (object.charAt(at) === '"') {
    const keyEnd = endOfString(object, at);
    const start = skipSpace(object, skipSpace(object, keyEnd) + 1);
    const end = endOfValue(object, start);
    if (JSON.parse(object.slice(at, keyEnd)) === name) found = object.slice(start, end);
    at = nextAfterComma(object, end);
  }
  return found;
}

/** The texts of an array's elements. */
export function elementTexts(array: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(array, skipSpace(array, 0) + 1);
  while (at < array.length && array.charAt(at) !== ']') {
    const end = endOfValue(array, at);
    elements.push(array.slice(at, end));
    at = nextAfterComma(array, end);
  }
  return elements;
}

function nextAfterComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text.charAt(next) === ',' ? skipSpace(text, next + 1) : next;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
}

/** The index behind the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** Whether an odd number of backslashes stands before the index. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function endOfValue(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  if (first === '{' || first === '[') return endOfNest(text, start);
  const delimiter = /[,}\]\s]|$/g;
  delimiter.lastIndex = start;
  return delimiter.exec(text)?.index ?? text.length;
}

function endOfNest(text: string, start: number): number {
  const mark = /["{}[\]]/g;
  let depth = 0;
  let at = start;
  do {
    mark.lastIndex = at;
    const { 0: found, index } = mark.exec(text) as RegExpExecArray;
    if (found === '"') {
      at = endOfString(text, index);
    } else {
      depth += found === '{' || found === '[' ? 1 : -1;
      at = index + 1;
    }
  } while (depth > 0);
  return at;
}
