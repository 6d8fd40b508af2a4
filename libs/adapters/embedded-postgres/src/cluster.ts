import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Account, commandOf, giveTo } from './account.ts';
import { finishReplacement } from './replacement.ts';

/** The superuser, and the name of the service's database. */
export const superuser = 'solano';

/** A made database cluster and the account that runs its server. */
export interface Cluster {
  readonly account: Account;
  readonly data: string;
  readonly log: string;
  readonly password: string;
}

const abandonedAfterMilliseconds = 10 * 60 * 1000;

/**
 * The cluster of the account's home folder; the first use makes it.
 * @throws Error where initdb fails, or where the files belong to another user.
 */
export async function openCluster(account: Account): Promise<Cluster> {
  const data = join(account.home, 'data');
  await finishReplacement(account.home);
  if (!(await isCluster(data))) await makeCluster(account);
  const password = await readFile(join(account.home, 'password'), 'utf8');
  return { account, data, log: join(account.home, 'server.log'), password };
}

async function isCluster(data: string): Promise<boolean> {
  try {
    await access(join(data, 'PG_VERSION'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Makes the cluster beside its place and renames: a killed or concurrent initdb leaves no half. */
async function makeCluster(account: Account): Promise<void> {
  await removeAbandoned(account.home);
  const fresh = await mkdtemp(`${account.home}-new-`);
  try {
    await giveTo(account, fresh);
    const passwordFile = join(fresh, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await giveTo(account, passwordFile);
    await initialise(account, join(fresh, 'data'), passwordFile);
    await rename(fresh, account.home);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await isCluster(join(account.home, 'data')))) throw error;
  }
}

/** Old leavings of killed first starts; a young one may belong to a process that still works. */
async function removeAbandoned(home: string): Promise<void> {
  const folder = dirname(home);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(home)}-new-`)) continue;
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > abandonedAfterMilliseconds) await rm(path, { recursive: true, force: true });
  }
}

async function initialise(account: Account, data: string, passwordFile: string): Promise<void> {
  const cluster = [`--pgdata=${data}`, '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const access = [`--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const { file, args, options } = commandOf(account, 'initdb', [...cluster, ...access]);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const [, errors] = await Promise.all([
    once(child, 'close'),
    child.stderr === null ? '' : text(child.stderr),
  ]);
  if (child.exitCode !== 0) throw new Error(`initdb failed in ${data}: ${reason(errors)}`);
}

function reason(errors: string): string {
  const lines = errors.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'no message';
}
