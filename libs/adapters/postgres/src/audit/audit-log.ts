import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, AuditLog, AuditPage, AuditQuery } from '@solano/domain/service';
import { GroupCommit } from '../database/group-commit.ts';
import type { RowOf } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isUuid, requireStorable } from '../database/values.ts';
import { PAGE, type PAGE_ROW } from './audit-statements.ts';
import { writeAudit } from './write-audit.ts';

/** Entries that are written in one statement. */
const BATCH_SIZE = 500;

export class PostgresAuditLog extends StatementStore implements AuditLog {
  readonly #group = new GroupCommit<AuditEntry>(
    (entries) => writeAudit(this.database.run, ...entries),
    BATCH_SIZE,
  );

  async record(entries: readonly AuditEntry[]): Promise<void> {
    // What cannot be stored is to be rejected before it spoils the others of its group.
    for (const entry of entries) requireRecordable(entry);
    if (entries.length > 0) await this.#group.add(entries);
  }

  async list(query: AuditQuery): Promise<AuditEntry[]> {
    return [...(await this.page(query)).entries];
  }

  async page({ customerId, action, since, limit, after }: AuditQuery): Promise<AuditPage> {
    if (customerId !== undefined && !isUuid(customerId)) return { entries: [], last: null };
    const filters = [customerId ?? null, action ?? null, since ?? null];
    const position = [after?.at ?? null, after?.number ?? null];
    const found = await this.database.run(PAGE, [...filters, ...position, limit]);
    const last = found.at(-1);
    return {
      entries: found.map(toEntry),
      last: last ? { at: last.at, number: last.number } : null,
    };
  }
}

function requireRecordable({ actor, subject, origin, requestId, customerId }: AuditEntry): void {
  for (const text of [actor, subject, origin, requestId ?? '']) requireStorable(text);
  if (customerId !== null && !isUuid(customerId)) {
    throw new SolanoError('not_found', `There is no customer ${customerId}.`);
  }
}

function toEntry(row: RowOf<typeof PAGE_ROW>): AuditEntry {
  const { number: _, ...entry } = row;
  return entry;
}
