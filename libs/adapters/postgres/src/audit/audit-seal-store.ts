import { SolanoError } from '@solano/domain/kernel';
import type {
  AuditAction,
  AuditEntry,
  AuditSeal,
  AuditSealStore,
  NumberedEntry,
  PurgedRange,
} from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { Prisma } from '../generated/prisma/browser.ts';
import type {
  AuditEntry as AuditEntryRow,
  AuditSeal as AuditSealRow,
} from '../generated/prisma/client.ts';

export class PostgresAuditSealStore extends PrismaStore implements AuditSealStore {
  unsealed(limit: number): Promise<NumberedEntry[]> {
    return this.#entries(null, limit);
  }

  entriesOf(number: number): Promise<NumberedEntry[]> {
    return this.#entries(number);
  }

  async uncovered(): Promise<{ count: number; oldest: Date | null }> {
    const { _count, _min } = await this.prisma(({ auditEntry }) =>
      auditEntry.aggregate({ where: { seal: null }, _count: { id: true }, _min: { at: true } }),
    );
    return { count: _count.id, oldest: _min.at };
  }

  async newest(): Promise<AuditSeal | undefined> {
    const row = await this.prisma(({ auditSeal }) =>
      auditSeal.findFirst({ orderBy: { number: 'desc' } }),
    );
    return row ? toSeal(row) : undefined;
  }

  async list(after: number, limit: number): Promise<AuditSeal[]> {
    const rows = await this.prisma(({ auditSeal }) =>
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
    await this.transaction(async ({ auditSeal, auditEntry }) => {
      await auditSeal.create({ data: toData(seal) });
      const { count } = await auditEntry.updateMany({ where, data: { seal: seal.number } });
      if (count < seal.entries.length) {
        throw new SolanoError(
          'already_exists',
          'The seal is already stored, or an entry is already sealed.',
        );
      }
    });
  }

  async purge(seal: AuditSeal & { purged: PurgedRange }, entry: AuditEntry): Promise<void> {
    const { to } = seal.purged;
    await this.audited(entry, ({ auditSeal, auditEntry }) => [
      auditSeal.create({ data: toData(seal) }),
      auditEntry.deleteMany({ where: { seal: { lte: to } } }),
      auditSeal.deleteMany({ where: { number: { lte: to } } }),
    ]);
  }

  async #entries(seal: number | null, limit?: number): Promise<NumberedEntry[]> {
    const rows = await this.prisma(({ auditEntry }) =>
      auditEntry.findMany({
        where: { seal },
        orderBy: { id: 'asc' },
        ...(limit !== undefined && { take: limit }),
      }),
    );
    return rows.map(toEntry);
  }
}

function toData({ entries, purged, ...columns }: AuditSeal) {
  return {
    ...columns,
    entries: entries.map(({ number }) => BigInt(number)),
    digests: entries.map(({ digest }) => digest),
    purged: purged ? { ...purged } : Prisma.DbNull,
  };
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
