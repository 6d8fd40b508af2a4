// Builds apps/console into its folder dist, with a compressed copy of each file beside it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressFiles } from './compressed.ts';
import { outline } from './outline.ts';

const ROOT = fileURLToPath(new URL('../../apps/console/', import.meta.url));
/** A part of the first page, and the page behind it: loaded together, after what is seen first. */
const DEVIATION = /console\/src\/(?:deviation\/|pages\/deviation-page)/;
/** What the pages of keys and of customers share, and no other page needs. */
const KEYS = /console\/src\/keys\//;
const FIRST_PAGE = ['src/main.tsx', 'src/pages/desk-page.tsx'].map((path) => join(ROOT, path));

await build({
  root: ROOT,
  configFile: false,
  // Relative, so that the service may be below any path.
  base: './',
  logLevel: 'warn',
  plugins: [outline],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The policy allows no data: URLs but for pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // What pages share comes in two files, as the first page needs it or not: a file of each part would be
        // twenty requests.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: (id, modules) => (withImports(modules, FIRST_PAGE).has(id) ? 'shared' : 'more'),
              debugName: 'shared',
              minShareCount: 2,
              test: (id) => !DEVIATION.test(id) && !KEYS.test(id),
            },
            { name: 'deviation', test: DEVIATION },
            { name: 'keys', test: KEYS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Some modules and all that they import. */
function withImports(modules: Modules, ids: readonly string[], found = new Set<string>()) {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    withImports(modules, modules.getModuleInfo(id)?.importedIds ?? [], found);
  }
  return found;
}

await compressFiles(join(ROOT, 'dist'));
