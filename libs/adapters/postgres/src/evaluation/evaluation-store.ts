import type {
  EvaluationStore,
  EvaluationText,
  StoredEvaluation,
  Unrealised,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';

const UNREALISED = {
  purchaseId: true,
  evaluatedAt: true,
  deliveredAt: true,
  realisedFrom: true,
  purchase: { select: { customerId: true } },
} as const;

export class PostgresEvaluationStore extends PrismaStore implements EvaluationStore {
  async get(purchaseId: string): Promise<StoredEvaluation | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { evaluatedAt: true, figures: true, realised: true };
    const found = await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found ?? undefined;
  }

  async ofPurchases(
    purchaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredEvaluation>> {
    const where = { purchaseId: { in: purchaseIds.filter(isUuid) } };
    const select = { purchaseId: true, evaluatedAt: true, figures: true, realised: true };
    const found = await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findMany({ where, select }),
    );
    return new Map(found.map(({ purchaseId, ...evaluation }) => [purchaseId, evaluation]));
  }

  async prices(purchaseId: string): Promise<JsonText | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const select = { prices: true };
    const found = await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findUnique({ where: { purchaseId }, select }),
    );
    return found?.prices;
  }

  async add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void> {
    const data = { ...evaluation, purchaseId, evaluatedAt: at };
    await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.createMany({ data, skipDuplicates: true }),
    );
  }

  async unrealised(
    { from, before }: { readonly from: Date; readonly before: Date },
    after: Pick<Unrealised, 'deliveredAt' | 'purchaseId'> | undefined,
    limit: number,
  ): Promise<Unrealised[]> {
    const where = {
      realisedFrom: { not: null },
      deliveredAt: {
        gte: after && after.deliveredAt > from ? after.deliveredAt : from,
        lt: before,
      },
      ...(after && {
        OR: [{ deliveredAt: { gt: after.deliveredAt } }, { purchaseId: { gt: after.purchaseId } }],
      }),
    };
    const found = await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.findMany({
        where,
        select: UNREALISED,
        orderBy: [{ deliveredAt: 'asc' }, { purchaseId: 'asc' }],
        take: limit,
      }),
    );
    return found.map(({ purchase, realisedFrom, ...row }) => {
      return { ...row, customerId: purchase.customerId, realisedFrom: realisedFrom ?? '' };
    });
  }

  async realise(
    purchaseId: string,
    evaluatedAt: Date,
    realised: JsonText,
    realisedFrom: string | null,
  ): Promise<void> {
    if (!isUuid(purchaseId)) return;
    const where = { purchaseId, evaluatedAt };
    await this.prisma(({ purchaseEvaluation }) =>
      purchaseEvaluation.updateMany({ where, data: { realised, realisedFrom } }),
    );
  }
}
