import { buffer } from 'node:stream/consumers';
import tar from 'tar-stream';
import { npmComponents, npmNeeds } from '../release/components.ts';
import { billOfMaterials, referenceTo } from '../release/sbom.ts';
import { BUILT_IN, rootManifest } from '../release/service-tarball.ts';
import { RELEASED_AT, type Released } from '../release/tarball.ts';
import { compileCache } from './compile-cache.ts';
import { debianBase } from './debian-base.ts';
import { imageConfig } from './dockerfile.ts';
import { installedPackages, isLeftOut, packageEntries, serviceEntries } from './installed.ts';
import { digestOf, type Layer, layerOf } from './layer.ts';

const OCI = 'application/vnd.oci.image';
/** By which the image is known where podman or docker has loaded it. */
const NAME = 'localhost/solano';

/**
 * The image of API, worker and the operator's command, as the Dockerfile describes it, in an archive of the form OCI, for x64. It is
 * made of this checkout's packages and Debian's newest, by root, without a daemon.
 */
export async function imageRelease(): Promise<Released> {
  requireMachine();
  const { name, version, license } = await rootManifest();
  const [base, config] = await Promise.all([debianBase(), imageConfig()]);
  const folder = config.WorkingDir.slice(1);
  const layers = [base.layer];
  for (const entries of [packageEntries, serviceEntries])
    layers.push(await layerOf(await entries(folder)));
  layers.push(await layerOf(await compileCache(layers, config)));

  const packages = await installedPackages();
  const isPresent = (name: string) => !isLeftOut(`node_modules/${name}`);
  const installed = npmComponents(BUILT_IN, packages)
    .filter((each) => isPresent(each.name))
    .map((each) => ({ ...each, needs: each.needs.filter((need) => isPresent(nameIn(need))) }));
  const components = [...base.components, ...installed];
  const needs = [...npmNeeds(BUILT_IN, packages), ...base.components.map(referenceTo)];
  const own = { purl: `pkg:oci/${name}`, name, version, license, needs };
  return {
    name: `${name}-image-${version}.oci.tar`,
    bytes: await archive(layers, config, version),
    bill: billOfMaterials(own, components),
  };
}

/** The name of a package in its reference: `pkg:npm/%40solano/client@1.0.0`. */
function nameIn(reference: string): string {
  return decodeURIComponent(reference.slice('pkg:npm/'.length, reference.lastIndexOf('@')));
}

function requireMachine(): void {
  if (process.arch !== 'x64' || process.platform !== 'linux')
    throw new Error('The image is for Linux on x64: release it there.');
  if (process.getuid?.() !== 0)
    throw new Error('The image is made in a root file system of its own: release it as root.');
}

/** The layout of an image, one file for each content under its digest. */
async function archive(layers: readonly Layer[], config: object, version: string): Promise<Buffer> {
  const contents = new Map<string, Buffer>();
  const described = (mediaType: string, bytes: Buffer) => {
    const digest = digestOf(bytes);
    contents.set(pathOf({ digest }), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const image = {
    created: RELEASED_AT.toISOString(),
    architecture: 'amd64',
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: `${OCI}.manifest.v1+json`,
    config: described(`${OCI}.config.v1+json`, json(image)),
    layers: layers.map(({ bytes }) => described(`${OCI}.layer.v1.tar+gzip`, bytes)),
  };
  const index = {
    schemaVersion: 2,
    mediaType: `${OCI}.index.v1+json`,
    manifests: [
      {
        ...described(manifest.mediaType, json(manifest)),
        annotations: {
          'org.opencontainers.image.ref.name': version,
          'io.containerd.image.name': `${NAME}:${version}`,
        },
      },
    ],
  };
  // As Docker reads it that has no store of containerd.
  const docker = {
    Config: pathOf(manifest.config),
    RepoTags: [`${NAME}:${version}`],
    Layers: manifest.layers.map(pathOf),
  };
  contents.set('index.json', json(index));
  contents.set('manifest.json', json([docker]));
  contents.set('oci-layout', json({ imageLayoutVersion: '1.0.0' }));

  const pack = tar.pack();
  const packed = buffer(pack);
  for (const [name, bytes] of contents)
    pack.entry({ name, mode: 0o644, mtime: RELEASED_AT }, bytes);
  pack.finalize();
  return packed;
}

function pathOf({ digest }: { readonly digest: string }): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
