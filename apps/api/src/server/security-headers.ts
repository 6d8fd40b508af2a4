import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 365 * 24 * 3_600;

/**
 * Sets headers on every response that have browsers load and cache nothing. A page that loads
 * something, or a file that may be cached, sets its own `Content-Security-Policy` or
 * `Cache-Control`.
 *
 * @param secure the service is reached by https alone.
 */
export function securityHeaders({ secure }: { readonly secure: boolean }): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure && { maxAge: YEAR_SECONDS },
    xFrameOptions: { action: 'deny' },
  });
  const headers = new Map([['Cache-Control', 'no-store']]);
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
  // They are the same for every response.
  protect({} as Request, recorder as unknown as Response, () => {});
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
