import type { PriceModel, PriceModelStore } from '@solano/domain/market';
import { PrismaStore } from '../database/prisma-store.ts';

export class PostgresPriceModelStore extends PrismaStore implements PriceModelStore {
  async add({ digest, content }: PriceModel): Promise<void> {
    const data = [{ digest, content }];
    await this.prisma(({ priceModel }) => priceModel.createMany({ data, skipDuplicates: true }));
  }

  async get(digest: string): Promise<PriceModel | undefined> {
    const found = await this.prisma(({ priceModel }) =>
      priceModel.findUnique({ where: { digest } }),
    );
    return found ?? undefined;
  }
}
