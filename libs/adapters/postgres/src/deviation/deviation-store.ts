import type { DeviationStore, MeasuredPortfolio, PublishedDay } from '@solano/domain/desk';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { NewDelivery, Portfolio } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import { portfolioKey } from '../measurements/series-key.ts';
import { writeDeliveries } from '../webhooks/webhook-store.ts';

export class PostgresDeviationStore extends PrismaStore implements DeviationStore {
  async portfolios(): Promise<MeasuredPortfolio[]> {
    const found = await this.prisma(({ measuredSeries }) =>
      measuredSeries.groupBy({
        by: ['customerId', 'user', 'retailer'],
        where: { portfolio: { not: null } },
        _min: { firstStart: true },
        _sum: { revision: true },
      }),
    );
    return found.map(({ customerId, user, retailer, _min, _sum }) => ({
      customerId,
      user: user ?? '',
      retailer: retailer ?? '',
      firstStart: _min.firstStart as Date,
      revision: _sum.revision as number,
    }));
  }

  async computedFrom(customerId: string, portfolio: Portfolio): Promise<string | undefined> {
    if (!isUuid(customerId)) return undefined;
    const found = await this.prisma(({ deviationPortfolio }) =>
      deviationPortfolio.findUnique({ where: whereOf(customerId, portfolio) }),
    );
    return found?.computedFrom;
  }

  async revisions(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
  ): Promise<PublishedDay[]> {
    if (!isUuid(customerId)) return [];
    const owner = { customerId, portfolio: portfolioKey(portfolio) };
    const day = { gte: new Date(from), lte: new Date(to) };
    const found = await this.prisma(({ deviationDay }) =>
      deviationDay.findMany({
        where: { portfolio: owner, day },
        orderBy: [{ day: 'asc' }, { revision: 'asc' }],
      }),
    );
    return found.map(({ day: date, revision, at, figures }) => ({
      day: date.toISOString().slice(0, 'YYYY-MM-DD'.length),
      revision,
      at,
      figures: figures === null ? null : (JSON.parse(figures) as PublishedDay['figures']),
    }));
  }

  async publish(
    customerId: string,
    portfolio: Portfolio,
    days: readonly PublishedDay[],
    { computedFrom, deliveries }: { computedFrom: string; deliveries: readonly NewDelivery[] },
  ): Promise<boolean> {
    if (!isUuid(customerId)) return false;
    return this.transaction(async (prisma) => {
      const customer = await prisma.customer.findUnique({ where: { id: customerId } });
      if (!customer) return false;
      const { user, retailer } = portfolio;
      const where = whereOf(customerId, portfolio);
      const { id: portfolioId } = await prisma.deviationPortfolio.upsert({
        where,
        create: { ...where.customerId_portfolio, user, retailer, computedFrom: '' },
        // Locks it: another process that publishes at once waits.
        update: { user },
      });
      const rows = days.map(({ day, figures, ...row }) => ({
        ...row,
        portfolioId,
        day: new Date(day),
        figures: figures && JSON.stringify(figures),
      }));
      const { count } = await prisma.deviationDay.createMany({ data: rows, skipDuplicates: true });
      if (count < rows.length)
        throw new SolanoError('already_exists', 'A revision is there already.');
      await prisma.deviationPortfolio.update({ where, data: { computedFrom } });
      await writeDeliveries(prisma, deliveries);
      return true;
    }).catch((error: unknown) => {
      if (isSolanoError(error, 'already_exists')) return false;
      throw error;
    });
  }
}

function whereOf(customerId: string, portfolio: Portfolio) {
  return { customerId_portfolio: { customerId, portfolio: portfolioKey(portfolio) } };
}
