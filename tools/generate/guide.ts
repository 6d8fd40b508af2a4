// Builds the guide: a page of each file of docs, a search, and a compressed copy of each file beside it.
// Run: node tools/generate/guide.ts [folder]
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, Eleventy, type Markdown, type PageData } from '@11ty/eleventy';
import { build } from 'vite';
import { compressFiles } from './compressed.ts';
import {
  adapt,
  FIRST_PAGE,
  filesOf,
  menuOf,
  OTHER_PAGES,
  type Section,
  titleOf,
} from './guide-pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = join(ROOT, 'apps/guide');
const DIST = resolve(process.argv[2] ?? join(GUIDE, 'dist'));
const ASSETS = join(DIST, 'assets');

// Eleventy reads paths from the current folder.
process.chdir(ROOT);
const docs = globSync('docs/{*,guide/*}.md');
const sources = [...docs, ...Object.keys(OTHER_PAGES)].sort();
const texts = new Map<string, string>();
for (const source of sources) texts.set(source, await readFile(source, 'utf8'));
const files = filesOf(sources);
const titles = new Map([...texts].map(([source, text]) => [source, titleOf(text)]));
const assets = await buildAssets();
const sections = new Map<string, readonly Section[]>();
await new Eleventy('docs', DIST, {
  quietMode: true,
  config: configure,
}).write();
const found = sources
  // Its entries repeat the pages, in the words of each release.
  .filter((source) => source !== 'CHANGELOG.md')
  .flatMap((source) => sections.get(source) ?? []);
writeFileSync(join(DIST, 'search.json'), JSON.stringify(found));
await compressFiles(DIST);

/** Builds the script and the style, and returns their names, which change with their content. */
async function buildAssets(): Promise<{ readonly script: string; readonly style: string }> {
  const built = await build({
    root: GUIDE,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: DIST,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['src/search.ts', 'src/style.css'].map((name) => join(GUIDE, name)),
      },
    },
  });
  const output = 'output' in built ? built.output : [];
  const named = (extension: string) => {
    const name = output.find(({ fileName }) => fileName.endsWith(extension))?.fileName;
    if (name === undefined)
      throw new Error(`Nothing of the guide was built that ends with ${extension}.`);
    return name;
  };
  return { script: named('.js'), style: named('.css') };
}

function configure(configuration: Configuration): void {
  configuration.setLayoutsDirectory('../apps/guide');
  configuration.setTemplateFormats(['md']);
  configuration.ignores.add('docs/decisions/**');
  for (const source of Object.keys(OTHER_PAGES)) {
    configuration.addTemplate(source, texts.get(source) ?? '', { source });
  }
  configuration.addGlobalData('layout', 'layout.njk');
  // Pages are Markdown alone: braces in them are no template's.
  configuration.addGlobalData('templateEngineOverride', 'md');
  const icon = copyAsset('apps/console/src/icon.svg', readFileSync('apps/console/src/icon.svg'));
  configuration.addGlobalData('assets', { ...assets, icon });
  configuration.addGlobalData('menu', menuOf(texts.get(FIRST_PAGE) ?? '', files, titles));
  // Functions would be called for the data; computed data are called with that of each page.
  configuration.addGlobalData('eleventyComputed', () => ({
    permalink: (data: PageData) => files.get(sourceOf(data)),
    file: (data: PageData) => files.get(sourceOf(data)),
    title: (data: PageData) => titles.get(sourceOf(data)),
  }));
  configuration.amendLibrary('md', amend);
}

function sourceOf({ page, source }: PageData): string {
  return source ?? page.inputPath.replace(/^\.\//, '');
}

function amend(markdown: Markdown): void {
  markdown.set({ html: false });
  markdown.core.ruler.push('guide', ({ tokens, env }) => {
    const source = sourceOf(env);
    sections.set(source, adapt(tokens, { source, files, picture }));
  });
  const { rules } = markdown.renderer;
  const { escapeHtml } = markdown.utils;
  // What is wider than the window scrolls in itself, by keyboard too.
  rules.table_open = () =>
    '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, i) =>
    `<pre class="wide" tabindex="0"><code>${escapeHtml(tokens[i]?.content ?? '')}</code></pre>\n`;
}

function picture(path: string) {
  const bytes = readFileSync(path);
  return { src: copyAsset(path, bytes), loading: 'lazy', ...sizeOf(bytes) };
}

/** Copies a file under a name that changes with its content, and returns its address. */
function copyAsset(path: string, bytes: Buffer): string {
  const extension = extname(path);
  const name = `${basename(path, extension)}-${hash('sha256', bytes).slice(0, 8)}${extension}`;
  mkdirSync(ASSETS, { recursive: true });
  writeFileSync(join(ASSETS, name), bytes);
  return `assets/${name}`;
}

/** The size that a PNG says in its first chunk. */
function sizeOf(png: Buffer) {
  return { width: String(png.readUInt32BE(16)), height: String(png.readUInt32BE(20)) };
}
