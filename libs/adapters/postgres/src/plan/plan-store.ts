import type { BidSet, PlanChange, PlanStage, PlanStore, StoredPlan } from '@solano/domain/desk';
import type { NewDelivery } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma, PurchasePlanStage, SupersededBids } from '../generated/prisma/client.ts';
import { dateOf, dayOf } from '../market-data/market-data-rows.ts';
import { writeDeliveries } from '../webhooks/webhook-store.ts';

export class PostgresPlanStore extends PrismaStore implements PlanStore {
  async get(purchaseId: string): Promise<StoredPlan | undefined> {
    if (!isUuid(purchaseId)) return undefined;
    const found = await this.prisma(({ purchasePlan }) =>
      purchasePlan.findUnique({ where: { purchaseId }, include: { stages: true } }),
    );
    if (!found) return undefined;
    const { revision, computedFrom, stages } = found;
    return { revision, computedFrom, stages: stages.map(toStage) };
  }

  async computedFrom(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const where = { purchaseId: { in: purchaseIds.filter(isUuid) } };
    const select = { purchaseId: true, computedFrom: true };
    const found = await this.prisma(({ purchasePlan }) => purchasePlan.findMany({ where, select }));
    return new Map(found.map((each) => [each.purchaseId, each.computedFrom]));
  }

  async superseded(purchaseId: string): Promise<readonly BidSet[]> {
    if (!isUuid(purchaseId)) return [];
    const rows = await this.prisma(({ supersededBids }) =>
      supersededBids.findMany({
        where: { purchaseId },
        orderBy: [{ day: 'asc' }, { session: 'asc' }, { revision: 'asc' }],
      }),
    );
    return rows.map(toBidSet);
  }

  async save(
    purchaseId: string,
    { after, computedFrom, stages, superseded }: PlanChange,
    deliveries: readonly NewDelivery[],
  ): Promise<boolean> {
    if (!isUuid(purchaseId)) return false;
    return this.transaction(async (prisma) => {
      const purchase = await prisma.purchase.findUnique({ where: { id: purchaseId } });
      if (!purchase) return false;
      const plan = { purchaseId, revision: after + 1, computedFrom };
      const { count } =
        after === 0
          ? await prisma.purchasePlan.createMany({ data: plan, skipDuplicates: true })
          : await prisma.purchasePlan.updateMany({
              where: { purchaseId, revision: after },
              data: plan,
            });
      if (count === 0) return false;
      const rows = stages.map((stage) => toRow(purchaseId, stage));
      const replaced = rows.map(({ day, session }) => ({ day, session }));
      await prisma.purchasePlanStage.deleteMany({ where: { purchaseId, OR: replaced } });
      await prisma.purchasePlanStage.createMany({ data: rows });
      const sets = superseded.map(({ date, bids, ...set }) => {
        return { ...set, purchaseId, day: dateOf(date), bids: JSON.stringify(bids) };
      });
      await prisma.supersededBids.createMany({ data: sets });
      await writeDeliveries(prisma, deliveries, purchaseId);
      return true;
    });
  }
}

function toRow(
  purchaseId: string,
  { date, bids, result, executed, ...stage }: PlanStage,
): Prisma.PurchasePlanStageCreateManyInput {
  return {
    ...stage,
    purchaseId,
    day: dateOf(date),
    bids: JSON.stringify(bids),
    result: result && JSON.stringify(result),
    executed: executed && JSON.stringify(executed),
  };
}

function toBidSet({
  day,
  session,
  revision,
  madeAt,
  bids,
}: PurchasePlanStage | SupersededBids): BidSet {
  return {
    revision,
    madeAt,
    date: dayOf(day),
    session: session as BidSet['session'],
    bids: JSON.parse(bids) as BidSet['bids'],
  };
}

function toStage(row: PurchasePlanStage): PlanStage {
  const { basis, result, executed } = row;
  return {
    ...toBidSet(row),
    basis,
    result: result === null ? null : resultOf(result),
    executed: executed === null ? null : (JSON.parse(executed) as PlanStage['executed']),
  };
}

function resultOf(json: string): PlanStage['result'] {
  const result = JSON.parse(json) as NonNullable<PlanStage['result']>;
  return { ...result, at: new Date(result.at) };
}
