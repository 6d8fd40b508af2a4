import { dateAfter } from '@solano/domain/kernel';
import {
  IMBALANCE_SERIES,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  type NewImbalanceRevision,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { requireStorable } from '../database/values.ts';
import type { Prisma, ImbalancePrice as Row } from '../generated/prisma/client.ts';
import { MARKET_OWNER } from './price-statements.ts';

/** Days that are read at once: a month. */
const PAGE_DAYS = 31;
const COUNTER = { market: IMBALANCE_SERIES, owner: MARKET_OWNER };
const COUNTER_ID = { market_owner: COUNTER };
const IN_ORDER = [{ date: 'asc' }, { revision: 'asc' }] as const;

export class PostgresImbalancePriceStore extends PrismaStore implements ImbalancePriceStore {
  async *prices(from: string, to: string, at?: Date): AsyncGenerator<ImbalanceRevision> {
    for (let first = from; first <= to; first = dateAfter(first, PAGE_DAYS)) {
      const last = dateAfter(first, PAGE_DAYS - 1);
      yield* await this.#newest(first, last < to ? last : to, at);
    }
  }

  /** The newest revision of each day that was known at an instant. */
  async #newest(from: string, to: string, at?: Date): Promise<ImbalanceRevision[]> {
    const where = {
      date: { gte: dateOf(from), lte: dateOf(to) },
      ...(at && { knownAt: { lte: at } }),
    };
    return this.prisma(async ({ imbalancePrice }) => {
      const newest = await imbalancePrice.groupBy({
        by: ['date'],
        where,
        _max: { revision: true },
      });
      const ids = newest.map(({ date, _max }) => ({ date, revision: _max.revision as number }));
      if (ids.length === 0) return [];
      const rows = await imbalancePrice.findMany({ where: { OR: ids }, orderBy: [...IN_ORDER] });
      return rows.map(toRevision);
    });
  }

  async revisions(date: string): Promise<ImbalanceRevision[]> {
    return this.prisma(async ({ imbalancePrice }) => {
      const where = { date: dateOf(date) };
      const rows = await imbalancePrice.findMany({ where, orderBy: { revision: 'asc' } });
      return rows.map(toRevision);
    });
  }

  async version(): Promise<string> {
    const found = await this.prisma(({ priceRevision }) =>
      priceRevision.findUnique({ where: COUNTER_ID }),
    );
    return String(found?.revision ?? 0);
  }

  async revise(
    dates: readonly string[],
    decide: (known: ImbalanceRevisions) => readonly NewImbalanceRevision[],
    entry?: AuditEntry,
  ): Promise<readonly ImbalanceRevision[]> {
    return this.transaction(async (prisma) => {
      await lock(prisma);
      const where = { date: { in: dates.map(dateOf) } };
      const rows = await prisma.imbalancePrice.findMany({ where, orderBy: [...IN_ORDER] });
      const known = Map.groupBy(rows.map(toRevision), ({ date }) => date);
      const added = decide(known).map((day) => {
        return { ...day, revision: (known.get(day.date)?.at(-1)?.revision ?? 0) + 1 };
      });
      if (added.length === 0) return added;
      await prisma.imbalancePrice.createMany({ data: added.map(toRow) });
      await prisma.priceRevision.update({
        where: COUNTER_ID,
        data: { revision: { increment: 1 } },
      });
      if (entry) await prisma.auditEntry.create({ data: entry });
      return added;
    });
  }
}

/** Lets one transaction at a time revise prices. */
async function lock(prisma: Prisma.TransactionClient): Promise<void> {
  const data = [{ ...COUNTER, revision: 0 }];
  await prisma.priceRevision.createMany({ data, skipDuplicates: true });
  await prisma.priceRevision.update({ where: COUNTER_ID, data: { revision: { increment: 0 } } });
}

function toRow({ date, short, long, ...day }: ImbalanceRevision) {
  requireStorable(day.settlement);
  return { ...day, date: dateOf(date), short: [...short], long: [...long] };
}

function toRevision({ date, source, ...row }: Row): ImbalanceRevision {
  return {
    ...row,
    date: date.toISOString().slice(0, 'YYYY-MM-DD'.length),
    source: source as ImbalanceRevision['source'],
  };
}

/** A Madrid day as a date for Prisma. */
function dateOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
