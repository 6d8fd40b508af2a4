import type { PriceModel, PriceModelStore } from '@solano/domain/market';
import { MemoryStore } from '../database.ts';

export class MemoryPriceModelStore extends MemoryStore implements PriceModelStore {
  async add({ digest, content }: PriceModel): Promise<void> {
    const { priceModels } = this.database;
    if (!priceModels.has(digest)) priceModels.set(digest, content);
  }

  async get(digest: string): Promise<PriceModel | undefined> {
    const content = this.database.priceModels.get(digest);
    return content === undefined ? undefined : { digest, content };
  }
}
