import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Nearly as small as with 11, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A body that never changes, with its compressed forms: no request compresses it. */
export interface Precompressed {
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
  readonly etag: string;
}

/** Compresses a body, in the threads of zlib. */
export async function precompress(bytes: Buffer): Promise<Precompressed> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, BROTLI),
    promisify(gzip)(bytes),
  ]);
  return withTag(bytes, { br, gzip: gz });
}

/** A body with its compressed forms. */
export function withTag(bytes: Buffer, compressed: Precompressed['compressed']): Precompressed {
  return { bytes, compressed, etag: `W/"${hash('sha256', bytes, 'base64url')}"` };
}

/** Sends the form that the caller accepts, or 304 if the caller has it cached. */
export function sendPrecompressed(
  req: Request,
  res: Response,
  { bytes, compressed, etag }: Precompressed,
): void {
  res.set('ETag', etag).vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const encoding = req.acceptsEncodings(...Object.keys(compressed), 'identity');
  const body = encoding === 'br' || encoding === 'gzip' ? compressed[encoding] : undefined;
  if (body) res.set('Content-Encoding', String(encoding));
  res.send(body ?? bytes);
}
