import type { ChangedKey, Manifest, Restored, Verification } from '@solano/domain';
import { backUp, prune, restore, verify } from '@solano/domain';
import {
  backUpDeps,
  makeBackupKey,
  openBackups,
  requireBackup,
  restoreDeps,
  verifyDeps,
} from '@solano/runtime/backup';
import type { Command } from 'commander';
import { operatorSource } from '../audit.ts';
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
    const manifests = await opened.target.list();
    return { json: manifests.map(toJson), text: manifests.map(line).join('\n') || 'No backups.' };
  });
}

function addVerify(backup: Command): void {
  const command = backup
    .command('verify [id]')
    .description('restore a backup (the newest) into a throw-away server, and compare');
  addAction(command, async ({ config, progress }, [id]) => {
    await using opened = await openBackups(config);
    const found = await verify(await verifyDeps(config, opened, reportingTo(progress)), id);
    if (found.problems.length > 0) throw new UsageError(problemsOf(found));
    return { json: { ...found, ok: true }, text: verifiedText(found) };
  });
}

function addRestore(backup: Command): void {
  const command = backup
    .command('restore [id]')
    .description('restore a backup (the newest); the service must not run')
    .option('--overwrite', 'replace the database, and objects that differ')
    .option('--send-webhooks', 'do not hold the messages to webhooks');
  addAction<{ overwrite?: boolean; sendWebhooks?: boolean }>(
    command,
    async ({ config, progress }, [id], { overwrite = false, sendWebhooks = false }) => {
      await using opened = await openBackups(config);
      const deps = await restoreDeps(config, opened, reportingTo(progress));
      const restored = await restore(deps, { id, overwrite, sendWebhooks });
      const json = {
        ...toJson(restored.manifest),
        objects_restored: restored.objects,
        webhooks_held: restored.holdsWebhooks,
        changed_keys: restored.changedKeys ?? null,
      };
      return { json, text: restoredText(restored) };
    },
  );
}

function addPrune(backup: Command): void {
  const command = backup
    .command('prune')
    .description('remove backups older than BACKUP_KEEP, never the newest');
  addAction(command, async (context) => {
    const { keepMs } = requireBackup(context.config);
    const { removed } = await withDatabase(context, (deps) => prune({ ...deps, keepMs }));
    return { json: { removed }, text: `Removed ${counted(removed.length, 'backup')}.` };
  });
}

type SourceDeps = Awaited<ReturnType<typeof backUpDeps>>;

/** Works on the configured database, with the embedded server where there is one. */
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
  return { actor, origin, onPhase: (phase: string) => progress.on(phase) };
}

function toJson(manifest: Manifest) {
  const { id, kind, software, startedAt, finishedAt, isEncrypted, objects, missing } = manifest;
  return {
    id,
    kind,
    version: software,
    started_at: startedAt,
    finished_at: finishedAt,
    encrypted: isEncrypted,
    bytes: bytesOf(manifest),
    objects: objects.count,
    missing,
  };
}

function bytesOf({ database }: Manifest): number {
  return database.reduce((sum, { size }) => sum + size, 0);
}

function line(manifest: Manifest): string {
  const { id, kind, startedAt, isEncrypted, objects } = manifest;
  const megabytes = `${(bytesOf(manifest) / 1e6).toFixed(1)} MB`;
  const how = isEncrypted ? 'encrypted' : 'not encrypted';
  return [id, startedAt, kind, megabytes, counted(objects.count, 'object'), how].join('  ');
}

function problemsOf({ id, problems }: Verification): string {
  return problems.map((problem) => `backup ${id}: ${problem}`).join('\n');
}

function verifiedText({ id, seconds, missing }: Verification): string {
  const good = `Backup ${id} is good: restored and compared in ${seconds.toFixed(1)} s.`;
  return missing.length === 0 ? good : `${good}\nNot in it: ${missing.join(', ')}.`;
}

function restoredText({ manifest, changedKeys, objects, holdsWebhooks }: Restored): string {
  const lines = [
    `Restored backup ${manifest.id} and ${counted(objects, 'object')}. All sessions have ended.`,
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
