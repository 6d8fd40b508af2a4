import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invalidRequest, type SolanoError } from '@solano/domain/kernel';
import type { DatabaseContent, RestorePoint } from '@solano/domain/operations';
import { type Account, giveTo, runBinary } from '../account.ts';
import { SUPERUSER } from '../cluster.ts';
import { readPosition, writePieces } from './log-files.ts';

const LABEL_START = /^START WAL LOCATION: (?<position>[0-9A-F]+\/[0-9A-F]+) /m;

/** PostgreSQL's log line of the last commit that it has recovered. */
const LAST_CHANGE = /last completed transaction was at log time (?<at>[\d-]+ [\d:.]+)\+00/;
/** A moment after the last commit of the log. */
const NOT_REACHED = 'recovery ended before configured recovery target was reached';

/**
 * Makes the cluster of a backup in the account's home: its files, its log, a new password. PostgreSQL
 * has recovered it then, and all is on the disk. Returns when the last change was made that the log had.
 * @throws SolanoError `invalid_request` where the backup is not whole.
 */
export async function restoreCluster(
  account: Account,
  backup: DatabaseContent,
): Promise<Date | undefined> {
  const data = join(account.home, 'data');
  await makeFolder(account, account.home);
  await makeFolder(account, data);
  for await (const { name, content } of backup.content) {
    const path = join(data, safe(name));
    if (name.endsWith('/')) await makeFolder(account, path);
    else await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    await giveTo(account, path);
  }
  const archivedUntil = await restoreLog(account, data, backup);
  const password = randomBytes(24).toString('base64url');
  const statement = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`;
  const recovery = { account, data, statement };
  const lastChange = await recoverTo(recovery, backup.point, archivedUntil);
  const passwordFile = join(account.home, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(account, passwordFile);
  await run(account, 'initdb', ['--sync-only', `--pgdata=${data}`]);
  return lastChange;
}

/** Returns when the last piece of the log was archived. */
async function restoreLog(
  account: Account,
  data: string,
  backup: DatabaseContent,
): Promise<Date | undefined> {
  const label = await readFile(join(data, 'backup_label'), 'utf8').catch(() => '');
  const start = LABEL_START.exec(label)?.groups?.position;
  if (start === undefined) throw damaged('it has no label');
  const path = join(data, 'pg_wal');
  const segmentBytes = BigInt(await segmentSize(account, data));
  const seen = new Set<string>();
  let archivedUntil: Date | undefined;
  const noting = async function* () {
    for await (const piece of backup.log) {
      seen.add(piece.name.slice(0, 24));
      archivedUntil = piece.archivedAt;
      yield piece;
    }
  };
  const from = readPosition(start) - (readPosition(start) % segmentBytes);
  const until = readPosition(backup.manifest.position);
  const isToUntil = backup.point.kind === 'backup';
  await writePieces({ path, segmentBytes }, noting(), { from, until, isToUntil });
  for (const name of seen) await giveTo(account, join(path, name)).catch(() => undefined);
  return archivedUntil;
}

/** As the cluster's own control file says. Bytes. */
async function segmentSize(account: Account, data: string): Promise<number> {
  const { output } = await run(account, 'postgres', ['-D', data, '-C', 'wal_segment_size']);
  return Number(output.trim());
}

interface Recovery {
  readonly account: Account;
  readonly data: string;
  /** Run when the cluster has recovered. */
  readonly statement: string;
}

/**
 * The server without a network: it recovers, runs the statement, and stops in order. Returns when the last
 * change was made that the log had, where PostgreSQL says so.
 */
async function recover(
  { account, data, statement }: Recovery,
  settings: readonly string[] = [],
): Promise<Date | undefined> {
  const all = ['exit_on_error=true', 'timezone=UTC', 'log_timezone=UTC', ...settings];
  const args = ['--single', '-D', data, ...all.flatMap((each) => ['-c', each]), 'postgres'];
  const { errors } = await run(account, 'postgres', args, statement);
  const at = LAST_CHANGE.exec(errors)?.groups?.at;
  return at === undefined ? undefined : new Date(`${at.replace(' ', 'T')}Z`);
}

/** As {@link recover}, up to the end of the log, or to a moment that it has to have. */
async function recoverTo(
  recovery: Recovery,
  point: RestorePoint,
  archivedUntil: Date | undefined,
): Promise<Date | undefined> {
  // The log that was put in its place ends where the figures hold.
  if (point.kind === 'backup') return recover(recovery);
  const { account, data } = recovery;
  const file = join(data, 'recovery.signal');
  await writeFile(file, '', { mode: 0o600 });
  await giveTo(account, file);
  // The log is in its place already; a server without a network takes no standby's queries.
  const settings = ['restore_command=false', 'hot_standby=off'];
  if (point.kind !== 'until') return recover(recovery, settings);
  const { at: until } = point;
  const target = until.toISOString().replace('T', ' ').replace('Z', '+00');
  const aimed = [`recovery_target_time=${target}`, 'recovery_target_action=promote'];
  try {
    return await recover(recovery, [...settings, ...aimed]);
  } catch (error) {
    if (!(error as Error).message.includes(NOT_REACHED)) throw error;
    if (archivedUntil === undefined || archivedUntil < until) throw notArchived(archivedUntil);
    // Nothing was committed between that moment and the end of the log.
    return recover(recovery, settings);
  }
}

function notArchived(until: Date | undefined): SolanoError {
  const end = until ? `ends at ${until.toISOString()}` : 'is empty';
  return invalidRequest(`The log of the backup ${end}: without --until all of it is restored.`);
}

/** As {@link runBinary}. Errors: `invalid_request` with the reason that PostgreSQL gives. */
async function run(...args: Parameters<typeof runBinary>) {
  const { code, output, errors } = await runBinary(...args);
  if (code === 0) return { output, errors };
  const line =
    errors.split('\n').findLast((each) => /FATAL|PANIC|ERROR/.test(each)) ?? errors.trim();
  throw damaged(`PostgreSQL does not take it: ${line}`);
}

async function makeFolder(account: Account, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveTo(account, path);
}

/** A name of an archive must not lead out of the folder, and has but what PostgreSQL's names have. */
function safe(name: string): string {
  const path = join('/', name);
  const isPlain = /^[\w./-]+$/.test(name) && path === `/${name}`;
  if (!isPlain || dirname(path) === path) throw damaged(`the name ${JSON.stringify(name)}`);
  return path;
}

function damaged(reason: string): SolanoError {
  return invalidRequest(`The backup cannot be restored: ${reason}.`);
}
