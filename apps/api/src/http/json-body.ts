import { SolanoError } from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import { isReadable, readBytes } from './body-bytes.ts';
import type { BodyLimit } from './body-limit.ts';
import { stateOf } from './state.ts';

/** A request body: its parsed members, and the text that they were read from. */
export interface JsonBody {
  readonly members: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** False for a body that is some other JSON; its members are none. */
  readonly isObject: boolean;
}

const EMPTY: JsonBody = { members: {}, text: '{}', isObject: true };
const decoder = new TextDecoder('utf-8', { fatal: true });
/** Escapes that may stand for NUL or a surrogate: only they can bring one into valid UTF-8. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/**
 * Reads a JSON body of at most `limit` bytes, inflated. Answers 415 for another content type or
 * encoding; a body that is no JSON is `invalid_request`. No body counts as an empty object.
 */
export function jsonBody(limit: (res: Response) => number, bodies: BodyLimit): RequestHandler {
  return async (req, res, next) => {
    if (hasBody(req)) {
      const refusal = refusalOf(req);
      if (refusal !== undefined) return void res.status(415).json({ detail: refusal });
    }
    stateOf(res).body = parseBody(await readBytes(req, limit(res), bodies.open(req, res)));
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

function parseBody(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return EMPTY;
  const { text, value } = decode(bytes);
  if (SUSPICIOUS.test(text)) requireSoundTexts(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? { members: value as JsonBody['members'], text, isObject }
    : { ...EMPTY, isObject };
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
