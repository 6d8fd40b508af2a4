import { stat, statfs } from 'node:fs/promises';
import type { Config } from '@solano/config';
import { secretFiles } from '../secrets.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MIB = 1024 * 1024;
/** Less than this stops the embedded database soon. */
const MIN_FREE_BYTES = 256 * MIB;
const LOW_FREE_BYTES = 2_048 * MIB;
/** The permission bits of everyone but the owner. */
const GROUP_AND_OTHERS = 0o077;

/** Space and permissions of the folders that the configuration names. */
export async function examineFiles(config: Config): Promise<Finding[]> {
  const { dataFolder, objectStore, backup } = config;
  const folders = [
    ['data folder', dataFolder],
    ...(objectStore.kind === 'directory' ? [['object folder', objectStore.folder]] : []),
  ] as [string, string][];
  const findings = await Promise.all(folders.map(([what, path]) => examineFolder(what, path)));
  const target = backup?.target.kind === 'directory' ? backup.target.folder : undefined;
  const space = target === undefined ? [] : await spaceOfTarget(target);
  return [...findings.flat(), ...space, ...(await examineSecretFiles(config))];
}

async function examineFolder(what: string, path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    return [warning(what, `${path} is not there: the first start makes it.`)];
  }
  const isPrivate = (found.mode & GROUP_AND_OTHERS) === 0;
  const access = isPrivate
    ? ok(what, `${path} is its owner's alone.`)
    : problem(what, `${path} can be entered by others: chmod 700 ${path}.`);
  return [access, await spaceOf(what, path)];
}

/** A mounted folder, which others may enter; the first backup makes one that is not there. */
async function spaceOfTarget(path: string): Promise<Finding[]> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? [await spaceOf('backup target', path)] : [];
}

async function spaceOf(what: string, path: string): Promise<Finding> {
  const check = `disk of the ${what}`;
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  const message = `${Math.floor(free / MIB)} MiB are free.`;
  if (free < MIN_FREE_BYTES) return problem(check, `${message} Writes are about to fail.`);
  return free < LOW_FREE_BYTES ? warning(check, `${message} Make room.`) : ok(check, message);
}

async function examineSecretFiles(config: Config): Promise<Finding[]> {
  const findings = secretFiles(config).map(async ({ file: { path } }) => {
    const found = await stat(path).catch(() => undefined);
    if (!found || (found.mode & GROUP_AND_OTHERS) === 0) return [];
    return [problem('secrets', `${path} can be read by others: chmod 600 ${path}.`)];
  });
  return (await Promise.all(findings)).flat();
}
