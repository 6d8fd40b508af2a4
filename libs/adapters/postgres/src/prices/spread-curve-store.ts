import type {
  DaySpreadCurves,
  SpreadCurve,
  SpreadCurveStore,
  SpreadCurvesQuery,
} from '@solano/domain/market';
import { PrismaStore } from '../database/prisma-store.ts';
import { dateOf } from '../market-data/market-data-rows.ts';

export class PostgresSpreadCurveStore extends PrismaStore implements SpreadCurveStore {
  async addCurves({ hours, ...curves }: DaySpreadCurves): Promise<void> {
    const { date, learnedUntil } = curves;
    const days = { date: dateOf(date), learnedUntil: dateOf(learnedUntil) };
    const data = [{ ...curves, ...days, hours: JSON.stringify(hours) }];
    await this.prisma(({ spreadCurves }) =>
      spreadCurves.createMany({ data, skipDuplicates: true }),
    );
  }

  async newestCurves(query: SpreadCurvesQuery, by: Date): Promise<DaySpreadCurves | undefined> {
    const { earlier, later, date } = query;
    const row = await this.prisma(({ spreadCurves }) =>
      spreadCurves.findFirst({
        where: { earlier, later, date: dateOf(date), generatedAt: { lte: by } },
        orderBy: { generatedAt: 'desc' },
      }),
    );
    if (!row) return undefined;
    const learnedUntil = row.learnedUntil.toISOString().slice(0, 10);
    const hours = JSON.parse(row.hours) as SpreadCurve[];
    return { earlier, later, date, generatedAt: row.generatedAt, learnedUntil, hours };
  }
}
