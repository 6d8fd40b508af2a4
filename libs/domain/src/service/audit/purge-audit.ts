import { invalidRequest } from '@solano/domain/kernel';
import type { AuditSource } from './audit.ts';
import { type AuditSeal, newSeal, type PurgedRange, type SealDeps, sealAudit } from './seal.ts';

const PAGE = 100;

/**
 * Deletes the entries before an instant, and writes a seal that says what was deleted. Only whole
 * seals go, from the first on: an entry that shares one with a later one stays. Returns what was
 * deleted, undefined if nothing is so old. Errors: `invalid_request` where there is no key to seal
 * with, `store_unavailable`.
 */
export async function purgeAudit(
  deps: SealDeps,
  source: AuditSource,
  before: Date,
): Promise<PurgedRange | undefined> {
  const keyId = deps.sealKeys.currentId;
  if (keyId === undefined) {
    throw invalidRequest('Purging needs SECRETS_KEY, because purged entries are sealed first.');
  }
  await sealAudit(deps);
  const purged = await rangeBefore(deps, before);
  if (!purged) return undefined;
  const seal = newSeal(deps, keyId, await deps.auditSeals.newest(), { entries: [], purged });
  const subject = `entries before ${before.toISOString()}: ${purged.entries}`;
  const entry = { ...source, at: deps.clock(), action: 'audit.purge', customerId: null } as const;
  await deps.auditSeals.purge({ ...seal, purged }, { ...entry, subject });
  return purged;
}

/** The seals from the first on that cover nothing younger; those of purges go with them. */
async function rangeBefore(
  { auditSeals }: SealDeps,
  before: Date,
): Promise<PurgedRange | undefined> {
  let range: PurgedRange | undefined;
  for (;;) {
    const seals = await auditSeals.list(range?.to ?? 0, PAGE);
    for (const seal of seals) {
      if (!isOld(seal, before)) return range;
      range = extended(range, seal);
    }
    if (seals.length < PAGE) return range;
  }
}

function isOld({ newest, sealedAt }: AuditSeal, before: Date): boolean {
  return (newest ?? sealedAt) < before;
}

function extended(range: PurgedRange | undefined, { number, entries, purged, mac }: AuditSeal) {
  const from = Math.min(range?.from ?? number, purged?.from ?? number);
  const count = (range?.entries ?? 0) + entries.length + (purged?.entries ?? 0);
  return { from, to: number, entries: count, mac };
}
