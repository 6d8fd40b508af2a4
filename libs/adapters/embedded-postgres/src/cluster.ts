import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Account, giveTo, runBinary } from './account.ts';
import { undefinedIfMissing } from './files.ts';
import { finishReplacement } from './replacement.ts';

/** The superuser, and the name of the service's database. */
export const SUPERUSER = 'solano';

/** A database cluster and the account that runs its server. */
export interface Cluster {
  readonly account: Account;
  readonly data: string;
  readonly log: string;
  readonly password: string;
}

/** A cluster that is older than this and incomplete belongs to no process any more. */
const MAX_INCOMPLETE_AGE_MS = 10 * 60 * 1000;

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
  return (await stat(join(data, 'PG_VERSION')).catch(undefinedIfMissing)) !== undefined;
}

/** Makes the cluster in a temporary folder and renames that: an incomplete cluster is never seen. */
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

/** Removes old folders of first starts that were killed; a new one may still be in use. */
async function removeAbandoned(home: string): Promise<void> {
  const folder = dirname(home);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(home)}-new-`)) continue;
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > MAX_INCOMPLETE_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

async function initialise(account: Account, data: string, passwordFile: string): Promise<void> {
  const cluster = [`--pgdata=${data}`, '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const { code, errors } = await runBinary(account, 'initdb', [...cluster, ...access]);
  if (code !== 0) throw new Error(`initdb failed in ${data}: ${reason(errors)}`);
}

function reason(errors: string): string {
  const lines = errors.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'no message';
}
