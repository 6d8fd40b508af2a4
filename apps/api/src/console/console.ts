import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@solano/domain/kernel';
import type { Request, Response, Router } from 'express';
import { CACHED_FOR_A_YEAR, contentPolicy, pageRouter } from '../http/pages.ts';
import { type Precompressed, sendPrecompressed, withTag } from '../http/precompressed.ts';

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
const PAGE = 'index.html';
const ASSETS = 'assets';
const POLICY = contentPolicy();

interface ConsoleFile extends Precompressed {
  readonly name: string;
}

/** The folder of the built console; an installation without its tools serves the API alone. */
export function findConsole(log: Log): string | undefined {
  const folder = fileURLToPath(new URL('../../../console/dist', import.meta.url));
  if (existsSync(folder)) return folder;
  log.warn({ folder }, 'the console is not built: run tools/generate/console');
  return undefined;
}

/**
 * Serves the console at `/`, and its files, whose names change with their content. They are read
 * once and sent in their compressed form of the build.
 *
 * @param folder built by `tools/generate/console`.
 * @param count counts a request of an address: these need no key.
 */
export function consolePages(
  folder: string,
  count: (req: Request, res: Response) => Promise<void>,
): Router {
  const { router, serve } = pageRouter(count);
  const serveFile = (path: string, name: string, caching: string) => {
    const file = readFile(folder, name);
    serve(path, (req, res) => sendFile(req, res, file, caching));
  };
  serveFile('/', PAGE, 'no-cache');
  for (const name of readdirSync(join(folder, ASSETS)))
    if (!isCompressed(name))
      serveFile(`/${ASSETS}/${name}`, `${ASSETS}/${name}`, CACHED_FOR_A_YEAR);
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
