import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { Router } from 'express';
import { onlyGet } from '../http/only-get.ts';
import type { OpenApiDocument } from './document.ts';

const MANIFEST = fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** Everything comes from here; swagger-ui sets styles as it draws and has its icons in the CSS. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Relative, so that the service may be below any path. */
const SCRIPT = `SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
});
`;

/**
 * `/openapi.json`, and `/docs/` that shows it with swagger-ui, all of it from this service.
 *
 * @param count counts a request of an address: these need no key.
 */
export function documentPages(
  document: () => OpenApiDocument,
  count: (req: Request, res: Response) => Promise<void>,
): Router {
  let text: string | undefined;
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const router = Router({ caseSensitive: true });
  const throttle: RequestHandler = async (req, res, next) => {
    await count(req, res);
    next();
  };
  const serve = (path: string, handler: RequestHandler) =>
    router.route(path).all(throttle).get(handler).all(onlyGet);
  serve('/openapi.json', (_req, res) => {
    // To make it takes longer than the rest of the start.
    text ??= JSON.stringify(document());
    res.type('json').send(text);
  });
  serve('/docs', page(pageText(version)));
  serve('/docs/start.js', (_req, res) => {
    res.type('js').send(SCRIPT);
  });
  for (const name of FILES) {
    // The version is in the path: what is there never changes.
    serve(`/docs/${version}/${name}`, (_req, res) => {
      res.set('Cache-Control', FOR_A_YEAR);
      // A part of a file cannot be compressed for itself.
      const whole = { cacheControl: false, acceptRanges: false };
      res.sendFile(name, { root: dirname(MANIFEST), ...whole });
    });
  }
  return router;
}

/** What the page names is relative: without its slash it is another folder. */
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
