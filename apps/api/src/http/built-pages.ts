import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@solano/domain/kernel';
import type { Request, Response, Router } from 'express';
import { CACHED_FOR_A_YEAR, contentPolicy, pageRouter } from './pages.ts';
import { type Precompressed, sendPrecompressed, withTag } from './precompressed.ts';

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
/** Files in this folder have names that change with their content. */
const ASSETS = 'assets/';
const FIRST_PAGE = 'index.html';
const GUIDE_PATH = '/docs/guide';
const POLICY = contentPolicy();

/** A file of a folder that a tool has built, with its compressed forms where it has some. */
interface BuiltFile extends Precompressed {
  /** Path in the folder. */
  readonly name: string;
}

/** The folder of the built console or guide; an installation without its tools serves the API alone. */
export function findBuilt(name: 'console' | 'guide', log: Log): string | undefined {
  const folder = fileURLToPath(new URL(`../../../${name}/dist`, import.meta.url));
  if (existsSync(folder)) return folder;
  log.warn({ folder }, `the ${name} is not built: run tools/generate/${name}`);
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
  for (const file of readBuiltFiles(folder)) {
    const path = file.name === FIRST_PAGE ? '/' : `/${file.name}`;
    serve(path, (req, res) => sendBuiltFile(req, res, file));
  }
  return router;
}

/**
 * Serves the guide at `/docs/guide/`. Its files are read once and sent in their compressed form of the build.
 *
 * @param folder built by `tools/generate/guide`.
 * @param count counts a request of an address: these need no key.
 */
export function guidePages(
  folder: string,
  count: (req: Request, res: Response) => Promise<void>,
): Router {
  const { router, serve } = pageRouter(count);
  for (const file of readBuiltFiles(folder)) {
    serve(`${GUIDE_PATH}/${file.name}`, (req, res) => sendBuiltFile(req, res, file));
    if (file.name === FIRST_PAGE) {
      serve(GUIDE_PATH, (req, res) => {
        // Its links are relative: without the slash they would name another folder.
        if (req.path.endsWith('/')) sendBuiltFile(req, res, file);
        else res.redirect(308, 'guide/');
      });
    }
  }
  return router;
}

/** Reads the files of a built folder, at most one folder deep. */
function readBuiltFiles(folder: string): readonly BuiltFile[] {
  const names = ['', ASSETS].flatMap((part) => {
    const entries = readdirSync(join(folder, part), { withFileTypes: true });
    return entries.filter((each) => each.isFile()).map((each) => `${part}${each.name}`);
  });
  const all = new Set(names);
  return names
    .filter((name) => !isCompressed(name))
    .map((name) => readBuiltFile(folder, name, all));
}

/** Sends a file, which may load others from the same folder alone. */
function sendBuiltFile(req: Request, res: Response, file: BuiltFile): void {
  const caching = file.name.startsWith(ASSETS) ? CACHED_FOR_A_YEAR : 'no-cache';
  res.set({ 'Cache-Control': caching, 'Content-Security-Policy': POLICY });
  sendPrecompressed(req, res.type(extname(file.name)), file);
}

function isCompressed(name: string): boolean {
  return Object.values(ENCODINGS).includes(extname(name) as never);
}

function readBuiltFile(folder: string, name: string, names: ReadonlySet<string>): BuiltFile {
  const read = (suffix = '') => readFileSync(join(folder, `${name}${suffix}`));
  const compressed = names.has(`${name}${ENCODINGS.br}`)
    ? { br: read(ENCODINGS.br), gzip: read(ENCODINGS.gzip) }
    : {};
  return { name, ...withTag(read(), compressed) };
}
