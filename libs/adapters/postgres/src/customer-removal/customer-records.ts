import type { StrategySetting } from '@solano/domain/desk';
import type { DeliveredConsumption } from '@solano/domain/energy';
import type {
  CustomerRecord,
  CustomerRecords,
  OwnedPortfolioSettings,
  OwnedSettings,
} from '@solano/domain/operations';
import type { AuditEntry, Portfolio } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { toPortfolioSettings } from '../settings/settings-store.ts';

/** Removes up to `limit` of a customer's rows; what refers to them goes with them. */
type Removal = (
  prisma: Prisma.TransactionClient,
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
  measurement_uploads: ({ fileUpload }, customerId, limit) =>
    fileUpload.deleteMany({ where: { customerId }, limit }),
  measured_series: ({ measuredSeries }, customerId, limit) =>
    measuredSeries.deleteMany({ where: { customerId }, limit }),
  traded_days: ({ tradedDay }, customerId, limit) =>
    tradedDay.deleteMany({ where: { portfolio: { customerId } }, limit }),
  deviations: ({ deviationPortfolio }, customerId, limit) =>
    deviationPortfolio.deleteMany({ where: { customerId }, limit }),
  portfolio_settings: ({ portfolioSettings }, customerId, limit) =>
    portfolioSettings.deleteMany({ where: { customerId }, limit }),
  delivered_forecasts: ({ deliveredForecast }, customerId, limit) =>
    deliveredForecast.deleteMany({ where: { plant: { customerId } }, limit }),
  plants: ({ plant }, customerId, limit) => plant.deleteMany({ where: { customerId }, limit }),
  strategy_versions: ({ strategySetting }, customerId, limit) =>
    strategySetting.deleteMany({ where: { customerId }, limit }),
  backtests: ({ backtest }, customerId, limit) =>
    backtest.deleteMany({ where: { customerId }, limit }),
  predictions: ({ pricePrediction }, owner, limit) =>
    pricePrediction.deleteMany({ where: { owner }, limit }),
  realised_prices: ({ realisedPrice }, owner, limit) =>
    realisedPrice.deleteMany({ where: { owner }, limit }),
  imbalance_prices: ({ syntheticImbalancePrice }, customerId, limit) =>
    syntheticImbalancePrice.deleteMany({ where: { customerId }, limit }),
};

export class PostgresCustomerRecords extends PrismaStore implements CustomerRecords {
  async purchaseIds(customerId: string, limit: number, after?: string): Promise<string[]> {
    if (!isUuid(customerId)) return [];
    const where = { customerId, ...(after !== undefined && { id: { gt: after } }) };
    const found = await this.prisma(({ purchase }) =>
      purchase.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: limit }),
    );
    return found.map(({ id }) => id);
  }

  async settings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedSettings[]> {
    if (!isUuid(customerId)) return [];
    const found = await this.prisma(({ strategySetting }) =>
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

  async consumptions(customerId: string): Promise<DeliveredConsumption[]> {
    if (!isUuid(customerId)) return [];
    const found = await this.prisma(({ measuredSeries }) =>
      measuredSeries.findMany({
        where: { customerId, plantId: null },
        select: { user: true, retailer: true, group: true, firstStart: true },
      }),
    );
    return found.map(({ user, retailer, group, firstStart }) => {
      return {
        kind: 'consumption',
        user: user ?? '',
        retailer: retailer ?? '',
        group: group ?? '',
        firstStart,
      };
    });
  }

  async tradedPortfolios(customerId: string): Promise<Portfolio[]> {
    if (!isUuid(customerId)) return [];
    return this.prisma(({ tradedPortfolio }) =>
      tradedPortfolio.findMany({ where: { customerId }, select: { user: true, retailer: true } }),
    );
  }

  async portfolioSettings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedPortfolioSettings[]> {
    if (!isUuid(customerId)) return [];
    const page = { orderBy: { portfolio: 'asc' as const }, skip: offset, take: limit };
    const found = await this.prisma(({ portfolioSettings }) =>
      portfolioSettings.findMany({ where: { customerId }, ...page }),
    );
    return found.map((row) => {
      const { user, retailer } = row;
      return { user, retailer, settings: toPortfolioSettings(row) };
    });
  }

  async removeSome(
    customerId: string,
    kind: CustomerRecord,
    limit: number,
    entry: (count: number) => AuditEntry,
  ): Promise<number> {
    if (!isUuid(customerId)) return 0;
    return this.transaction(async (prisma) => {
      const { count } = await REMOVALS[kind](prisma, customerId, limit);
      if (count > 0) await prisma.auditEntry.create({ data: entry(count) });
      return count;
    });
  }

  async remove(customerId: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(customerId)) return false;
    const where = { owner: customerId };
    return this.changeAudited(entry, async (prisma) => {
      await prisma.pricePrediction.deleteMany({ where });
      await prisma.realisedPrice.deleteMany({ where });
      await prisma.priceRevision.deleteMany({ where });
      return prisma.customer.deleteMany({ where: { id: customerId } });
    });
  }
}
