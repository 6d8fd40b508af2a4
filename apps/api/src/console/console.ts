import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { Router } from 'express';
import { onlyGet } from '../http/only-get.ts';

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
const PAGE = 'index.html';
const ASSETS = 'assets';

/** Everything comes from here, scripts and styles from files alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A file of the console with its compressed forms. */
interface ConsoleFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<keyof typeof ENCODINGS, Buffer>>>;
  readonly etag: string;
}

/**
 * The console at `/`, and its files, whose names change with their content. They are read once and
 * sent as they were compressed when they were built.
 *
 * @param folder what `tools/generate/console` has built.
 * @param count counts a request of an address: these need no key.
 */
export function consolePages(
  folder: string,
  count: (req: Request, res: Response) => Promise<void>,
): Router {
  const router = Router({ caseSensitive: true });
  const throttle: RequestHandler = async (req, res, next) => {
    await count(req, res);
    next();
  };
  const serve = (path: string, file: ConsoleFile, caching: string) =>
    router
      .route(path)
      .all(throttle)
      .get((req, res) => sendFile(req, res, file, caching))
      .all(onlyGet);
  serve('/', readFile(folder, PAGE), 'no-cache');
  for (const name of readdirSync(join(folder, ASSETS)))
    if (!isCompressed(name))
      serve(`/${ASSETS}/${name}`, readFile(folder, `${ASSETS}/${name}`), FOR_A_YEAR);
  return router;
}

function isCompressed(name: string): boolean {
  return Object.values(ENCODINGS).includes(extname(name) as never);
}

function readFile(folder: string, name: string): ConsoleFile {
  const bytes = readFileSync(join(folder, name));
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return {
    name,
    bytes,
    compressed: {
      br: readFileSync(join(folder, `${name}${ENCODINGS.br}`)),
      gzip: readFileSync(join(folder, `${name}${ENCODINGS.gzip}`)),
    },
    etag: `W/"${digest}"`,
  };
}

function sendFile(req: Request, res: Response, file: ConsoleFile, caching: string): void {
  res.set({ 'Cache-Control': caching, ETag: file.etag, 'Content-Security-Policy': POLICY });
  res.vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const encoding = req.acceptsEncodings('br', 'gzip', 'identity');
  const compressed =
    encoding === 'br' || encoding === 'gzip' ? file.compressed[encoding] : undefined;
  if (compressed) res.set('Content-Encoding', String(encoding));
  res.type(extname(file.name)).send(compressed ?? file.bytes);
}
