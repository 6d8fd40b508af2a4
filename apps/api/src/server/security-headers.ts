import type { RequestHandler } from 'express';
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
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    protect(req, res, next);
  };
}
