import type { FailureCount, FailureReader } from '@solano/domain/operations';
import { PrismaStore } from '../database/prisma-store.ts';

export class PostgresFailureReader extends PrismaStore implements FailureReader {
  async failedPurchases(since: Date, limit: number): Promise<FailureCount[]> {
    const groups = await this.prisma(({ purchase }) =>
      purchase.groupBy({
        by: ['customerId', 'error'],
        where: { status: 'failed', updatedAt: { gte: since } },
        _count: true,
        _max: { updatedAt: true },
        orderBy: { _max: { updatedAt: 'desc' } },
        take: limit,
      }),
    );
    return groups.map(({ customerId, error, _count: count, _max }) => {
      return { customerId, reason: error, count, newestAt: _max.updatedAt ?? since };
    });
  }

  async failedDeliveries(since: Date, limit: number): Promise<FailureCount[]> {
    return this.prisma(async ({ webhook, webhookDelivery }) => {
      const groups = await webhookDelivery.groupBy({
        by: ['webhookId', 'error'],
        where: { status: 'failed', settledAt: { gte: since } },
        _count: true,
        _max: { settledAt: true },
        orderBy: { _max: { settledAt: 'desc' } },
        take: limit,
      });
      const id = { in: [...new Set(groups.map(({ webhookId }) => webhookId))] };
      const owners = await webhook.findMany({
        where: { id },
        select: { id: true, customerId: true },
      });
      const customers = new Map(owners.map((owner) => [owner.id, owner.customerId]));
      return groups.flatMap(({ webhookId, error, _count: count, _max }) => {
        const customerId = customers.get(webhookId);
        const newestAt = _max.settledAt ?? since;
        return customerId === undefined ? [] : [{ customerId, reason: error, count, newestAt }];
      });
    });
  }
}
