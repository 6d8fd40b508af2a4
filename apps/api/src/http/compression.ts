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

/** Whether a body may be compressed for the caller. */
export function acceptsCompression(req: Accepting): boolean {
  return acceptedEncodings(req).some(({ name, quality }) => ENCODINGS.has(name) && quality > 0);
}

/** The encoding that the caller prefers, the smaller one of equally good ones; undefined for none. */
export function preferredEncoding(req: Accepting): Encoding | undefined {
  const accepted = acceptedEncodings(req);
  const qualityOf = (encoding: string) =>
    (accepted.find(({ name }) => name === encoding) ?? accepted.find(({ name }) => name === '*'))
      ?.quality ?? 0;
  let preferred: Encoding | undefined;
  for (const each of OFFERED) {
    if (qualityOf(each) > (preferred ? qualityOf(preferred) : 0)) preferred = each;
  }
  return preferred;
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
