import type { Figures, Manifest, RunningDigest, Verification } from './backup.ts';
import { databaseOf, requireReadable } from './readable.ts';
import type { PrepareDeps } from './restore.ts';
import { type BackupChoice, chooseBackup, instantOf } from './restore-point.ts';
import type { DamagedBackup } from './target.ts';

interface VerifyDeps extends PrepareDeps {
  readonly newDigest: () => RunningDigest;
}

export interface VerifyOptions extends Pick<BackupChoice, 'id'> {
  /** Whether a backup without encryption is verified though there is a key. */
  readonly acceptsPlain: boolean;
}

/** The findings, and newer backups that cannot be used. */
export interface Verified extends Verification {
  readonly passedOver: readonly DamagedBackup[];
}

/**
 * Restores a backup into a throw-away database, compares it with what the backup says, reads every
 * object, and notes the result with the backup. Errors: `not_found`, `objects_unavailable`,
 * `invalid_request` for a backup that cannot be judged here: without its key, or of a newer release.
 */
export async function verify(
  deps: VerifyDeps,
  options: VerifyOptions = { acceptsPlain: false },
): Promise<Verified> {
  const { manifest, passedOver } = await chooseBackup(deps.target, { id: options.id });
  requireReadable(deps, manifest, options);
  const startedAt = deps.clock();
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<readonly string[]>) => {
    deps.onPhase(what);
    try {
      problems.push(...(await work()));
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  await attempt('restoring the database', () => verifyDatabase(deps, manifest));
  await attempt('reading the objects', () => verifyObjects(deps, manifest));
  const at = deps.clock();
  const verification = {
    id: manifest.id,
    at: at.toISOString(),
    problems,
    missing: manifest.missing,
    seconds: (at.getTime() - startedAt.getTime()) / 1_000,
  };
  await deps.target.noteVerification(verification);
  return { ...verification, passedOver };
}

async function verifyDatabase(deps: VerifyDeps, manifest: Manifest): Promise<string[]> {
  const point = { kind: 'backup' } as const;
  await using prepared = await deps.database.prepare(databaseOf(deps, { manifest, point }));
  const problems = differences(manifest.figures, await prepared.figures());
  const { actor, origin } = deps;
  await prepared.finish({
    at: deps.clock(),
    backup: manifest.id,
    point,
    until: instantOf(manifest),
    actor,
    origin,
    overwrites: false,
    holdsWebhooks: true,
    keysBefore: null,
  });
  return problems;
}

/** Differences between the figures of a backup and those of the database restored from it. */
export function differences(expected: Figures, found: Figures): string[] {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)]);
  const tables = [...names].flatMap((name) => {
    const [before, after] = [expected.tables[name], found.tables[name]];
    if (before?.rows !== after?.rows) {
      return `table ${name}: ${after?.rows ?? 'no'} rows instead of ${before?.rows ?? 'none'}`;
    }
    return before?.digest === after?.digest ? [] : `table ${name}: another content`;
  });
  const isSame = JSON.stringify(expected.newestAudit) === JSON.stringify(found.newestAudit);
  const problems = isSame ? tables : [...tables, 'the newest audit entry is another one'];
  const isSealed = expected.newestSeal === undefined || isSameSeal(expected, found);
  return isSealed ? problems : [...problems, 'the newest seal of the audit log is another one'];
}

function isSameSeal({ newestSeal: a }: Figures, { newestSeal: b }: Figures): boolean {
  return a?.seal === b?.seal && a?.mac === b?.mac;
}

async function verifyObjects(deps: VerifyDeps, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for await (const object of deps.target.contents(manifest)) {
    const digest = deps.newDigest();
    try {
      for await (const chunk of deps.target.readBlob(manifest, object)) digest.add(chunk);
      if (digest.end() !== object.digest) problems.push(`object ${object.key}: another content`);
    } catch (error) {
      problems.push(`object ${object.key}: ${(error as Error).message}`);
    }
  }
  return problems;
}
