import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageConfig } from './container.ts';
import type { Layer, LayerEntries } from './layer.ts';

/** Loaded only where they are configured. */
const ADAPTERS = ['s3', 'temporal', 'opentelemetry'].map(
  (name) => `libs/adapters/${name}/src/index.ts`,
);
/** What is started, by the options of Node that are part of the name of a cache. */
const STARTS: readonly (readonly [options: readonly string[], files: readonly string[]])[] = [
  [[], ['apps/cli/src/main.ts', 'apps/worker/src/compose.ts', ...ADAPTERS]],
  [['--memory-pool-timeout=2'], ['apps/api/src/compose.ts', ...ADAPTERS]],
];

/**
 * With these options the bytes were the same each time that it was tried: strings have no random hashes, and there is room enough
 * for no collection of garbage. They are no part of a cache's name.
 */
const SAME_EACH_TIME = [
  '--random-seed=1',
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
];

/** $1 is the root, $2 the user, and what follows the command. */
const ENTER = `set -e
root=$1 user=$2
shift 2
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec="$user" "$root" "$@"`;

/** What Node compiles at a start of the image, made by its user in its own root file system. */
export async function compileCache(
  layers: readonly Layer[],
  config: ImageConfig,
): Promise<LayerEntries> {
  const root = await mkdtemp(join(tmpdir(), 'solano-image-'));
  try {
    await unpack(layers, root);
    const variables = new Map(config.Env.map((each) => each.split('=', 2) as [string, string]));
    const folder = variables.get('NODE_COMPILE_CACHE') ?? '';
    await mkdir(join(root, folder), { mode: 0o777 });
    await promisify(execFile)('chmod', ['1777', join(root, folder), join(root, 'tmp')]);
    for (const [options, files] of STARTS) {
      for (const file of files) {
        const command = [
          ...config.Entrypoint,
          ...SAME_EACH_TIME,
          ...options,
          join(config.WorkingDir, file),
          '--help',
        ];
        await promisify(execFile)(
          'unshare',
          ['--mount', 'sh', '-c', ENTER, 'sh', root, config.User, ...command],
          { env: { PATH: process.env.PATH, ...Object.fromEntries(variables) } },
        );
      }
    }
    return await filesOf(root, folder.slice(1));
  } finally {
    await rm(root, { recursive: true });
  }
}

async function unpack(layers: readonly Layer[], root: string): Promise<void> {
  for (const { archive } of layers) {
    const unpacked = promisify(execFile)('tar', ['-x', '-C', root]);
    unpacked.child.stdin?.end(archive);
    await unpacked;
  }
}

/** In memory: the root is removed. */
async function filesOf(root: string, folder: string): Promise<LayerEntries> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return new Map(
    await Promise.all(
      files.map(
        async (path) =>
          [path.slice(root.length + 1), { bytes: await readFile(path), isProgram: false }] as const,
      ),
    ),
  );
}
