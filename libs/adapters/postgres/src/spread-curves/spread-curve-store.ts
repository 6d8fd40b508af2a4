import type { DayRange } from '@solano/domain/kernel';
import {
  type CurveVersion,
  type DaySpreadCurves,
  SESSIONS,
  type SpreadCurve,
  type SpreadCurveStore,
} from '@solano/domain/market';
import { PrismaStore } from '../database/prisma-store.ts';
import type { SpreadCurves } from '../generated/prisma/client.ts';
import { dateOf, dayOf } from '../market-data/market-data-rows.ts';

/** The key begins with the sessions: they are named, so that a day's rows are looked up by it. */
const NAMES = SESSIONS.map(({ session }) => session);
const OF_ALL_SESSIONS = { earlier: { in: NAMES }, later: { in: NAMES } };

export class PostgresSpreadCurveStore extends PrismaStore implements SpreadCurveStore {
  async add({ hours, ...curves }: DaySpreadCurves): Promise<void> {
    const { date, learnedUntil } = curves;
    const days = { date: dateOf(date), learnedUntil: dateOf(learnedUntil) };
    const data = [{ ...curves, ...days, hours: JSON.stringify(hours) }];
    await this.prisma(({ spreadCurves }) =>
      spreadCurves.createMany({ data, skipDuplicates: true }),
    );
  }

  async newest({ from, to }: DayRange, before: Date): Promise<readonly DaySpreadCurves[]> {
    const rows = await this.prisma(({ spreadCurves }) =>
      spreadCurves.findMany({
        where: {
          ...OF_ALL_SESSIONS,
          date: { gte: dateOf(from), lte: dateOf(to) },
          generatedAt: { lt: before },
        },
        distinct: ['date', 'earlier', 'later'],
        orderBy: [{ date: 'asc' }, { earlier: 'asc' }, { later: 'asc' }, { generatedAt: 'desc' }],
      }),
    );
    return rows.map(({ hours, ...row }) => ({
      ...versionOf(row),
      generatedAt: row.generatedAt,
      learnedUntil: dayOf(row.learnedUntil),
      hours: JSON.parse(hours) as SpreadCurve[],
    }));
  }

  async versions(from: string, before: Date): Promise<readonly CurveVersion[]> {
    const rows = await this.prisma(({ spreadCurves }) =>
      spreadCurves.groupBy({
        by: ['earlier', 'later', 'date'],
        where: { date: { gte: dateOf(from) }, generatedAt: { lt: before } },
        _max: { generatedAt: true },
      }),
    );
    return rows.map((row) => ({
      ...versionOf(row),
      generatedAt: row._max.generatedAt as Date,
    }));
  }
}

function versionOf({
  date,
  earlier,
  later,
}: Pick<SpreadCurves, 'date' | 'earlier' | 'later'>): Omit<CurveVersion, 'generatedAt'> {
  return {
    date: dayOf(date),
    earlier: earlier as CurveVersion['earlier'],
    later: later as CurveVersion['later'],
  };
}
