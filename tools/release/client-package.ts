import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmComponents, npmNeeds } from './components.ts';
import { readPackageLock } from './package-lock.ts';
import { billOfMaterials } from './sbom.ts';
import { fileAt, type Released, type ReleasedFile, tarball, textFile } from './tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'libs/client');
const TSC = join(ROOT, 'node_modules/.bin/tsc');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly private: true;
}

/** The TypeScript client as its tarball, which npm would name so. */
export async function clientRelease(): Promise<Released> {
  const { version, license } = await manifest();
  const { packages } = await readPackageLock();
  const workspaces = ['libs/client'];
  const needs = npmNeeds(workspaces, packages);
  const component = {
    purl: 'pkg:npm/%40solano/client',
    name: '@solano/client',
    version,
    license,
    needs,
  };
  return {
    name: `solano-client-${version}.tgz`,
    bytes: await clientTarball(),
    bill: billOfMaterials(component, npmComponents(workspaces, packages)),
  };
}

/** As `npm pack` lays it out: JavaScript modules and their types. */
async function clientTarball(): Promise<Buffer> {
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
