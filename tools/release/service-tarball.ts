import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmComponents, npmNeeds } from './components.ts';
import { type LockedPackage, productionPackages, readPackageLock } from './package-lock.ts';
import { billOfMaterials } from './sbom.ts';
import {
  fileAt,
  type Released,
  type ReleasedFile,
  type ReleasedFiles,
  tarball,
  textFile,
} from './tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The parts of the service: what they do not need is not released. */
export const APPS = ['apps/api', 'apps/cli', 'apps/worker'];
/** Console and guide are released as they are built: with parts of their packages in them. */
export const BUILT_IN = [...APPS, 'apps/console', 'apps/guide'];
const ENTRIES = /^(?:apps\/(?:api|cli|worker)|libs|prisma|deploy|docs)\//;
const FOR_DEVELOPMENT =
  /\.(?:test|bench)\.tsx?$|\/(?:e2e|test|contracts)\/|(?:^|\/)tsconfig[^/]*\.json$/;
/** What the documents name, too. */
const OTHERS = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'SECURITY.md',
  'clients/python/notebooks/first-look.ipynb',
  'compose.yaml',
  'tools/install/compile-cache.sh',
  'tools/install/lock.sh',
  'tools/install/trim',
];
/** Made from the sources by tools/generate/missing. */
const GENERATED = ['apps/console/dist', 'apps/guide/dist', 'libs/adapters/postgres/src/generated'];

interface RootManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

/** The service as a folder that `npm install --omit=dev` makes ready: its sources, and what is generated from them. */
export async function serviceRelease(): Promise<Released> {
  const { packages } = await readPackageLock();
  const { name, version, license } = await rootManifest();
  const needs = npmNeeds(BUILT_IN, packages);
  const component = { purl: `pkg:generic/${name}`, name, version, license, needs };
  return {
    name: `${name}-${version}.tar.gz`,
    bytes: await tarball(`${name}-${version}`, await serviceFiles()),
    bill: billOfMaterials(component, npmComponents(BUILT_IN, packages)),
  };
}

/** The files of that folder, before npm installs. */
export async function serviceFiles(): Promise<ReleasedFiles> {
  const root = await rootManifest();
  await promisify(execFile)(join(ROOT, 'tools/generate/missing'));
  const lock = await readPackageLock();
  const packages = productionPackages(APPS, lock.packages);
  const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules'));

  const files = new Map<string, ReleasedFile>();
  for (const path of await sourcesOf(workspaces)) files.set(path, await releasedFile(path));
  for (const path of workspaces) {
    const manifest = JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8')) as object;
    files.set(`${path}/package.json`, jsonFile(withoutDevelopment(manifest)));
  }
  const scripts = Object.entries(root.allowScripts).filter(
    ([each]) => packages[`node_modules/${each}`],
  );
  const allowScripts = Object.fromEntries(scripts);
  files.set('package.json', jsonFile({ ...manifestOf(root), workspaces, allowScripts }));
  const { name, version, license, engines } = root;
  const own = { name, version, hasInstallScript: true, license, workspaces, engines };
  files.set('package-lock.json', jsonFile({ ...lock, packages: { '': own, ...packages } }));
  files.set('README.md', await fileAt(ROOT, 'tools/release/service.md'));
  return files;
}

/** What the root's package.json says of the service. */
export async function rootManifest(): Promise<RootManifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as RootManifest;
}

function manifestOf(root: RootManifest) {
  const { name, version, description, license, engines } = root;
  return {
    name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    engines,
    scripts: {
      postinstall: 'tools/install/trim',
      start: 'exec node_modules/.bin/node --memory-pool-timeout=2 apps/api/src/main.ts',
      worker: 'exec node_modules/.bin/node apps/worker/src/main.ts',
    },
  };
}

/** Tracked sources, and generated files. */
async function sourcesOf(workspaces: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  });
  const isReleased = (path: string) =>
    ENTRIES.test(path) &&
    !FOR_DEVELOPMENT.test(path) &&
    (!/^(?:apps|libs)\//.test(path) || workspaces.some((each) => path.startsWith(`${each}/`)));
  const tracked = stdout.split('\0').filter(isReleased);
  const generated = await Promise.all(
    GENERATED.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
      const found = entries.filter((each) => each.isFile());
      return found.map((each) => join(each.parentPath, each.name).slice(ROOT.length));
    }),
  );
  return [...tracked, ...generated.flat(), ...OTHERS];
}

async function releasedFile(path: string): Promise<ReleasedFile> {
  const [bytes, { mode }] = await Promise.all([readFile(join(ROOT, path)), stat(join(ROOT, path))]);
  return { bytes, isProgram: (mode & 0o100) !== 0 };
}

function withoutDevelopment(manifest: LockedPackage): LockedPackage {
  const { devDependencies: _, ...released } = manifest;
  return released;
}

function jsonFile(value: object): ReleasedFile {
  return textFile(`${JSON.stringify(value, null, 2)}\n`);
}
