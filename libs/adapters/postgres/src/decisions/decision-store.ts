import type { Decision, DecisionStore } from '@solano/domain/desk';
import type { AuditEntry, NewDelivery } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma, PurchaseDecision } from '../generated/prisma/client.ts';
import { writeDeliveries } from '../webhooks/webhook-store.ts';

export class PostgresDecisionStore extends PrismaStore implements DecisionStore {
  async add(
    purchaseId: string,
    { idmodel, note, decidedAt, decidedBy, tooLate = [] }: Decision,
    { entry, deliveries }: { entry: AuditEntry; deliveries: readonly NewDelivery[] },
  ): Promise<void> {
    const late = { tooLate: [...tooLate] };
    const data = { purchaseId, idmodel, note, at: decidedAt, by: decidedBy, ...late };
    await this.transaction(async (prisma) => {
      await prisma.purchaseDecision.create({ data });
      await prisma.auditEntry.create({ data: entry });
      await writeDeliveries(prisma, deliveries, purchaseId);
    });
  }

  async list(purchaseId: string): Promise<Decision[]> {
    if (!isUuid(purchaseId)) return [];
    const found = await this.prisma(({ purchaseDecision }) =>
      purchaseDecision.findMany({ where: { purchaseId }, orderBy: { sequence: 'asc' } }),
    );
    return found.map(toDecision);
  }

  newest(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    return this.#newestOf(purchaseIds, {});
  }

  newestInTime(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    return this.#newestOf(purchaseIds, { tooLate: { isEmpty: true } });
  }

  async #newestOf(
    purchaseIds: readonly string[],
    where: Prisma.PurchaseDecisionWhereInput,
  ): Promise<ReadonlyMap<string, Decision>> {
    const ids = purchaseIds.filter(isUuid);
    if (ids.length === 0) return new Map();
    const newest = await this.prisma(({ purchaseDecision }) =>
      purchaseDecision.findMany({
        where: { ...where, purchaseId: { in: ids } },
        distinct: ['purchaseId'],
        orderBy: { sequence: 'desc' },
      }),
    );
    return new Map(newest.map((row) => [row.purchaseId, toDecision(row)]));
  }
}

function toDecision({ idmodel, note, at, by, tooLate }: PurchaseDecision): Decision {
  const sessions = tooLate as NonNullable<Decision['tooLate']>;
  const late = sessions.length > 0 && { tooLate: sessions };
  return { idmodel, note, decidedAt: at, decidedBy: by, ...late };
}
