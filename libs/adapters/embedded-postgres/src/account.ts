import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { findBinaries } from './binaries.ts';

const run = promisify(execFile);
const SYSTEM_FOLDER = '/var/lib/solano';

/** The account that runs PostgreSQL, its binaries, and the folder that holds its cluster. */
export interface Account {
  /** Absolute path of the folder of `data`, `password` and `server.log`. */
  readonly home: string;
  readonly binaries: string;
  /** The user to run as; absent: the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Whether root hides behind an ordinary user id in a user namespace. */
  readonly namespace: boolean;
}

export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly options: SpawnOptions;
}

/**
 * Chooses the account for the cluster of `dataFolder`, which is made if missing. PostgreSQL rejects
 * to run as root; root therefore runs it as the owner of an existing cluster, else in a user
 * namespace, else as a system user with binaries and cluster in `/var/lib/solano`.
 * @param binaries of PostgreSQL, where they are not those of the npm package.
 * @throws Error where none of these is possible.
 */
export async function chooseAccount(dataFolder: string, binaries?: string): Promise<Account> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataFolder);
  const own = {
    home: join(folder, 'postgres'),
    binaries: binaries ?? (await findBinaries()),
    namespace: false,
  };
  const owner = await ownerOf(own.home);
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (owner === undefined || owner.uid === uid) return own;
    throw new Error(`${own.home} belongs to another user: run as that user, or set SOLANO_DATA`);
  }
  if (owner !== undefined && owner.uid !== 0) return withBinaries({ ...own, user: owner });
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const system = { ...own, home: join(SYSTEM_FOLDER, digest, 'postgres') };
  const systemOwner = await ownerOf(system.home);
  // An existing cluster goes before everything: another choice would show an empty database.
  if (owner === undefined && systemOwner !== undefined) {
    return withBinaries({ ...system, user: systemOwner });
  }
  if (await namespaceWorks(own.binaries, folder)) return { ...own, namespace: true };
  if (owner !== undefined) throw new Error(noNamespace(own.home));
  return withBinaries({ ...system, user: await prepareSystemUser(dirname(system.home)) });
}

/** The command that runs a PostgreSQL binary as the account, out of reach of the terminal's SIGINT. */
export function commandOf(account: Account, binary: string, args: string[]): Command {
  const path = join(account.binaries, 'bin', binary);
  // PG* variables of a developer's shell would change what the server and initdb do.
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  const env = { ...Object.fromEntries(others), LC_ALL: 'C' };
  const options = { ...account.user, env, cwd: '/', detached: true };
  if (!account.namespace) return { file: path, args, options };
  // unshare execs the binary, so the child's pid is PostgreSQL's own.
  return { file: 'unshare', args: ['-U', '--map-user=1000', path, ...args], options };
}

/** Runs a PostgreSQL binary as the account to its end; it has worked where its exit code is 0. */
export async function runBinary(account: Account, binary: string, args: string[], input = '') {
  const { file, args: all, options } = commandOf(account, binary, args);
  const child = spawn(file, all, { ...options, stdio: 'pipe' });
  // One that ends before it has read this says why by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const outputs = [text(child.stdout), text(child.stderr)];
  const [, output = '', errors = ''] = await Promise.all([once(child, 'close'), ...outputs]);
  return { code: child.exitCode, output, errors };
}

/** Hands a file or folder that this process made to the account. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.user !== undefined) await chown(path, account.user.uid, account.user.gid);
}

function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

/** Root in a namespace loses its right to enter other users' folders, so both paths are tried. */
function namespaceWorks(binaries: string, folder: string): Promise<boolean> {
  const script = '"$0" --version && test -w "$1"';
  const probe = ['-c', script, join(binaries, 'bin', 'postgres'), folder];
  return succeeds('unshare', ['-U', '--map-user=1000', 'sh', ...probe]);
}

function succeeds(file: string, args: string[], user?: Account['user']): Promise<boolean> {
  return run(file, args, { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

function noNamespace(home: string): string {
  return (
    `${home} belongs to root, PostgreSQL does not run as root, and user namespaces are ` +
    'forbidden or cannot enter that folder: allow them, give the folder to an ordinary user, ' +
    'or set DATABASE_URL'
  );
}

async function prepareSystemUser(folder: string): Promise<{ uid: number; gid: number }> {
  const user = await findSystemUser();
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, user.uid, user.gid);
  return user;
}

async function findSystemUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const user of ['postgres', 'nobody']) {
    const found = lines.find(([name]) => name === user);
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user namespace nor a user ' +
      '`postgres` or `nobody`: run as an ordinary user, or set DATABASE_URL',
  );
}

/** Uses the installed binaries if the account's user can run them, else a copy that it can. */
async function withBinaries(account: Account): Promise<Account> {
  const path = join(account.binaries, 'bin', 'postgres');
  if (await succeeds(path, ['--version'], account.user)) return account;
  const installed = dirname(account.binaries);
  const manifest = await readFile(join(installed, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(SYSTEM_FOLDER, `${basename(installed)}-${version}`);
  if ((await ownerOf(copy)) === undefined) await copyBinaries(account.binaries, copy);
  return { ...account, binaries: copy };
}

/** Copies beside and renames, so that no incomplete copy is ever visible. */
async function copyBinaries(from: string, to: string): Promise<void> {
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const fresh = `${to}.${randomBytes(6).toString('hex')}`;
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(fresh, to);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if ((await ownerOf(to)) === undefined) throw error;
  }
}
