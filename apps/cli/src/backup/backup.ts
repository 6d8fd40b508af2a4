import { parseInstant } from '@solano/domain/kernel';
import {
  backUp,
  type ChangedKey,
  type DamagedBackup,
  instantOf,
  type Manifest,
  prune,
  type Restored,
  restore,
  type Verified,
  verify,
} from '@solano/domain/operations';
import {
  backUpDeps,
  makeBackupKey,
  openBackups,
  requireBackup,
  restoreDeps,
  verifyDeps,
} from '@solano/runtime/backup';
import type { Command } from 'commander';
import { operatorSource } from '../command-entry.ts';
import { counted } from '../format.ts';
import type { Progress } from '../progress.ts';
import { addAction, type Context, SILENT, UsageError } from '../run.ts';

export function addCommands(backup: Command): void {
  addCreate(backup);
  addList(backup);
  addVerify(backup);
  addRestore(backup);
  addPrune(backup);
  addAction(backup.command('key').description('make a key for BACKUP_KEY'), async () => {
    const key = await makeBackupKey();
    return { json: { key }, text: key };
  });
}

function addCreate(backup: Command): void {
  const create = backup.command('create').description('make a backup, also while the service runs');
  addAction(create, async (context) => {
    const manifest = await withDatabase(context, (deps) => backUp(deps));
    return { json: toJson(manifest), text: `Made backup ${line(manifest)}` };
  });
}

function addList(backup: Command): void {
  const list = backup.command('list').description('list the backups, newest first');
  addAction(list, async ({ config }) => {
    await using opened = await openBackups(config);
    const { manifests, damaged } = await opened.target.list();
    const entries = [
      ...manifests.map((each) => ({ id: each.id, json: toJson(each), text: line(each) })),
      ...damaged.map((each) => ({ id: each.id, json: each, text: damagedLine(each) })),
    ].sort((a, b) => (a.id < b.id ? 1 : -1));
    return {
      json: entries.map(({ json }) => json),
      text: entries.map(({ text }) => text).join('\n') || 'No backups.',
    };
  });
}

const PLAIN = 'accept a backup without encryption although BACKUP_KEY is set';

function addVerify(backup: Command): void {
  const command = backup
    .command('verify [id]')
    .description('restore a backup (the newest) into a throw-away server, and compare')
    .option('--plain', PLAIN);
  addAction<{ plain?: boolean }>(
    command,
    async ({ config, progress }, [id], { plain: acceptsPlain = false }) => {
      await using opened = await openBackups(config);
      const deps = await verifyDeps(config, opened, reportingTo(progress));
      const { passedOver, ...found } = await verify(deps, { id, acceptsPlain });
      if (found.problems.length > 0) throw new UsageError(problemsOf(found));
      const json = { ...found, ok: true, passed_over: passedOver };
      return { json, text: verifiedText({ ...found, passedOver }) };
    },
  );
}

interface RestoreFlags {
  readonly latest?: boolean;
  readonly until?: string;
  readonly overwrite?: boolean;
  readonly sendWebhooks?: boolean;
  readonly plain?: boolean;
}

function addRestore(backup: Command): void {
  const command = backup
    .command('restore [id]')
    .description(
      'restore a backup: with an id, its own instant; else the newest backup and its log to the end; stop the service first',
    )
    .option('--latest', 'the newest backup and its log to the end (default without an id)')
    .option('--until <instant>', 'up to that moment, for example 2026-11-23T10:15:00Z')
    .option('--overwrite', 'replace the database and differing objects, after backing them up')
    .option('--send-webhooks', 'do not hold the messages to webhooks')
    .option('--plain', PLAIN);
  addAction<RestoreFlags>(command, async ({ config, progress }, [id], flags) => {
    const { overwrite = false, sendWebhooks = false, plain: acceptsPlain = false } = flags;
    const until = readUntil(flags, id);
    await using opened = await openBackups(config);
    const deps = await restoreDeps(config, opened, reportingTo(progress));
    const restored = await restore(deps, { id, until, overwrite, sendWebhooks, acceptsPlain });
    const json = {
      ...toJson(restored.manifest),
      restored_until: restored.until,
      replaced_backup: restored.replaced ?? null,
      passed_over: restored.passedOver,
      objects_restored: restored.objects,
      webhooks_held: restored.holdsWebhooks,
      changed_keys: restored.changedKeys ?? null,
    };
    return { json, text: restoredText(restored) };
  });
}

