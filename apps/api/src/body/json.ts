import { SolanoError } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import type { Request, Response } from 'express';
import type { Callback } from '../authentication/authentication.ts';
import { unsupported } from '../http/http-error.ts';
import { readBytes, requireReadable } from './bytes.ts';
import { requireJsonSize } from './json-size.ts';
import type { BodyLimit } from './limit.ts';

/** A request body: its parsed members, and the UTF-8 text that they were read from. */
export interface JsonBody {
  readonly members: Readonly<Record<string, unknown>>;
  readonly text: Buffer;
  /** False for a body that is some other JSON; `members` is empty then. */
  readonly isObject: boolean;
}

const EMPTY: JsonBody = { members: {}, text: Buffer.from('{}'), isObject: true };
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Escapes that may stand for NUL or a surrogate: only they can bring one into valid UTF-8. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;
/** The character set that a content type declares, quoted or not. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Limits of a JSON body. */
export interface JsonLimits<C> {
  /** Maximum bytes, inflated. */
  readonly maxBytes: (caller: C) => number;
  readonly bodies: BodyLimit;
}

/**
 * Receives the bytes of a JSON body within its limits. Errors: 413, 415,
 * `overloaded`, `invalid_request`.
 */
export function jsonBytes<C extends Caller | Callback | undefined = Caller>({
  maxBytes,
  bodies,
}: JsonLimits<C>) {
  return async (req: Request, res: Response, caller: C): Promise<Buffer> => {
    if (hasBody(req)) requireJson(req, isCallback(caller));
    const { count } = bodies.open(req, res, caller);
    return readBytes(req, maxBytes(caller), (piece) => count(piece.length));
  };
}

function requireJson(req: Request, acceptsGzip: boolean): void {
  const { 'content-type': type = '' } = req.headers;
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  const isRead = req.is('application/json') && /^utf-?8$/i.test(charset);
  if (!isRead) throw unsupported(`media type "${type}" in request`);
  // A proxy's limit counts compressed bytes: only the service itself must stay below it.
  requireReadable(req, acceptsGzip);
}

function isCallback(caller: Caller | Callback | undefined): boolean {
  return caller !== undefined && 'isCallback' in caller;
}

function hasBody(req: Request): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Parses a body; an absent one counts as an empty object. Errors: `invalid_request` for a text that
 * is not JSON, and for more than `maxValues` values.
 *
 * @param maxValues the limit of values, nested ones counted too; unlimited if omitted.
 * @param exactNames names of members whose numbers are returned as their text.
 */
export function parseBody(
  bytes: Buffer,
  { maxValues, exactNames }: { maxValues?: number; exactNames?: ReadonlySet<string> } = {},
): JsonBody {
  if (bytes.length === 0) return EMPTY;
  if (maxValues !== undefined) requireJsonSize(bytes, maxValues);
  const { text, value } = decode(bytes, exactNames && keepSource(exactNames));
  if (SUSPICIOUS.test(text)) requireStorableTexts(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? { members: value as JsonBody['members'], text: withoutMark(bytes), isObject }
    : { ...EMPTY, isObject };
}

/** TypeScript does not know yet that a reviver gets the text of a number. */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A double would lose decimals of the number. */
function keepSource(names: ReadonlySet<string>): Reviver {
  return (name, value, { source }) =>
    typeof value === 'number' && names.has(name) ? source : value;
}

/** Removes a byte order mark, as the decoder does. */
function withoutMark(bytes: Buffer): Buffer {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

function decode(bytes: Buffer, reviver?: Reviver): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]) };
  } catch (cause) {
    throw new SolanoError('invalid_request', 'Request body is not valid JSON.', { cause });
  }
}

/** Rejects texts that neither the database nor a JSON response can hold, however deep they are. */
function requireStorableTexts(root: unknown): void {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') requireStorableText(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        requireStorableText(name);
        left.push(member);
      }
    }
  }
}

function requireStorableText(text: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  const message = 'Request body has a text with a NUL character or half a surrogate pair.';
  throw new SolanoError('invalid_request', message);
}
