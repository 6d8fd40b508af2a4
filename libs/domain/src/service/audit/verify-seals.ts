import { MINUTE_MS } from '@solano/domain/kernel';
import type { AuditLog } from './audit.ts';
import type { AuditSeal, NumberedEntry, PurgedRange, SealDeps, SealMark } from './seal.ts';
import { digestOf, SEAL_BATCH_SIZE, sealText } from './seal.ts';

const PAGE_SIZE = 100;

/** How long the commit of a change, and so its entry, may come after the entry's time. */
const MAX_COMMIT_DELAY_MS = 15 * MINUTE_MS;

interface VerifyDeps extends SealDeps {
  readonly audit: Pick<AuditLog, 'list'>;
}

/** A copy of a seal where the owner of the database is not the only writer. */
export interface SealWitness extends SealMark {
  /** The place of the note, for messages. */
  readonly source: string;
  readonly at: Date;
}

/** The result of verifying the audit log by its seals. */
export interface SealReport {
  readonly seals: number;
  /** Entries that are as their seals say. */
  readonly covered: number;
  /** Entries that no seal covers yet, and the time of the oldest of them. */
  readonly uncovered: { readonly count: number; readonly oldest: Date | null };
  readonly purged: readonly PurgedRange[];
  /** The newest seal, to be noted elsewhere; null: there is none. */
  readonly last: SealMark | null;
  /** How many of the notes agree. */
  readonly witnessed: number;
  /** Seals that were noted before a restore of the database, which has lost them; a sentence each. */
  readonly lost: readonly string[];
  /** Problems, a sentence each; empty: none. */
  readonly problems: readonly string[];
}

/**
 * Compares the whole audit log with its seals, and those with what was noted of them elsewhere.
 * Errors: `store_unavailable`.
 */
export async function verifySeals(
  deps: VerifyDeps,
  witnesses: readonly SealWitness[] = [],
): Promise<SealReport> {
  const [restore] = await deps.audit.list({ action: 'backup.restore', limit: 1 });
  const chain = new SealChain(deps, new Witnesses(witnesses, restore?.at));
  // Read before the seals: later entries count neither as sealed nor as unsealed.
  const uncovered = await deps.auditSeals.uncovered();
  let after = 0;
  for (;;) {
    const seals = await deps.auditSeals.list(after, PAGE_SIZE);
    for (const seal of seals) await chain.add(seal);
    if (seals.length < PAGE_SIZE) break;
    after = seals.at(-1)?.number ?? after;
  }
  return { ...chain.report(uncovered.oldest), uncovered };
}

/** Checks seals in sequence, and collects the result. */
class SealChain {
  readonly #deps: VerifyDeps;
  readonly #problems: string[] = [];
  readonly #purged: PurgedRange[] = [];
  #first: AuditSeal | undefined;
  #last: AuditSeal | undefined;
  readonly #witnesses: Witnesses;
  /** The last seal that has left no entry without one: later entries are not much older. */
  #drained: AuditSeal | undefined;
  #seals = 0;
  #covered = 0;

  constructor(deps: VerifyDeps, witnesses: Witnesses) {
    this.#deps = deps;
    this.#witnesses = witnesses;
  }

  async add(seal: AuditSeal): Promise<void> {
    this.#first ??= seal;
    this.#seals += 1;
    if (seal.purged) this.#purged.push(seal.purged);
    this.#checkSequence(seal);
    this.#checkMac(seal);
    this.#checkEntries(seal, await this.#deps.auditSeals.entriesOf(seal.number));
    this.#witnesses.see({ seal: seal.number, mac: seal.mac });
    if (seal.entries.length < SEAL_BATCH_SIZE) this.#drained = seal;
    this.#last = seal;
  }

