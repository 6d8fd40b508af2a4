import type { AuditEntry, StrategyOwner, StrategySetting, StrategyStore } from '@solano/domain';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export class PostgresStrategyStore implements StrategyStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async get(owner: StrategyOwner): Promise<readonly StrategySetting[]> {
    const { customerId, user, retailer } = owner;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return [];
    const where = whereOwner(owner);
    const found = await this.#database.prisma((prisma) => {
      return prisma.strategySetting.findUnique({ where });
    });
    return (found?.settings ?? []) as unknown as StrategySetting[];
  }

  async put(
    owner: StrategyOwner,
    given: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<void> {
    const { customerId, user, retailer } = owner;
    const settings = given as unknown as Prisma.InputJsonValue;
    const where = whereOwner(owner);
    const create = { customerId, user, retailer, settings };
    await this.#database.transaction(async (run, prisma) => {
      await prisma(({ strategySetting }) => {
        return strategySetting.upsert({ where, create, update: { settings } });
      });
      await writeAudit(run, entry);
    });
  }
}

/** Other fields that an owner's object may have, as a purchase has, are none of the key. */
function whereOwner({ customerId, user, retailer }: StrategyOwner) {
  return { customerId_user_retailer: { customerId, user, retailer } };
}
