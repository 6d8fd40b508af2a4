import type { Request, Response, Router } from 'express';
import { readBuiltFiles, sendBuiltFile } from '../http/built-files.ts';
import { pageRouter } from '../http/pages.ts';

const PATH = '/docs/guide';
const FIRST_PAGE = 'index.html';

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
    serve(`${PATH}/${file.name}`, (req, res) => sendBuiltFile(req, res, file));
    if (file.name === FIRST_PAGE) {
      serve(PATH, (req, res) => {
        // Its links are relative: without the slash they would name another folder.
        if (req.path.endsWith('/')) sendBuiltFile(req, res, file);
        else res.redirect(308, 'guide/');
      });
    }
  }
  return router;
}
