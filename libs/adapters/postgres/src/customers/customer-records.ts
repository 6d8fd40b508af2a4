import type { StrategySetting } from '@solano/domain/desk';
import type { CustomerRecord, CustomerRecords, OwnedSettings } from '@solano/domain/operations';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import type { TransactionClient } from '../database/database.ts';
import { PostgresStore } from '../database/store.ts';
import { isUuid } from '../database/values.ts';

/** Removes up to `limit` of a customer's rows; what refers to them goes with them. */
type Removal = (
  prisma: TransactionClient,
  customerId: string,
  limit: number,
) => Promise<{ readonly count: number }>;

const REMOVALS: Readonly<Record<CustomerRecord, Removal>> = {
  keys: ({ apiKey }, customerId, limit) => apiKey.deleteMany({ where: { customerId }, limit }),
  messages: ({ webhookDelivery }, customerId, limit) =>
    webhookDelivery.deleteMany({ where: { webhook: { customerId } }, limit }),
  webhooks: ({ webhook }, customerId, limit) =>
    webhook.deleteMany({ where: { customerId }, limit }),
  purchases: ({ purchase }, customerId, limit) =>
    purchase.deleteMany({ where: { customerId }, limit }),
  outage_uploads: ({ outageUpload }, customerId, limit) =>
    outageUpload.deleteMany({ where: { customerId }, limit }),
  unavailabilities: ({ unavailability }, customerId, limit) =>
    unavailability.deleteMany({ where: { customerId }, limit }),
  plants: ({ plant }, customerId, limit) => plant.deleteMany({ where: { customerId }, limit }),
  strategy_versions: ({ strategySetting }, customerId, limit) =>
    strategySetting.deleteMany({ where: { customerId }, limit }),
  backtests: ({ backtest }, customerId, limit) =>
    backtest.deleteMany({ where: { customerId }, limit }),
  predictions: ({ pricePrediction }, owner, limit) =>
    pricePrediction.deleteMany({ where: { owner }, limit }),
  realised_prices: ({ realisedPrice }, owner, limit) =>
    realisedPrice.deleteMany({ where: { owner }, limit }),
};

export class PostgresCustomerRecords extends PostgresStore implements CustomerRecords {
  async purchaseIds(customerId: string, limit: number, after?: string): Promise<string[]> {
    if (!isUuid(customerId)) return [];
    const where = { customerId, ...(after !== undefined && { id: { gt: after } }) };
    const found = await this.database.prisma(({ purchase }) =>
      purchase.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: limit }),
    );
    return found.map(({ id }) => id);
  }

  async settings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedSettings[]> {
    if (!isUuid(customerId)) return [];
    const found = await this.database.prisma(({ strategySetting }) =>
      strategySetting.findMany({
        where: { customerId },
        orderBy: [{ user: 'asc' }, { retailer: 'asc' }, { version: 'asc' }],
        skip: offset,
        take: limit,
      }),
    );
    return found.map((row) => {
      const { user, retailer, version } = row;
      const settings = row.settings as unknown as readonly StrategySetting[];
      return { customerId, user, retailer, version, settings };
    });
  }

  async removeSome(
    customerId: string,
    kind: CustomerRecord,
    limit: number,
    entry: (count: number) => AuditEntry,
  ): Promise<number> {
    if (!isUuid(customerId)) return 0;
    const remove = REMOVALS[kind];
    return this.database.transaction(async (run, prisma) => {
      const { count } = await prisma((client) => remove(client, customerId, limit));
      if (count > 0) await writeAudit(run, entry(count));
      return count;
    });
  }

  async remove(customerId: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(customerId)) return false;
    const where = { owner: customerId };
    return this.database.transaction(async (run, prisma) => {
      await prisma(({ pricePrediction }) => pricePrediction.deleteMany({ where }));
      await prisma(({ realisedPrice }) => realisedPrice.deleteMany({ where }));
      await prisma(({ priceRevision }) => priceRevision.deleteMany({ where }));
      const removed = await prisma(({ customer }) =>
        customer.deleteMany({ where: { id: customerId } }),
      );
      if (removed.count > 0) await writeAudit(run, entry);
      return removed.count > 0;
    });
  }
}
