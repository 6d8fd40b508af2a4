import type { AuditEntry, AuditLog, AuditQuery } from '@solano/domain';
import type { MemoryDatabase } from './database.ts';

export class MemoryAuditLog implements AuditLog {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async record(entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of structuredClone(entries)) this.#database.audit.push(entry);
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    const found = this.#database.audit
      .filter((entry) => matches(entry, query))
      .reverse()
      // Those of one instant stay in this order.
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, query.limit);
    return structuredClone(found);
  }
}

function matches(entry: AuditEntry, { customerId, action, since }: AuditQuery): boolean {
  return (
    (customerId === undefined || entry.customerId === customerId) &&
    (action === undefined || entry.action === action) &&
    (!since || entry.at >= since)
  );
}
