import { type Request, type RequestHandler, type Response, Router } from 'express';

export const CACHED_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** Rejects all methods of a path but GET and HEAD. */
export const onlyGet: RequestHandler = (req, res) => {
  res.set('Allow', 'GET, HEAD');
  res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
};

/**
 * Returns a router of pages, which need no key, and a function that adds a page to it.
 *
 * @param count counts a request of an address.
 */
export function pageRouter(count: (req: Request, res: Response) => Promise<void>) {
  const router = Router({ caseSensitive: true });
  const throttle: RequestHandler = async (req, res, next) => {
    await count(req, res);
    next();
  };
  const serve = (path: string, handler: RequestHandler) =>
    router.route(path).all(throttle).get(handler).all(onlyGet);
  return { router, serve };
}

/** The policy of a page that loads everything from this service, scripts and styles from files alone. */
export function contentPolicy({ styles = "'self'", images = "'self'" } = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    `img-src ${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
