import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** Smaller bodies gain nothing: they fit into some packets. */
const MIN_BYTES = 8 * 1024;
const ENCODINGS = new Set(['br', 'gzip', 'deflate', '*']);

/**
 * Compresses bodies above 8 KB and streams, if the caller accepts it; in the threads of zlib.
 * Compressed content, such as a ZIP, stays as it is.
 */
export function compress(): RequestHandler {
  return compression({
    threshold: MIN_BYTES,
    filter(req, res) {
      const isCompressible = compression.filter(req, res);
      // A HEAD is not compressed, so the length of the compressed GET is unknown.
      if (req.method === 'HEAD' && isCompressible && acceptsCompression(req)) leaveOutLength(res);
      return isCompressible;
    },
  });
}

/** Whether a body may be compressed for the caller. */
export function acceptsCompression({ headers }: Pick<Request, 'headers'>): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
  return accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
    return ENCODINGS.has(name) && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
}

function leaveOutLength(res: Pick<Response, 'getHeader' | 'removeHeader'>): void {
  if (Number(res.getHeader('Content-Length') ?? 0) >= MIN_BYTES) res.removeHeader('Content-Length');
}
