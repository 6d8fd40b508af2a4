import type { PriceModel, PriceModelStore } from '@solano/domain/market';
import type { PostgresDatabase } from '../database/database.ts';

export class PostgresPriceModelStore implements PriceModelStore {
  readonly #database: Pick<PostgresDatabase, 'prisma'>;

  constructor(database: Pick<PostgresDatabase, 'prisma'>) {
    this.#database = database;
  }

  async add({ digest, content }: PriceModel): Promise<void> {
    const data = [{ digest, content }];
    await this.#database.prisma(({ priceModel }) =>
      priceModel.createMany({ data, skipDuplicates: true }),
    );
  }

  async get(digest: string): Promise<PriceModel | undefined> {
    const found = await this.#database.prisma(({ priceModel }) =>
      priceModel.findUnique({ where: { digest } }),
    );
    return found ?? undefined;
  }
}
