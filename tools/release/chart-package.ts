import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { billOfMaterials } from './sbom.ts';
import { fileAt, type Released, type ReleasedFile, tarball } from './tarball.ts';

const SOURCE = fileURLToPath(new URL('../../deploy/helm/solano', import.meta.url));

/** The Helm chart as `helm package` lays it out; it needs nothing. */
export async function chartRelease(): Promise<Released> {
  const files = new Map<string, ReleasedFile>();
  for (const entry of await readdir(SOURCE, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(SOURCE, path), await fileAt(path));
  }
  const manifest = Buffer.from(files.get('Chart.yaml')?.bytes ?? []).toString();
  const { name, version } = parse(manifest) as { name: string; version: string };
  const own = { purl: `pkg:helm/${name}`, name, version, license: 'MIT', needs: [] };
  return {
    name: `${name}-chart-${version}.tgz`,
    bytes: await tarball(name, files),
    bill: billOfMaterials(own, []),
  };
}
