import type { AuditEntry, AuditLog, AuditQuery } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import type { PostgresDatabase } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { isUuid, requireStorable } from '../database/values.ts';
import { writeAudit } from './write-audit.ts';

/** Entries that are written in one statement. */
const BATCH_SIZE = 500;

const FIELDS = {
  at: true,
  actor: true,
  action: true,
  customerId: true,
  subject: true,
  origin: true,
  requestId: true,
} as const satisfies Record<keyof AuditEntry, true>;

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

  async list({ customerId, action, since, limit }: AuditQuery): Promise<AuditEntry[]> {
    if (customerId !== undefined && !isUuid(customerId)) return [];
    const where = {
      ...(customerId !== undefined && { customerId }),
      ...(action !== undefined && { action }),
      ...(since && { at: { gte: since } }),
    };
    const found = await this.#database.prisma((prisma) =>
      prisma.auditEntry.findMany({
        where,
        select: FIELDS,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    );
    return found as AuditEntry[];
  }
}

function requireRecordable({ actor, subject, origin, requestId, customerId }: AuditEntry): void {
  for (const text of [actor, subject, origin, requestId ?? '']) requireStorable(text);
  if (customerId !== null && !isUuid(customerId)) {
    throw new SolanoError('not_found', `There is no customer ${customerId}.`);
  }
}
