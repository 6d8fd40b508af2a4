import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type DatabaseContent, invalidRequest, type SolanoError } from '@solano/domain';
import { type Account, commandOf, giveTo } from '../account.ts';
import { SUPERUSER } from '../cluster.ts';
import { readPosition, writePieces } from './log-files.ts';

const LABEL_START = /^START WAL LOCATION: (?<position>[0-9A-F]+\/[0-9A-F]+) /m;

/**
 * Makes the cluster of a backup in the account's home: its files, its log, a new password. PostgreSQL
 * has recovered it then, and all is on the disk.
 * @throws SolanoError `invalid_request` where the backup is not whole.
 */
export async function restoreCluster(account: Account, backup: DatabaseContent): Promise<void> {
  const data = join(account.home, 'data');
  await makeFolder(account, account.home);
  await makeFolder(account, data);
  for await (const { name, content } of backup.content) {
    const path = join(data, safe(name));
    if (name.endsWith('/')) await makeFolder(account, path);
    else await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    await giveTo(account, path);
  }
  await restoreLog(account, data, backup);
  const password = randomBytes(24).toString('base64url');
  await recover(account, data, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`);
  const passwordFile = join(account.home, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(account, passwordFile);
  await run(account, 'initdb', ['--sync-only', `--pgdata=${data}`]);
}

async function restoreLog(account: Account, data: string, backup: DatabaseContent): Promise<void> {
  const label = await readFile(join(data, 'backup_label'), 'utf8').catch(() => '');
  const start = LABEL_START.exec(label)?.groups?.position;
  if (start === undefined) throw damaged('it has no label');
  const path = join(data, 'pg_wal');
  const segmentBytes = BigInt(await segmentSize(account, data));
  const seen = new Set<string>();
  const noting = async function* () {
    for await (const piece of backup.log) {
      seen.add(piece.name.slice(0, 24));
      yield piece;
    }
  };
  const from = readPosition(start) - (readPosition(start) % segmentBytes);
  const until = readPosition(backup.manifest.position);
  const isToUntil = backup.isToFigures;
  await writePieces({ path, segmentBytes }, noting(), { from, until, isToUntil });
  for (const name of seen) await giveTo(account, join(path, name)).catch(() => undefined);
}

/** As the cluster's own control file says. Bytes. */
async function segmentSize(account: Account, data: string): Promise<number> {
  const output = await run(account, 'postgres', ['-D', data, '-C', 'wal_segment_size']);
  return Number(output.trim());
}

/** The server without a network: it recovers, runs the statement, and stops in order. */
async function recover(account: Account, data: string, statement: string): Promise<void> {
  const args = [
    '--single',
    '-D',
    data,
    '-c',
    'exit_on_error=true',
    '-c',
    'timezone=UTC',
    'postgres',
  ];
  await run(account, 'postgres', args, statement);
}

async function run(
  account: Account,
  binary: string,
  args: string[],
  input?: string,
): Promise<string> {
  const { file, args: all, options } = commandOf(account, binary, args);
  const child = spawn(file, all, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin?.end(input);
  const [, output, errors] = await Promise.all([
    once(child, 'close'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  if (child.exitCode === 0) return output;
  const line =
    errors.split('\n').findLast((each) => /FATAL|PANIC|ERROR/.test(each)) ?? errors.trim();
  throw damaged(`PostgreSQL does not take it: ${line}`);
}

async function makeFolder(account: Account, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveTo(account, path);
}

/** A name of an archive must not lead out of the folder. */
function safe(name: string): string {
  const path = join('/', name);
  if (path !== `/${name}` || dirname(path) === path) throw damaged(`the name ${name}`);
  return path;
}

function damaged(reason: string): SolanoError {
  return invalidRequest(`The backup cannot be restored: ${reason}.`);
}
