import type {
  CurveVersion,
  DaySpreadCurves,
  PriceModel,
  PriceModelStore,
  SpreadCurve,
  SpreadCurveStore,
} from '@solano/domain/market';
import { PrismaStore } from '../database/prisma-store.ts';
import { dateOf, dayOf } from '../market-data/market-data-rows.ts';

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

export class PostgresSpreadCurveStore extends PrismaStore implements SpreadCurveStore {
  async add({ hours, ...curves }: DaySpreadCurves): Promise<void> {
    const { date, learnedUntil } = curves;
    const days = { date: dateOf(date), learnedUntil: dateOf(learnedUntil) };
    const data = [{ ...curves, ...days, hours: JSON.stringify(hours) }];
    await this.prisma(({ spreadCurves }) =>
      spreadCurves.createMany({ data, skipDuplicates: true }),
    );
  }

  async newest(
    { earlier, later, date }: Pick<DaySpreadCurves, 'date' | 'earlier' | 'later'>,
    before: Date,
  ): Promise<DaySpreadCurves | undefined> {
    const row = await this.prisma(({ spreadCurves }) =>
      spreadCurves.findFirst({
        where: { earlier, later, date: dateOf(date), generatedAt: { lt: before } },
        orderBy: { generatedAt: 'desc' },
      }),
    );
    if (!row) return undefined;
    const learnedUntil = dayOf(row.learnedUntil);
    const hours = JSON.parse(row.hours) as SpreadCurve[];
    return { earlier, later, date, generatedAt: row.generatedAt, learnedUntil, hours };
  }

  async versions(from: string, before: Date): Promise<readonly CurveVersion[]> {
    const rows = await this.prisma(({ spreadCurves }) =>
      spreadCurves.groupBy({
        by: ['earlier', 'later', 'date'],
        where: { date: { gte: dateOf(from) }, generatedAt: { lt: before } },
        _max: { generatedAt: true },
      }),
    );
    return rows.map(({ earlier, later, date, _max }) => ({
      date: dayOf(date),
      earlier: earlier as CurveVersion['earlier'],
      later: later as CurveVersion['later'],
      generatedAt: _max.generatedAt as Date,
    }));
  }
}
