import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response, Router } from 'express';
import { CACHED_FOR_A_YEAR, contentPolicy, pageRouter } from '../http/pages.ts';
import type { Precompressed } from '../http/precompressed.ts';
import { precompress, sendPrecompressed, withTag } from '../http/precompressed.ts';
import { documentText } from './document-text.ts';

const MANIFEST = fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Swagger UI sets styles as it draws, and has its icons in the CSS. */
const POLICY = contentPolicy({ styles: "'self' 'unsafe-inline'", images: "'self' data:" });

/** Links are relative, so that the service may be below any path. */
const SCRIPT = `SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
});
`;

/**
 * Serves `/openapi.json`, and `/docs/` that shows it with swagger-ui, all of it from this service.
 *
 * @param count counts a request of an address: these need no key.
 */
export function documentPages(count: (req: Request, res: Response) => Promise<void>): Router {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const { router, serve } = pageRouter(count);
  serve('/openapi.json', async (req, res) => {
    res.set('Cache-Control', 'no-cache');
    sendPrecompressed(req, res.type('json'), await documentText());
  });
  serve('/docs', page(pageText(version)));
  serve('/docs/start.js', (_req, res) => {
    res.type('js').send(SCRIPT);
  });
  for (const name of FILES) {
    // The version is in the path: the content never changes.
    serve(`/docs/${version}/${name}`, async (req, res) => {
      res.set('Cache-Control', CACHED_FOR_A_YEAR);
      sendPrecompressed(req, res.type(extname(name)), await fileOf(name));
    });
  }
  return router;
}

const files = new Map<string, Promise<Precompressed>>();

/** A file of swagger-ui: read and compressed once, when it is first requested. */
function fileOf(name: string): Promise<Precompressed> {
  const isText = extname(name) !== '.png';
  const read =
    files.get(name) ??
    readFile(join(dirname(MANIFEST), name)).then((bytes) => {
      return isText ? precompress(bytes) : withTag(bytes, {});
    });
  files.set(name, read);
  return read;
}

/** The page's links are relative: without the slash they would name another folder. */
function page(text: string): RequestHandler {
  return (req, res) => {
    if (!req.path.endsWith('/')) return res.redirect(308, 'docs/');
    res.set('Content-Security-Policy', POLICY);
    res.type('html').send(text);
  };
}

function pageText(version: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Solano API</title>
    <link rel="icon" type="image/png" href="${version}/favicon-32x32.png">
    <link rel="stylesheet" href="${version}/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="${version}/swagger-ui-bundle.js"></script>
    <script src="start.js"></script>
  </body>
</html>
`;
}
