import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { Router } from 'express';
import { onlyGet } from '../http/only-get.ts';
import type { Precompressed } from '../http/precompressed.ts';
import { sendPrecompressed, withTag } from '../http/precompressed.ts';

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

interface ConsoleFile extends Precompressed {
  readonly name: string;
}

/**
 * The console at `/`, and its files, whose names change with their content. They are read once and
 * sent as they were compressed when they were built.
 *
 * @param folder built by `tools/generate/console`.
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
  const read = (suffix = '') => readFileSync(join(folder, `${name}${suffix}`));
  return { name, ...withTag(read(), { br: read(ENCODINGS.br), gzip: read(ENCODINGS.gzip) }) };
}

function sendFile(req: Request, res: Response, file: ConsoleFile, caching: string): void {
  res.set({ 'Cache-Control': caching, 'Content-Security-Policy': POLICY });
  sendPrecompressed(req, res.type(extname(file.name)), file);
}
