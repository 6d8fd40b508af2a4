import { SolanoError } from '@solano/domain/kernel';
import type {
  AuditAction,
  AuditEntry,
  AuditLog,
  AuditPage,
  AuditQuery,
} from '@solano/domain/service';
import type { PostgresDatabase } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { isUuid, requireStorable } from '../database/values.ts';
import type { AuditEntry as AuditEntryRow } from '../generated/prisma/client.ts';
import { writeAudit } from './write-audit.ts';

/** Entries that are written in one statement. */
const BATCH_SIZE = 500;

const FIELDS = {
  id: true,
  at: true,
  actor: true,
  action: true,
  customerId: true,
  subject: true,
  origin: true,
  requestId: true,
} as const satisfies Record<'id' | keyof AuditEntry, true>;

export class PostgresAuditLog implements AuditLog {
  readonly #database: PostgresDatabase;
  readonly #group: GroupCommit<AuditEntry>;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#group = new GroupCommit((entries) => writeAudit(database.run, ...entries), BATCH_SIZE);
  }

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
    const where = {
      ...(customerId !== undefined && { customerId }),
      ...(action !== undefined && { action }),
      ...(since && { at: { gte: since } }),
      ...(after && {
        OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: BigInt(after.number) } }],
      }),
    };
    const found = await this.#database.prisma((prisma) =>
      prisma.auditEntry.findMany({
        where,
        select: FIELDS,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    );
    const last = found.at(-1);
    return {
      entries: found.map(toEntry),
      last: last ? { at: last.at, number: String(last.id) } : null,
    };
  }
}

function requireRecordable({ actor, subject, origin, requestId, customerId }: AuditEntry): void {
  for (const text of [actor, subject, origin, requestId ?? '']) requireStorable(text);
  if (customerId !== null && !isUuid(customerId)) {
    throw new SolanoError('not_found', `There is no customer ${customerId}.`);
  }
}

function toEntry(row: Omit<AuditEntryRow, 'seal'>): AuditEntry {
  const { at, actor, action, customerId, subject, origin, requestId } = row;
  const entry = { at, actor, customerId, subject, origin, requestId };
  return { ...entry, action: action as AuditAction };
}
