import type { FailureCount, FailureReader } from '@solano/domain/operations';
import { MemoryStore } from '../database.ts';

interface Failure {
  readonly customerId: string;
  readonly reason: string;
  readonly at: Date;
}

export class MemoryFailureReader extends MemoryStore implements FailureReader {
  async failedPurchases(since: Date, limit: number): Promise<FailureCount[]> {
    const purchases = [...this.database.purchases.values()].map(({ purchase }) => purchase);
    const failed = purchases.filter(({ status }) => status === 'failed');
    return counted(
      failed.map(({ customerId, error, updatedAt }) => ({
        customerId,
        reason: error,
        at: updatedAt,
      })),
      since,
      limit,
    );
  }

  async failedDeliveries(since: Date, limit: number): Promise<FailureCount[]> {
    const { webhooks, deliveries } = this.database;
    const failed = [...deliveries.values()].flatMap(({ webhookId, status, settledAt, error }) => {
      const customerId = webhooks.get(webhookId)?.customerId;
      if (status !== 'failed' || !settledAt || customerId === undefined) return [];
      return [{ customerId, reason: error, at: settledAt }];
    });
    return counted(failed, since, limit);
  }
}

function counted(failures: readonly Failure[], since: Date, limit: number): FailureCount[] {
  const recent = failures.filter(({ at }) => at >= since);
  const groups = Map.groupBy(recent, ({ customerId, reason }) => `${customerId} ${reason}`);
  const counts = [...groups.values()].map((group) => {
    const { customerId, reason } = group[0] as Failure;
    const newestAt = new Date(Math.max(...group.map(({ at }) => at.getTime())));
    return { customerId, reason, count: group.length, newestAt };
  });
  counts.sort((a, b) => b.newestAt.getTime() - a.newestAt.getTime());
  return counts.slice(0, limit);
}
