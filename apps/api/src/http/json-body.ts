import { SolanoError } from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import { isReadable, readBytes } from './body-bytes.ts';
import type { BodyLimit } from './body-limit.ts';
import { requireJsonSize } from './json-size.ts';
import { stateOf } from './state.ts';

/** A request body: its parsed members, and the UTF-8 text that they were read from. */
export interface JsonBody {
  readonly members: Readonly<Record<string, unknown>>;
  readonly text: Buffer;
  /** False for a body that is some other JSON; its members are none. */
  readonly isObject: boolean;
}

const EMPTY: JsonBody = { members: {}, text: Buffer.from('{}'), isObject: true };
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Escapes that may stand for NUL or a surrogate: only they can bring one into valid UTF-8. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/** How large a JSON body may be. */
export interface JsonLimits {
  /** Bytes, inflated. */
  readonly bytes: (res: Response) => number;
  readonly bodies: BodyLimit;
}

/** Receives a JSON body within its limits. Answers 415 for another content type or encoding. */
export function jsonBytes({ bytes, bodies }: JsonLimits): RequestHandler {
  return async (req, res, next) => {
    if (hasBody(req)) {
      const refusal = refusalOf(req, res);
      if (refusal !== undefined) return void res.status(415).json({ detail: refusal });
    }
    const count = bodies.open(req, res);
    stateOf(res).bytes = await readBytes(req, bytes(res), (piece) => count(piece.length));
    next();
  };
}

function refusalOf(req: Request, res: Response): string | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = req.headers;
  if (!req.is('application/json')) return `Unsupported media type "${type}" in request.`;
  // A proxy's limit counts bytes as they are sent: only the service itself has to get below it.
  if (isReadable(req, stateOf(res).isCallback === true)) return undefined;
  return `Unsupported content encoding "${encoding}" in request.`;
}

function hasBody(req: Request): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads a body; none counts as an empty object. Errors: `invalid_request` for what is no JSON, and
 * for more in it than there may be.
 *
 * @param maxValues how many values there may be, each inside of another one counted, too; without
 *   it as much of everything as there is.
 * @param exactNames members of these names that are numbers are given as the text of the number.
 */
export function parseBody(
  bytes: Buffer,
  { maxValues, exactNames }: { maxValues?: number; exactNames?: ReadonlySet<string> } = {},
): JsonBody {
  if (bytes.length === 0) return EMPTY;
  if (maxValues !== undefined) requireJsonSize(bytes, maxValues);
  const { text, value } = decode(bytes, exactNames && keepSource(exactNames));
  if (SUSPICIOUS.test(text)) requireSoundTexts(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? { members: value as JsonBody['members'], text: withoutMark(bytes), isObject }
    : { ...EMPTY, isObject };
}

/** What TypeScript does not know yet: that a reviver is told the text of a number. */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A number is read as a double, in which decimals are lost. */
function keepSource(names: ReadonlySet<string>): Reviver {
  return (name, value, { source }) =>
    typeof value === 'number' && names.has(name) ? source : value;
}

/** The decoder takes the mark away likewise. */
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

/** Refuses texts that neither the database nor a JSON answer can hold, however deep they are. */
function requireSoundTexts(root: unknown): void {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') requireSoundText(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        requireSoundText(name);
        left.push(member);
      }
    }
  }
}

function requireSoundText(text: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  const message = 'Request body has a text with a NUL character or half a surrogate pair.';
  throw new SolanoError('invalid_request', message);
}
