import { SolanoError } from '@solano/domain/kernel';
import type {
  AuditEntry,
  AuditSeal,
  AuditSealStore,
  NumberedEntry,
  PurgedRange,
} from '@solano/domain/service';
import { MemoryStore } from '../database.ts';

export class MemoryAuditSealStore extends MemoryStore implements AuditSealStore {
  async unsealed(limit: number): Promise<NumberedEntry[]> {
    return this.#entries(undefined).slice(0, limit);
  }

  async entriesOf(number: number): Promise<NumberedEntry[]> {
    return this.#entries(number);
  }

  async uncovered(): Promise<{ count: number; oldest: Date | null }> {
    const times = this.#entries(undefined).map(({ entry }) => entry.at.getTime());
    return { count: times.length, oldest: times.length > 0 ? new Date(Math.min(...times)) : null };
  }

  async newest(): Promise<AuditSeal | undefined> {
    return structuredClone(this.#seals().at(-1));
  }

  async list(after: number, limit: number): Promise<AuditSeal[]> {
    const seals = this.#seals().filter(({ number }) => number > after);
    return structuredClone(seals.slice(0, limit));
  }

  async add(seal: AuditSeal): Promise<void> {
    this.#add(seal);
  }

  async purge(seal: AuditSeal & { purged: PurgedRange }, entry: AuditEntry): Promise<void> {
    const { auditSeals, sealOfEntry, purgedAudit } = this.database;
    this.database.audited(entry, () => {
      this.#add(seal);
      for (const [position, number] of sealOfEntry) {
        if (number <= seal.purged.to) purgedAudit.add(position);
      }
      for (const number of auditSeals.keys()) {
        if (number <= seal.purged.to) auditSeals.delete(number);
      }
    });
  }

  #add(seal: AuditSeal): void {
    const { auditSeals, sealOfEntry } = this.database;
    const numbers = seal.entries.map(({ number }) => Number(number));
    if (auditSeals.has(seal.number) || numbers.some((each) => sealOfEntry.has(each))) {
      throw new SolanoError(
        'already_exists',
        'The seal is already stored, or an entry is already sealed.',
      );
    }
    auditSeals.set(seal.number, structuredClone(seal));
    for (const number of numbers) sealOfEntry.set(number, seal.number);
  }

  #seals(): AuditSeal[] {
    return [...this.database.auditSeals.values()].sort((a, b) => a.number - b.number);
  }

  #entries(seal: number | undefined): NumberedEntry[] {
    const { audit, sealOfEntry, purgedAudit } = this.database;
    return audit.flatMap((entry, i) =>
      sealOfEntry.get(i) === seal && !purgedAudit.has(i)
        ? [{ number: String(i), entry: structuredClone(entry) }]
        : [],
    );
  }
}