/** Returns the requested moment; undefined without one. */
function readUntil({ latest = false, until }: RestoreFlags, id: string | undefined) {
  if (latest && (id !== undefined || until !== undefined)) {
    throw new UsageError('--latest takes neither an id nor --until.');
  }
  if (until === undefined) return undefined;
  const instant = parseInstant(until);
  if (instant === undefined) {
    throw new UsageError(`"${until}" is no instant: write for example 2026-11-23T10:15:00Z.`);
  }
  const at = new Date(instant);
  if (at.getTime() > Date.now()) throw new UsageError(`${until} is in the future.`);
  return at;
}

function addPrune(backup: Command): void {
  const command = backup
    .command('prune')
    .description(
      'remove backups older than BACKUP_KEEP, never the newest nor the newest that was verified',
    );
  addAction(command, async (context) => {
    const { keepMs } = requireBackup(context.config);
    const { removed } = await withDatabase(context, (deps) => prune({ ...deps, keepMs }));
    return { json: { removed }, text: `Removed ${counted(removed.length, 'backup')}.` };
  });
}

type SourceDeps = Awaited<ReturnType<typeof backUpDeps>>;

/** Works on the configured database, with the embedded server if there is one. */
async function withDatabase<T>(
  { config, progress, open }: Context,
  work: (deps: SourceDeps) => Promise<T>,
): Promise<T> {
  await using opened = await openBackups(config);
  await using runtime = await open();
  progress.on('working on the backup');
  const { databaseUrl } = runtime;
  return await work(await backUpDeps(config, opened, { databaseUrl, log: SILENT }));
}

function reportingTo(progress: Progress) {
  const { actor, origin } = operatorSource();
  return { actor, origin, onPhase: (phase: string) => progress.on(phase), log: SILENT };
}

function toJson(manifest: Manifest) {
  const { id, kind, software, startedAt, finishedAt, isEncrypted, objects, missing } = manifest;
  return {
    id,
    problem: null,
    kind,
    version: software,
    started_at: startedAt,
    finished_at: finishedAt,
    instant: instantOf(manifest),
    before_restore: manifest.isBeforeRestore ?? false,
    encrypted: isEncrypted,
    bytes: bytesOf(manifest),
    objects: objects.count,
    objects_skipped: objects.skipped ?? 0,
    missing,
  };
}

function bytesOf({ database }: Manifest): number {
  return database.reduce((sum, { size }) => sum + size, 0);
}

function line(manifest: Manifest): string {
  const { id, kind, startedAt, isEncrypted, isBeforeRestore, objects } = manifest;
  const megabytes = `${(bytesOf(manifest) / 1e6).toFixed(1)} MB`;
  const how = isEncrypted ? 'encrypted' : 'not encrypted';
  const all = [id, startedAt, kind, megabytes, counted(objects.count, 'object'), how];
  return [...all, ...(isBeforeRestore ? ['before a restore'] : [])].join('  ');
}

function damagedLine({ id, problem }: DamagedBackup): string {
  return `${id}  ${problem}`;
}

function passedOverLines(damaged: readonly DamagedBackup[]): string[] {
  return damaged.map(({ problem }) => `Passed over: ${problem}`);
}

function problemsOf({ id, problems }: Pick<Verified, 'id' | 'problems'>): string {
  return problems.map((problem) => `backup ${id}: ${problem}`).join('\n');
}

function verifiedText({ id, seconds, missing, passedOver }: Verified): string {
  return [
    `Backup ${id} is good: restored and compared in ${seconds.toFixed(1)} s.`,
    ...(missing.length === 0 ? [] : [`Not in it: ${missing.join(', ')}.`]),
    ...passedOverLines(passedOver),
  ].join('\n');
}

function restoredText(restored: Restored): string {
  const { manifest, until, replaced, passedOver, changedKeys, objects, holdsWebhooks } = restored;
  const lines = [
    `Restored backup ${manifest.id}, up to ${until.toISOString()}, and ${counted(objects, 'object')}. All sessions have ended.`,
    ...passedOverLines(passedOver),
    ...(replaced === undefined ? [] : [`The replaced data are in backup ${replaced}.`]),
    ...keyLines(changedKeys),
  ];
  if (holdsWebhooks) lines.push('Webhook messages wait: `solano webhook release` lets them go.');
  if (manifest.missing.length > 0) lines.push(`Not in the backup: ${manifest.missing.join(', ')}.`);
  return lines.join('\n');
}

function keyLines(keys: readonly ChangedKey[] | undefined): string[] {
  if (!keys) return ['Keys that were issued or revoked after it are not known.'];
  const changes = {
    lost: 'was issued later: unknown now',
    valid_again: 'ended later: valid again',
  };
  return keys.map(({ id, customer, label, change }) => {
    return `Key ${id} (${customer}, ${label}) ${changes[change]}.`;
  });
}
