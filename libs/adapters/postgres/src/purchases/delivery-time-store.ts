import type { DeliveryTimeStore, PurchaseTimes } from '@solano/domain/desk';
import { PrismaStore } from '../database/prisma-store.ts';

export class PostgresDeliveryTimeStore extends PrismaStore implements DeliveryTimeStore {
  async withoutTimes(limit: number) {
    const found = await this.prisma(({ purchase }) =>
      purchase.findMany({
        where: { deliversTo: null },
        select: { id: true, series: { select: { json: true } } },
        take: limit,
      }),
    );
    return found.map(({ id, series }) => ({ id, series: series?.json ?? '[]' }));
  }

  async putTimes(times: readonly PurchaseTimes[]): Promise<void> {
    await this.prisma((prisma) =>
      prisma.$transaction(
        times.map(({ id, ...data }) => prisma.purchase.updateMany({ where: { id }, data })),
      ),
    );
  }
}
