// Fails where what a production installation keeps has become heavier than it may be. It is weighed in the full
// installation, by the marks of the lock file that `npm ci --omit=dev` and `--omit=peer` follow.
import { lstat, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isKept, type Lock } from './kept-packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MB = 2 ** 20;
const MAX_MB = { 'with Temporal': 600, 'without Temporal': 430 };

const lock = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8')) as Lock;
await check('with Temporal', ['dev']);
await check('without Temporal', ['dev', 'peer']);

async function check(name: keyof typeof MAX_MB, omitted: readonly ('dev' | 'peer')[]) {
  const counted = new Set<number>();
  const megabytes = (await weigh('node_modules', true)) / MB;
  console.log(`installation ${name}: ${megabytes.toFixed(0)} MB`);
  if (megabytes <= MAX_MB[name]) return;
  console.error(`installation ${name}: it may have ${MAX_MB[name]} MB`);
  process.exitCode = 1;

  /** Bytes on the disk of a folder and all that is kept in it. */
  async function weigh(folder: string, isFolderKept: boolean): Promise<number> {
    let bytes = 0;
    for (const entry of await readdir(`${ROOT}${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (path === 'node_modules/.cache') continue;
      const isEntryKept = isKept(lock, path, omitted) ?? isFolderKept;
      if (entry.isDirectory()) {
        const mayHoldKept = isEntryKept || isFolderOfPackages(path);
        if (mayHoldKept) bytes += await weigh(path, isEntryKept);
        else bytes += await weighNested(path);
      } else if (isEntryKept) bytes += await sizeOf(path);
    }
    return bytes;
  }

  /** A package that is left out may have packages in it that are kept. */
  async function weighNested(path: string): Promise<number> {
    const nested = `${path}/node_modules`;
    return lstat(`${ROOT}${nested}`).then(
      () => weigh(nested, false),
      () => 0,
    );
  }

  /** A file with several names counts once. */
  async function sizeOf(path: string): Promise<number> {
    const { ino, blocks } = await lstat(`${ROOT}${path}`);
    if (counted.has(ino)) return 0;
    counted.add(ino);
    return blocks * 512;
  }
}

function isFolderOfPackages(path: string): boolean {
  return /(?:^|\/)(?:node_modules|@[^/]+)$/.test(path);
}
