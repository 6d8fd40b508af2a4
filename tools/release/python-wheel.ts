import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { apiDocument } from '../generate/api-document.ts';
import { pythonModules } from '../generate/python/modules.ts';
import { pythonComponents } from './components.ts';
import { billOfMaterials, referenceTo } from './sbom.ts';
import { RELEASED_AT, type Released } from './tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'clients/python');
const INSTALL = join(ROOT, 'tools/install/python');

/** What the wheel needs. */
const NEEDED = ['httpx', 'tzdata'];
/** What it gives frames with. */
const EXTRAS = ['pandas'];

/** The Python with which wheels are built and tried; it is installed once. */
export async function releasePython(): Promise<string> {
  const { stdout } = await promisify(execFile)(INSTALL);
  return stdout.trim();
}

/** The wheel of the Python client: its sources, and the modules generated from the OpenAPI document. */
export async function wheelRelease(): Promise<Released> {
  const python = await releasePython();
  const { name, bytes } = await builtWheel(python);
  const [, version = ''] = name.split('-');
  const components = await pythonComponents(python, NEEDED, EXTRAS);
  const named = [...NEEDED, ...EXTRAS];
  const direct = components.filter((each) => named.includes(each.name)).map(referenceTo);
  const own = { purl: 'pkg:pypi/solano', name: 'solano', version, license: 'MIT', needs: direct };
  return { name, bytes, bill: billOfMaterials(own, components) };
}

async function builtWheel(
  python: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-wheel-'));
  try {
    await cp(SOURCE, folder, {
      recursive: true,
      filter: (path) => !/__pycache__|\.pyc$/.test(path),
    });
    await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    for (const [path, text] of pythonModules(await apiDocument())) {
      const file = join(folder, 'src/solano', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const env = { ...process.env, SOURCE_DATE_EPOCH: `${RELEASED_AT.getTime() / 1_000}` };
    const build = ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', 'built'];
    await promisify(execFile)(python, build, { cwd: folder, env });
    const [name] = await readdir(join(folder, 'built'));
    if (name === undefined) throw new Error('No wheel was built.');
    return { name, bytes: await readFile(join(folder, 'built', name)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
