import { SolanoError } from '@solano/domain/kernel';
import type {
  AuditAction,
  AuditEntry,
  AuditSeal,
  AuditSealStore,
  NumberedEntry,
  PurgedRange,
} from '@solano/domain/service';
import type { RunPrisma } from '../database/database.ts';
import { PostgresStore } from '../database/store.ts';
import { Prisma } from '../generated/prisma/browser.ts';
import type {
  AuditEntry as AuditEntryRow,
  AuditSeal as AuditSealRow,
} from '../generated/prisma/client.ts';
import { writeAudit } from './write-audit.ts';

export class PostgresAuditSealStore extends PostgresStore implements AuditSealStore {
  unsealed(limit: number): Promise<NumberedEntry[]> {
    return this.#entries(null, limit);
  }

  entriesOf(number: number): Promise<NumberedEntry[]> {
    return this.#entries(number);
  }

  async uncovered(): Promise<{ count: number; oldest: Date | null }> {
    const { _count, _min } = await this.database.prisma(({ auditEntry }) =>
      auditEntry.aggregate({ where: { seal: null }, _count: { id: true }, _min: { at: true } }),
    );
    return { count: _count.id, oldest: _min.at };
  }

  async newest(): Promise<AuditSeal | undefined> {
    const row = await this.database.prisma(({ auditSeal }) =>
      auditSeal.findFirst({ orderBy: { number: 'desc' } }),
    );
    return row ? toSeal(row) : undefined;
  }

  async list(after: number, limit: number): Promise<AuditSeal[]> {
    const rows = await this.database.prisma(({ auditSeal }) =>
      auditSeal.findMany({
        where: { number: { gt: after } },
        orderBy: { number: 'asc' },
        take: limit,
      }),
    );
    return rows.map(toSeal);
  }

  async add(seal: AuditSeal): Promise<void> {
    const where = { id: { in: seal.entries.map(({ number }) => BigInt(number)) }, seal: null };
    await this.database.transaction(async (_, prisma) => {
      await create(prisma, seal);
      const { count } = await prisma(({ auditEntry }) =>
        auditEntry.updateMany({ where, data: { seal: seal.number } }),
      );
      if (count < seal.entries.length) {
        throw new SolanoError('already_exists', 'An entry has a seal already.');
      }
    });
  }

  async purge(seal: AuditSeal & { purged: PurgedRange }, entry: AuditEntry): Promise<void> {
    const { to } = seal.purged;
    await this.database.transaction(async (run, prisma) => {
      await create(prisma, seal);
      await prisma(({ auditEntry }) => auditEntry.deleteMany({ where: { seal: { lte: to } } }));
      await prisma(({ auditSeal }) => auditSeal.deleteMany({ where: { number: { lte: to } } }));
      await writeAudit(run, entry);
    });
  }

  async #entries(seal: number | null, limit?: number): Promise<NumberedEntry[]> {
    const rows = await this.database.prisma(({ auditEntry }) =>
      auditEntry.findMany({
        where: { seal },
        orderBy: { id: 'asc' },
        ...(limit !== undefined && { take: limit }),
      }),
    );
    return rows.map(toEntry);
  }
}

async function create(prisma: RunPrisma, seal: AuditSeal): Promise<void> {
  const { entries, purged, ...columns } = seal;
  const data = {
    ...columns,
    entries: entries.map(({ number }) => BigInt(number)),
    digests: entries.map(({ digest }) => digest),
    purged: purged ? { ...purged } : Prisma.DbNull,
  };
  await prisma(({ auditSeal }) => auditSeal.create({ data }));
}

function toSeal({ entries, digests, purged, ...columns }: AuditSealRow): AuditSeal {
  return {
    ...columns,
    entries: entries.map((number, i) => ({ number: String(number), digest: digests[i] ?? '' })),
    purged: purged as PurgedRange | null,
  };
}

function toEntry({ id, ...row }: AuditEntryRow): NumberedEntry {
  const { at, actor, customerId, subject, origin, requestId } = row;
  const entry = { at, actor, customerId, subject, origin, requestId };
  return { number: String(id), entry: { ...entry, action: row.action as AuditAction } };
}
