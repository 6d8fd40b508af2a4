import type { Clock, Digest } from '@solano/domain/kernel';
import type { AuditEntry } from './audit.ts';

/** Entries of one seal. */
export const SEAL_BATCH_SIZE = 1_000;

/** An entry with the number under which the log has it. */
export interface NumberedEntry {
  /** A whole number. */
  readonly number: string;
  readonly entry: AuditEntry;
}

/** The part of an entry that a seal covers. */
interface SealedEntry {
  readonly number: string;
  /** SHA-256 of the entry, in hexadecimal. */
  readonly digest: string;
}

/** A purge: the range of seals that were removed with the entries that they covered. */
export interface PurgedRange {
  readonly from: number;
  readonly to: number;
  readonly entries: number;
  /** The HMAC of seal `to`, on which the first one that is left builds. */
  readonly mac: string;
}

/**
 * Covers entries of the audit log, and every seal before it by its HMAC: none of them can be changed
 * or removed unseen without the key.
 */
export interface AuditSeal {
  /** Counts from 1 without a gap. */
  readonly number: number;
  readonly sealedAt: Date;
  /** In the order of their numbers. */
  readonly entries: readonly SealedEntry[];
  /** The newest time of its entries; null where it covers none. */
  readonly newest: Date | null;
  /** The purge before; null: none. */
  readonly purged: PurgedRange | null;
  /** The HMAC of the seal before; empty where this is the first. */
  readonly previous: string;
  readonly keyId: string;
  /** HMAC-SHA-256 of all this, in hexadecimal. */
  readonly mac: string;
}

/** A copy of a seal that is kept elsewhere: it fixes every seal before it. */
export interface SealMark {
  /** Its number: how many seals there were. */
  readonly seal: number;
  /** Its HMAC. */
  readonly mac: string;
}

/** The keys that seal. */
export interface SealKeys {
  /** Id of the key that makes new seals; undefined: nothing is sealed. */
  readonly currentId: string | undefined;
  /** HMAC-SHA-256 in hexadecimal; undefined if the key is not known. */
  mac(keyId: string, text: string): string | undefined;
}

/** Keeps the seals of the audit log. Errors: `store_unavailable`. */
export interface AuditSealStore {
  /** Entries without a seal, those of changes that are committed, in the order of their numbers. */
  unsealed(limit: number): Promise<NumberedEntry[]>;
  /** How many entries have no seal, and the time of the oldest of them. */
  uncovered(): Promise<{ readonly count: number; readonly oldest: Date | null }>;
  newest(): Promise<AuditSeal | undefined>;
  /**
   * Adds a seal along with what it covers, all or nothing. Errors: `already_exists` where there is one
   * of its number or over one of its entries.
   */
  add(seal: AuditSeal): Promise<void>;
  /** Seals after a number, in their order. */
  list(after: number, limit: number): Promise<AuditSeal[]>;
  /** The entries that are marked as a seal's, in the order of their numbers. */
  entriesOf(number: number): Promise<NumberedEntry[]>;
  /**
   * Adds a seal that says what was purged, writes the entry, and deletes those seals and their entries,
   * all or nothing. Errors: `already_exists`.
   */
  purge(seal: AuditSeal & { readonly purged: PurgedRange }, entry: AuditEntry): Promise<void>;
}

export interface SealDeps {
  readonly auditSeals: AuditSealStore;
  readonly sealKeys: SealKeys;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** Covers every entry that has no seal. Without a key nothing is sealed. Errors: `store_unavailable`. */
export async function sealAudit(deps: SealDeps): Promise<void> {
  const keyId = deps.sealKeys.currentId;
  if (keyId === undefined) return;
  for (;;) {
    const entries = await deps.auditSeals.unsealed(SEAL_BATCH_SIZE);
    if (entries.length === 0) return;
    const seal = newSeal(deps, keyId, await deps.auditSeals.newest(), { entries });
    await deps.auditSeals.add(seal);
    if (entries.length < SEAL_BATCH_SIZE) return;
  }
}

/** The next seal. */
export function newSeal(
  { sealKeys, digest, clock }: SealDeps,
  keyId: string,
  last: Pick<AuditSeal, 'number' | 'mac'> | undefined,
  covered: { readonly entries: readonly NumberedEntry[]; readonly purged?: PurgedRange },
): AuditSeal {
  const times = covered.entries.map(({ entry }) => entry.at.getTime());
  const seal = {
    number: (last?.number ?? 0) + 1,
    sealedAt: clock(),
    entries: covered.entries.map((each) => ({
      number: each.number,
      digest: digestOf(digest, each.entry),
    })),
    newest: times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : null,
    purged: covered.purged ?? null,
    previous: last?.mac ?? '',
    keyId,
  };
  return { ...seal, mac: sealKeys.mac(keyId, sealText(seal)) ?? '' };
}

/** The signed part of a seal. */
export function sealText(seal: Omit<AuditSeal, 'mac'>): string {
  const { number, sealedAt, entries, newest, purged, previous, keyId } = seal;
  const covered = entries.map((entry) => [entry.number, entry.digest]);
  const left = purged && [purged.from, purged.to, purged.entries, purged.mac];
  return JSON.stringify([number, sealedAt, covered, newest, left, previous, keyId]);
}

/** SHA-256 of all that an entry says, in hexadecimal. */
export function digestOf(digest: Digest, entry: AuditEntry): string {
  const { at, actor, action, customerId, subject, origin, requestId } = entry;
  return digest(JSON.stringify([at, actor, action, customerId, subject, origin, requestId]));
}
