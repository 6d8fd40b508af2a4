// Builds apps/console into its folder dist, once for each language, with a compressed copy of each file beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { compressFiles } from './compressed.ts';
import { oneLanguage } from './one-language.ts';
import { outline } from './outline.ts';

const ROOT = fileURLToPath(new URL('../../apps/console/', import.meta.url));
/** In the order of a text's languages. */
const LANGUAGES = ['en', 'es', 'pt'];
const MAIN = 'src/main.tsx';
/**
 * What pages share comes in few files, by what imports it: the first page at once, the first page after what is seen
 * first, a table of some days. A file of each part would be twenty requests.
 */
const SHARED = Object.entries({
  shared: [MAIN, 'src/pages/desk-page.tsx'],
  later: ['src/deviation/yesterday.tsx', 'src/bought/already-bought.tsx'],
  tables: ['src/ui/days.tsx', 'src/ui/details.tsx', 'src/table/save-csv.ts'],
}).map(([name, paths]) => ({ name, roots: paths.map((path) => join(ROOT, path)) }));
/** What pages of one subject share beside that, and no other page needs. */
const SUBJECT = /console\/src\/(keys|purchase-form|purchases|scores)\//;
const BUILDS = 'virtual:builds';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const manifests: (readonly [language: string, Manifest])[] = [];
for (const [index, language] of LANGUAGES.entries()) {
  await buildPages(language, index);
  const text = await readFile(join(ROOT, 'dist', manifestOf(language)), 'utf8');
  manifests.push([language, JSON.parse(text) as Manifest]);
}
await build(
  configOf({ plugins: [builds(manifests)], build: { emptyOutDir: false, manifest: true } }),
);
await compressFiles(join(ROOT, 'dist'));

/** Builds all but the first script, in one language. */
async function buildPages(language: string, index: number): Promise<void> {
  await build(
    configOf({
      plugins: [outline, oneLanguage(index)],
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        emptyOutDir: index === 0,
        manifest: manifestOf(language),
        rolldownOptions: {
          input: join(ROOT, MAIN),
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: (id, modules) =>
                    SHARED.find(({ roots }) => withImports(modules, roots).has(id))?.name ??
                    SUBJECT.exec(id)?.[1] ??
                    'more',
                  debugName: 'shared',
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    }),
  );
}

function manifestOf(language: string): string {
  return `.vite/manifest-${language}.json`;
}

function configOf(own: InlineConfig): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    // Relative, so that the service may be below any path.
    base: './',
    logLevel: 'warn',
    ...own,
    build: {
      target: 'es2022',
      outDir: 'dist',
      modulePreload: { polyfill: false },
      // The policy allows no data: URLs but for pictures.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      ...own.build,
    },
  };
}

/** The files of each language as a module, and links to the styles that all share. */
function builds(all: typeof manifests): Plugin {
  const files = all.map(([language, manifest]) => {
    const { file, css = [], imports = [] } = chunkOf(manifest, MAIN);
    const imported = imports.map((name) => chunkOf(manifest, name));
    const styles = [...css, ...imported.flatMap((each) => each.css ?? [])];
    return { language, script: file, imports: imported.map((each) => each.file), styles };
  });
  const styles = new Set(files.flatMap((each) => each.styles));
  const table = files.map(({ language, script, imports }) => [language, { script, imports }]);
  return {
    name: 'builds',
    resolveId: (id) => (id === BUILDS ? `\0${BUILDS}` : undefined),
    load: (id) =>
      id === `\0${BUILDS}`
        ? `export const builds = ${JSON.stringify(Object.fromEntries(table))};`
        : undefined,
    transformIndexHtml: () =>
      Array.from(styles, (href) => ({
        tag: 'link',
        attrs: { rel: 'stylesheet', href: `./${href}` },
        injectTo: 'head',
      })),
  };
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the console has no chunk ${name}`);
  return chunk;
}

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
