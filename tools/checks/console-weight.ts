// Fails where the console has become heavier than it may be in any language. Sizes are those of gzip, which browsers
// take over plain http too; over TLS they take brotli, which is smaller. The chart's is that of brotli: uPlot alone has
// 23 kB with gzip.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../apps/console/dist/', import.meta.url));
const KB = 1_000;
const MAX_FIRST_PAGE = 60 * KB;
/** What each further page may add, and the chart to a page that has one: it is loaded once for all. */
const MAX_FURTHER = 25 * KB;
/** What the first page loads, with its parts below what is seen first. */
const FIRST_PAGE = [
  'src/main.tsx',
  'src/pages/desk-page.tsx',
  'src/deviation/yesterday.tsx',
  'src/bought/already-bought.tsx',
];
const CHART = 'src/chart/chart.tsx';
const PAGE_WITH_CHART = 'src/pages/prices-page.tsx';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const start = filesOf(await manifestOf('manifest.json'), ['index.html']);
for (const language of ['en', 'es', 'pt']) await checkLanguage(language);

async function checkLanguage(language: string): Promise<void> {
  const manifest = await manifestOf(`manifest-${language}.json`);
  const first = new Set([...start, ...filesOf(manifest, FIRST_PAGE)]);
  const firstPage = await weigh(first);
  console.log(`console in ${language}: first page ${kilobytes(firstPage)} of JS and CSS (gzip)`);
  if (firstPage > MAX_FIRST_PAGE) fail(`the first page may have ${kilobytes(MAX_FIRST_PAGE)}`);
  const checkFurther = async (name: string, loaded: ReadonlySet<string>, suffix = '.gz') => {
    const files = [...filesOf(manifest, [name])].filter((file) => !loaded.has(file));
    const added = await weigh(files, suffix);
    console.log(`console in ${language}: ${name} adds ${kilobytes(added)} (${suffix})`);
    if (added > MAX_FURTHER) fail(`${name} may add ${kilobytes(MAX_FURTHER)}`);
  };
  for (const name of Object.keys(manifest).filter(isPage)) await checkFurther(name, first);
  await checkFurther(CHART, filesOf(manifest, [...FIRST_PAGE, PAGE_WITH_CHART]), '.br');
}

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(`${DIST}.vite/${name}`, 'utf8')) as Manifest;
}

/** Whether a chunk is a page: its own, or one that other pages show parts of. */
function isPage(name: string): boolean {
  return name.startsWith('src/pages/') || /^_\w+-.*\.js$/.test(name);
}

/** Scripts and styles of some chunks and of all that these import. */
function filesOf(
  manifest: Manifest,
  names: readonly string[],
  files = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the console has no chunk ${name}`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    filesOf(manifest, chunk.imports ?? [], files);
  }
  return files;
}

async function weigh(files: Iterable<string>, suffix = '.gz'): Promise<number> {
  const code = [...files].filter((file) => /\.(?:js|css)$/.test(file));
  const sizes = await Promise.all(code.map((file) => stat(`${DIST}${file}${suffix}`)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}

function fail(message: string): void {
  console.error(`console: ${message}`);
  process.exitCode = 1;
}
