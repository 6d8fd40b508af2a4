import type { Request, Response, Router } from 'express';
import { readBuiltFiles, sendBuiltFile } from '../http/built-files.ts';
import { pageRouter } from '../http/pages.ts';

const PAGE = 'index.html';

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
    const path = file.name === PAGE ? '/' : `/${file.name}`;
    serve(path, (req, res) => sendBuiltFile(req, res, file));
  }
  return router;
}