  /** @param oldestUncovered the time of the oldest entry without a seal. */
  report(oldestUncovered: Date | null): Omit<SealReport, 'uncovered'> {
    for (const { to, mac } of this.#purged) this.#witnesses.seePurge({ seal: to, mac });
    if (oldestUncovered && this.#isTooOld(oldestUncovered)) {
      this.#problems.push(tooOld('An entry', oldestUncovered, this.#drained as AuditSeal));
    }
    const { problems: witnessProblems, ...witnessed } = this.#witnesses.report();
    const problems = [...this.#startProblems(), ...this.#problems, ...witnessProblems];
    const last = this.#last ? { seal: this.#last.number, mac: this.#last.mac } : null;
    const counts = { seals: this.#seals, covered: this.#covered };
    return { ...counts, purged: this.#purged, last, ...witnessed, problems };
  }

  #isTooOld(at: Date): boolean {
    const { sealedAt } = this.#drained ?? {};
    return sealedAt !== undefined && at.getTime() < sealedAt.getTime() - MAX_COMMIT_DELAY_MS;
  }

  #checkSequence({ number, previous }: AuditSeal): void {
    const last = this.#last;
    if (!last) return;
    if (number !== last.number + 1) this.#problems.push(missing(last.number + 1, number - 1));
    else if (previous !== last.mac) {
      this.#problems.push(`Seal ${number} does not follow seal ${last.number} as it is.`);
    }
  }

  /** The first seal is the first ever, or what a purge has left. */
  #startProblems(): string[] {
    const first = this.#first;
    if (!first || (first.number === 1 && first.previous === '')) return [];
    const isAfterPurge = this.#purged.some(
      ({ to, mac }) => to === first.number - 1 && mac === first.previous,
    );
    return isAfterPurge ? [] : [missing(1, first.number - 1)];
  }

  #checkMac(seal: AuditSeal): void {
    const mac = this.#deps.sealKeys.mac(seal.keyId, sealText(seal));
    if (mac === undefined) {
      this.#problems.push(
        `Seal ${seal.number} was made with another key: add it to SECRETS_KEY_PREVIOUS.`,
      );
    } else if (mac !== seal.mac) this.#problems.push(`Seal ${seal.number} was changed.`);
  }

  #checkEntries(seal: AuditSeal, entries: readonly NumberedEntry[]): void {
    const found = new Map(entries.map(({ number, entry }) => [number, entry]));
    for (const { number, digest } of seal.entries) {
      const entry = found.get(number);
      found.delete(number);
      if (entry && this.#isTooOld(entry.at)) {
        this.#problems.push(tooOld(`Entry ${number}`, entry.at, this.#drained as AuditSeal));
      }
      if (entry && digestOf(this.#deps.digest, entry) === digest) this.#covered += 1;
      else this.#problems.push(entryProblem(seal, number, entry ? 'was changed' : 'is missing'));
    }
    for (const number of found.keys()) {
      this.#problems.push(entryProblem(seal, number, 'was added'));
    }
  }
}

/** Compares copies of seals with the stored seals. */
class Witnesses {
  readonly #bySeal = new Map<number, SealWitness[]>();
  readonly #restoredAt: Date | undefined;
  readonly #problems: string[] = [];
  readonly #lost: string[] = [];
  #agreeing = 0;

  /** @param restoredAt when the database was restored last: seals after its backup's were lost then. */
  constructor(witnesses: readonly SealWitness[], restoredAt: Date | undefined) {
    this.#restoredAt = restoredAt;
    for (const each of witnesses) {
      this.#bySeal.set(each.seal, [...(this.#bySeal.get(each.seal) ?? []), each]);
    }
  }

  see({ seal, mac }: SealMark): void {
    for (const witness of this.#bySeal.get(seal) ?? []) {
      if (witness.mac === mac) this.#agreeing += 1;
      else this.#note(witness, 'is another one than');
    }
    this.#bySeal.delete(seal);
  }

  /** The seals up to this one were purged: of the others nothing is known any more. */
  seePurge({ seal, mac }: SealMark): void {
    this.see({ seal, mac });
    for (const number of this.#bySeal.keys()) if (number < seal) this.#bySeal.delete(number);
  }

  report(): Pick<SealReport, 'witnessed' | 'lost' | 'problems'> {
    for (const each of [...this.#bySeal.values()].flat())
      this.#note(each, 'is missing, which is in');
    return { witnessed: this.#agreeing, lost: this.#lost, problems: this.#problems };
  }

  #note({ seal, source, at }: SealWitness, what: string): void {
    const sentence = `Seal ${seal} ${what} ${source} of ${at.toISOString()}`;
    const isLost = this.#restoredAt !== undefined && at < this.#restoredAt;
    if (!isLost) this.#problems.push(`${sentence}.`);
    else
      this.#lost.push(
        `${sentence}: the database was restored later, ${this.#restoredAt?.toISOString()}.`,
      );
  }
}

function tooOld(entry: string, at: Date, { number, sealedAt }: AuditSeal): string {
  return `${entry} of ${at.toISOString()} was inserted after seal ${number} of ${sealedAt.toISOString()}, which covers that time.`;
}

function entryProblem({ number, sealedAt }: AuditSeal, entry: string, what: string): string {
  return `Entry ${entry} ${what} since seal ${number} of ${sealedAt.toISOString()}.`;
}

function missing(from: number, to: number): string {
  return from >= to ? `Seal ${to} is missing.` : `Seals ${from} to ${to} are missing.`;
}
