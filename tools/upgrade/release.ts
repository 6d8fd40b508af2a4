import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const MAX_OUTPUT = 2 ** 26;

export type Environment = Readonly<Record<string, string>>;

/** A version of the project, checked out with its packages. */
export interface Release {
  readonly name: string;
  readonly folder: string;
}

/** This checkout, as it is. */
export const present: Release = { name: 'new', folder: ROOT };

/** The newest tag; undefined: there is none. */
export async function newestTag(): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--sort=-creatordate'], { cwd: ROOT });
  return stdout.split('\n').find((line) => line !== '');
}

/**
 * Checks a git reference out into a folder. Its packages are those of this checkout where both have
 * the same lock file, else they are installed, which takes minutes.
 */
export async function checkOut(ref: string, folder: string): Promise<Release & AsyncDisposable> {
  await run('git', ['worktree', 'add', '--detach', folder, ref], { cwd: ROOT });
  const removed = () => run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
  const lock = (of: string) => readFile(join(of, 'package-lock.json'), 'utf8');
  if ((await lock(folder)) === (await lock(ROOT))) await linkPackages(folder);
  else await run('npm', ['ci'], { cwd: folder, maxBuffer: MAX_OUTPUT });
  await run('tools/generate/prisma-client', { cwd: folder, maxBuffer: MAX_OUTPUT });
  return { name: 'old', folder, [Symbol.asyncDispose]: async () => void (await removed()) };
}

/** Links to workspaces are relative: they lead into the new folder. */
async function linkPackages(folder: string): Promise<void> {
  const command =
    'ls -d node_modules apps/*/node_modules libs/*/node_modules libs/adapters/*/node_modules';
  const { stdout } = await run('sh', ['-c', `${command} tools/node_modules 2>/dev/null || true`], {
    cwd: ROOT,
  });
  for (const path of stdout.trim().split('\n')) {
    await run('cp', ['-al', join(ROOT, path), join(folder, path)]).catch(() =>
      // Another file system has no hard links to these files.
      cp(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true }),
    );
  }
}

/** The outcome of a command of a release's operator, as JSON. @throws Error with what it says. */
export async function command<T>(
  release: Release,
  environment: Environment,
  args: readonly string[],
): Promise<T> {
  const child = spawnOf(release, environment, 'apps/cli/src/main.ts', [...args, '--json']);
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (child.exitCode !== 0) throw new Error(errors.trim());
  return JSON.parse(output) as T;
}

/** A running API or worker of a release. */
export interface Running extends AsyncDisposable {
  readonly name: string;
  /** Address of an API. */
  readonly url: string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

/** Starts an API or a worker; an API listens then. @throws Error with what it says where it ends. */
export async function start(
  release: Release,
  environment: Environment,
  script = 'apps/api/src/main.ts',
): Promise<Running> {
  const child = spawnOf(release, { LOG_LEVEL: 'info', ...environment }, script, []);
  const exit = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (line.includes('"msg":"listening"')) ready.resolve(url ?? '');
    // A worker does not listen.
    if (line.includes('"msg":"starting"')) ready.resolve('');
  });
  void exit.then(() => ready.reject(new Error(errors.trim())));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  const url = await ready.promise;
  return {
    name: release.name,
    url,
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}

function spawnOf({ folder }: Release, environment: Environment, script: string, args: string[]) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(join(folder, 'node_modules/.bin/node'), [join(folder, script), ...args], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
