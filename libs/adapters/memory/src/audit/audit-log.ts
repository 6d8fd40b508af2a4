import type {
  AuditEntry,
  AuditLog,
  AuditPage,
  AuditPosition,
  AuditQuery,
} from '@solano/domain/service';
import { MemoryStore } from '../database.ts';

export class MemoryAuditLog extends MemoryStore implements AuditLog {
  async record(entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of structuredClone(entries)) this.database.audit.push(entry);
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    return [...(await this.page(query)).entries];
  }

  async page(query: AuditQuery): Promise<AuditPage> {
    const found = this.database.audit
      .map((entry, i) => ({ entry, position: { at: entry.at, number: String(i) } }))
      .filter(({ position }) => !this.database.purgedAudit.has(Number(position.number)))
      .filter(({ entry, position }) => matches(entry, query) && follows(position, query.after))
      .reverse()
      // Those of one instant stay in this order.
      .sort((a, b) => b.position.at.getTime() - a.position.at.getTime())
      .slice(0, query.limit);
    const entries = found.map(({ entry }) => entry);
    return structuredClone({ entries, last: found.at(-1)?.position ?? null });
  }
}

function follows({ at, number }: AuditPosition, after: AuditPosition | undefined): boolean {
  if (!after || at < after.at) return true;
  return at.getTime() === after.at.getTime() && Number(number) < Number(after.number);
}

function matches(entry: AuditEntry, { customerId, action, since }: AuditQuery): boolean {
  return (
    (customerId === undefined || entry.customerId === customerId) &&
    (action === undefined || entry.action === action) &&
    (!since || entry.at >= since)
  );
}
