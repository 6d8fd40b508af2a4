import { SolanoError } from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import { isReadable, readBytes } from './body-bytes.ts';
import type { BodyLimit } from './body-limit.ts';
import { JsonGauge } from './json-gauge.ts';
import { bytesOf, stateOf } from './state.ts';

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

/** How much there may be in a JSON body. */
export interface JsonLimits {
  /** Bytes, inflated. */
  readonly bytes: (res: Response) => number;
  /** Values, each inside of another one counted, too; a call-back may have any number. */
  readonly values: number;
  readonly bodies: BodyLimit;
}

/** Receives a JSON body as {@link jsonBytes}, and reads it; one that is no JSON is `invalid_request`. */
export function jsonBody(limits: JsonLimits): RequestHandler {
  const receive = jsonBytes(limits);
  return (req, res, next) =>
    receive(req, res, (error?: unknown) => {
      if (error === undefined) stateOf(res).body = parseBody(bytesOf(res));
      next(error);
    });
}

/**
 * Receives a JSON body within its limits. Answers 415 for another content type or encoding. Errors:
 * `invalid_request` for more values or brackets in each other than there may be.
 */
export function jsonBytes({ bytes, values, bodies }: JsonLimits): RequestHandler {
  return async (req, res, next) => {
    if (hasBody(req)) {
      const refusal = refusalOf(req);
      if (refusal !== undefined) return void res.status(415).json({ detail: refusal });
    }
    const count = bodies.open(req, res);
    // What the service itself sends is not gauged: megabytes of it take their time.
    const gauge = stateOf(res).isCallback ? undefined : new JsonGauge(values);
    const body = await readBytes(req, bytes(res), (piece) => {
      count(piece.length);
      gauge?.take(piece);
    });
    stateOf(res).bytes = body;
    next();
  };
}

function refusalOf(req: Request): string | undefined {
  const type = req.headers['content-type'] ?? '';
  if (!req.is('application/json')) return `Unsupported media type "${type}" in request.`;
  return isReadable(req) ? undefined : 'Unsupported content encoding.';
}

function hasBody(req: Request): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Reads a body; none counts as an empty object. Errors: `invalid_request` for what is no JSON. */
export function parseBody(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return EMPTY;
  const { text, value } = decode(bytes);
  if (SUSPICIOUS.test(text)) requireSoundTexts(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? { members: value as JsonBody['members'], text: withoutMark(bytes), isObject }
    : { ...EMPTY, isObject };
}

/** The decoder takes the mark away likewise. */
function withoutMark(bytes: Buffer): Buffer {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

function decode(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
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
