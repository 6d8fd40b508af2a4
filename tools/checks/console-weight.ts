// Fails where the console has become heavier than it may be. Sizes are those of gzip.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../apps/console/dist/', import.meta.url));
const KB = 1_000;
const MAX_FIRST_PAGE = 52 * KB;
/** Twelve pages, each with its texts in three languages; beside the first page none loads more than 40 kB. */
const MAX_ALL = 136 * KB;
/** Files that are loaded before the first page can be used. */
const FIRST_PAGE = ['index.html', 'src/pages/desk-page.tsx'];

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const manifest = JSON.parse(await readFile(`${DIST}.vite/manifest.json`, 'utf8')) as Manifest;
const firstPage = await weigh(filesOf(FIRST_PAGE));
const all = await weigh(filesOf(Object.keys(manifest)));
console.log(
  `console: first page ${kilobytes(firstPage)}, all ${kilobytes(all)} of JS and CSS (gzip)`,
);
if (firstPage > MAX_FIRST_PAGE) fail(`the first page may have ${kilobytes(MAX_FIRST_PAGE)}`);
if (all > MAX_ALL) fail(`all pages may have ${kilobytes(MAX_ALL)}`);

/** Scripts and styles of some chunks and of all that these import. */
function filesOf(names: readonly string[], files = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the console has no chunk ${name}`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    filesOf(chunk.imports ?? [], files);
  }
  return files;
}

async function weigh(files: ReadonlySet<string>): Promise<number> {
  const code = [...files].filter((file) => /\.(?:js|css)$/.test(file));
  const sizes = await Promise.all(code.map((file) => stat(`${DIST}${file}.gz`)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}

function fail(message: string): void {
  console.error(`console: ${message}`);
  process.exitCode = 1;
}
