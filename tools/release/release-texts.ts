import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootManifest } from './service-tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOTEBOOK = join(ROOT, 'clients/python/notebooks/first-look.ipynb');
const README = join(ROOT, 'tools/release/release.md');

/** What a release has to read: what is in it and how each is used, and the notebook of the Python client. */
export async function releaseTexts(): Promise<ReadonlyMap<string, Buffer>> {
  const { version } = await rootManifest();
  const readme = await readFile(README, 'utf8');
  return new Map([
    ['README.md', Buffer.from(readme.replaceAll('VERSION', version))],
    [`solano-notebook-${version}.ipynb`, await readFile(NOTEBOOK)],
  ]);
}
