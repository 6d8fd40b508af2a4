import type { AuditSeal, NumberedEntry, PurgedRange, SealDeps } from './seal.ts';
import { digestOf, sealText } from './seal.ts';

const PAGE_SIZE = 100;

type VerifyDeps = Pick<SealDeps, 'auditSeals' | 'sealKeys' | 'digest'>;

/** What the seals say of the audit log. */
export interface SealReport {
  readonly seals: number;
  /** Entries that are as their seals say. */
  readonly covered: number;
  /** Entries that no seal covers yet, and the time of the oldest of them. */
  readonly uncovered: { readonly count: number; readonly oldest: Date | null };
  readonly purged: readonly PurgedRange[];
  /** What is missing or changed, a sentence each; empty: nothing. */
  readonly problems: readonly string[];
}

/** Compares the whole audit log with its seals. Errors: `store_unavailable`. */
export async function verifySeals(deps: VerifyDeps): Promise<SealReport> {
  const chain = new SealChain(deps);
  // Read before the seals: later entries count neither as sealed nor as unsealed.
  const uncovered = await deps.auditSeals.uncovered();
  let after = 0;
  for (;;) {
    const seals = await deps.auditSeals.list(after, PAGE_SIZE);
    for (const seal of seals) await chain.add(seal);
    if (seals.length < PAGE_SIZE) break;
    after = seals.at(-1)?.number ?? after;
  }
  return { ...chain.report(), uncovered };
}

/** Checks seals in sequence, and collects the result. */
class SealChain {
  readonly #deps: VerifyDeps;
  readonly #problems: string[] = [];
  readonly #purged: PurgedRange[] = [];
  #first: AuditSeal | undefined;
  #last: AuditSeal | undefined;
  #seals = 0;
  #covered = 0;

  constructor(deps: VerifyDeps) {
    this.#deps = deps;
  }

  async add(seal: AuditSeal): Promise<void> {
    this.#first ??= seal;
    this.#seals += 1;
    if (seal.purged) this.#purged.push(seal.purged);
    this.#checkSequence(seal);
    this.#checkMac(seal);
    this.#checkEntries(seal, await this.#deps.auditSeals.entriesOf(seal.number));
    this.#last = seal;
  }

  report(): Omit<SealReport, 'uncovered'> {
    const problems = [...this.#startProblems(), ...this.#problems];
    return { seals: this.#seals, covered: this.#covered, purged: this.#purged, problems };
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
      if (entry && digestOf(this.#deps.digest, entry) === digest) this.#covered += 1;
      else this.#problems.push(entryProblem(seal, number, entry ? 'was changed' : 'is missing'));
    }
    for (const number of found.keys()) {
      this.#problems.push(entryProblem(seal, number, 'was added'));
    }
  }
}

function entryProblem({ number, sealedAt }: AuditSeal, entry: string, what: string): string {
  return `Entry ${entry} ${what} since seal ${number} of ${sealedAt.toISOString()}.`;
}

function missing(from: number, to: number): string {
  return from >= to ? `Seal ${to} is missing.` : `Seals ${from} to ${to} are missing.`;
}
