import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** Smaller bodies gain nothing: they fit into some packets. */
export const MIN_COMPRESSED_BYTES = 8 * 1024;
const ENCODINGS = new Set(['br', 'gzip', 'deflate', '*']);

/** The encodings of bodies in memory, of which the first is the smallest. */
const OFFERED = ['br', 'gzip'] as const;
export type Encoding = (typeof OFFERED)[number];

/**
 * Compresses bodies above 8 KB and streams, if the caller accepts it; in the threads of zlib.
 * Compressed content, such as a ZIP, stays as it is.
 */
export function compress(): RequestHandler {
  return compression({
    threshold: MIN_COMPRESSED_BYTES,
    filter(req, res) {
      const isCompressible = compression.filter(req, res);
      // A HEAD is not compressed, so the length of the compressed GET is unknown.
      if (req.method === 'HEAD' && isCompressible && acceptsCompression(req)) leaveOutLength(res);
      return isCompressible;
    },
  });
}

type Accepting = Pick<Request, 'headers'>;

/** Whether a body may be compressed for the caller, who does not like a plain one better. */
export function acceptsCompression(req: Accepting): boolean {
  const accepted = acceptedEncodings(req);
  const plain = qualityOf('identity', accepted);
  return accepted.some(({ name, quality }) => {
    return ENCODINGS.has(name) && quality > 0 && quality >= plain;
  });
}

/** The encoding that the caller prefers, the smaller one of equally good ones; undefined for none. */
export function preferredEncoding(req: Accepting): Encoding | undefined {
  if (!acceptsCompression(req)) return undefined;
  const accepted = acceptedEncodings(req);
  const any = qualityOf('*', accepted);
  let preferred: Encoding | undefined;
  let best = 0;
  for (const each of OFFERED) {
    const quality = qualityOf(each, accepted, any);
    if (quality > best) [preferred, best] = [each, quality];
  }
  return preferred;
}

function qualityOf(encoding: string, accepted: readonly Accepted[], unnamed = 0): number {
  return accepted.find(({ name }) => name === encoding)?.quality ?? unnamed;
}

interface Accepted {
  readonly name: string;
  readonly quality: number;
}

function acceptedEncodings({ headers }: Accepting): Accepted[] {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return [];
  return String(accepted)
    .toLowerCase()
    .split(',')
    .map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
    });
}

function leaveOutLength(res: Pick<Response, 'getHeader' | 'removeHeader'>): void {
  if (Number(res.getHeader('Content-Length') ?? 0) >= MIN_COMPRESSED_BYTES) {
    res.removeHeader('Content-Length');
  }
}
