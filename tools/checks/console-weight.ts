// Fails where the console has become heavier than it may be. Sizes are those of brotli, as browsers get them.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../apps/console/dist/', import.meta.url));
const KB = 1_000;
const MAX_FIRST_PAGE = 60 * KB;
/** What each further page may add, and the chart to a page that has one: it is loaded once for all. */
const MAX_FURTHER = 25 * KB;
/** Files that are loaded before the first page can be used. */
const FIRST_PAGE = ['index.html', 'src/pages/desk-page.tsx'];
const CHART = 'src/chart/chart.tsx';
const PAGE_WITH_CHART = 'src/pages/prices-page.tsx';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const manifest = JSON.parse(await readFile(`${DIST}.vite/manifest.json`, 'utf8')) as Manifest;
const first = filesOf(FIRST_PAGE);
const firstPage = await weigh(first);
console.log(`console: first page ${kilobytes(firstPage)} of JS and CSS (brotli)`);
if (firstPage > MAX_FIRST_PAGE) fail(`the first page may have ${kilobytes(MAX_FIRST_PAGE)}`);
for (const name of Object.keys(manifest).filter(isPage)) await checkFurther(name, first);
await checkFurther(CHART, filesOf([...FIRST_PAGE, PAGE_WITH_CHART]));

/** Checks what a chunk adds to the files that are loaded already. */
async function checkFurther(name: string, loaded: ReadonlySet<string>): Promise<void> {
  const added = await weigh([...filesOf([name])].filter((file) => !loaded.has(file)));
  console.log(`console: ${name} adds ${kilobytes(added)}`);
  if (added > MAX_FURTHER) fail(`${name} may add ${kilobytes(MAX_FURTHER)}`);
}

/** Whether a chunk is a page: its own, or one that other pages show parts of. */
function isPage(name: string): boolean {
  return name.startsWith('src/pages/') || /^_\w+-.*\.js$/.test(name);
}

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

async function weigh(files: Iterable<string>): Promise<number> {
  const code = [...files].filter((file) => /\.(?:js|css)$/.test(file));
  const sizes = await Promise.all(code.map((file) => stat(`${DIST}${file}.br`)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}

function fail(message: string): void {
  console.error(`console: ${message}`);
  process.exitCode = 1;
}
