import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { Request } from 'express';
import { tooLarge, unsupported } from '../http/http-error.ts';

/** Rejects a body in an encoding that {@link readBytes} does not read (415); gzip only if it is allowed. */
export function requireReadable(req: Request, acceptsGzip: boolean): void {
  const encoding = encodingOf(req);
  if (encoding === 'identity' || (acceptsGzip && encoding === 'gzip')) return;
  throw unsupported(`content encoding "${req.headers['content-encoding'] ?? ''}" in request`);
}

/**
 * Reads the bytes of a body, inflated; none if there is no body. Limits hold while it is read; the
 * rest of a rejected body is discarded as it comes. Errors: 413, `invalid_request`, and those of
 * `take`.
 *
 * @param max maximum bytes, inflated.
 * @param take receives each piece, inflated.
 */
export async function readBytes(
  req: Request,
  max: number,
  take: (piece: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // A compressed body is nearly always larger once it is inflated.
    if (Number(req.headers['content-length'] ?? 0) > max) throw tooLarge();
    for await (const chunk of piecesOf(req)) {
      bytes += chunk.length;
      if (bytes > max) throw tooLarge();
      take(chunk);
      chunks.push(chunk);
    }
  } catch (error) {
    req.resume();
    // Nobody reads the response to any other error.
    throw isBrokenOff(req) ? incomplete(error) : error;
  }
  return Buffer.concat(chunks);
}

function piecesOf(req: Request): AsyncIterable<Buffer> {
  if (encodingOf(req) === 'gzip') return inflated(req, createGunzip());
  // A handler that stops reading the request still responds to it.
  return req.iterator({ destroyOnReturn: false });
}

async function* inflated(req: Request, inflater: Transform): AsyncGenerator<Buffer> {
  const stop = () => {
    if (!req.complete) inflater.destroy(incomplete());
  };
  req.once('close', stop).pipe(inflater);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch (cause) {
    if (isSolanoError(cause)) throw cause;
    throw new SolanoError('invalid_request', 'Request body is not valid JSON.', { cause });
  } finally {
    req.off('close', stop).unpipe(inflater);
  }
}

/** Whether the caller has broken off, also after the last byte and before that was read. */
function isBrokenOff(req: Request): boolean {
  return req.errored !== null || (req.destroyed && !req.complete);
}

function incomplete(cause?: unknown): SolanoError {
  return new SolanoError('invalid_request', 'Request body is incomplete.', { cause });
}

function encodingOf(req: Request): string {
  return (req.headers['content-encoding'] ?? 'identity').toLowerCase();
}
