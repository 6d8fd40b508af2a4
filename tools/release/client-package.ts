import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fileAt, type ReleasedFile, tarball, textFile } from './tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'libs/client');
const TSC = join(ROOT, 'node_modules/.bin/tsc');

interface Manifest {
  readonly version: string;
  readonly private: true;
}

/** The name under which npm would store its tarball. */
export async function clientTarballName(): Promise<string> {
  const { version } = await manifest();
  return `solano-client-${version}.tgz`;
}

/** The tarball of the TypeScript client, as `npm pack` lays it out: JavaScript modules and their types. */
export async function clientTarball(): Promise<Buffer> {
  const built = await mkdtemp(join(tmpdir(), 'solano-client-'));
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', SOURCE, '--outDir', built]);
    const files = new Map<string, ReleasedFile>();
    for (const path of await readdir(built, { recursive: true })) {
      if (/\.(?:js|ts)$/.test(path)) files.set(`dist/${path}`, await moduleAt(join(built, path)));
    }
    files.set('package.json', textFile(`${JSON.stringify(await released(), null, 2)}\n`));
    files.set('README.md', await fileAt(SOURCE, 'README.md'));
    files.set('LICENSE', await fileAt(ROOT, 'LICENSE'));
    return await tarball('package', files);
  } finally {
    await rm(built, { recursive: true });
  }
}

/** The compiler leaves the names of sources in declarations. */
async function moduleAt(path: string): Promise<ReleasedFile> {
  const text = await readFile(path, 'utf8');
  return textFile(text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}

/** What the package says of itself outside this repository. */
async function released() {
  const { private: _, ...described } = await manifest();
  const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
  return { ...described, exports: { '.': entry } };
}

async function manifest(): Promise<Manifest> {
  const text = await readFile(join(SOURCE, 'package.json'), 'utf8');
  return JSON.parse(text) as Manifest;
}
