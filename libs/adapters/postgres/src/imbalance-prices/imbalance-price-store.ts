import { partsOfDays } from '@solano/domain/kernel';
import {
  IMBALANCE_SERIES,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  type NewImbalanceRevision,
  type OwnImbalancePrices,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import type { PostgresDatabase } from '../database/database.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import { requireStorable } from '../database/values.ts';
import type { Prisma, ImbalancePrice as Row } from '../generated/prisma/client.ts';
import { dateOf, dayOf } from '../market-data/market-data-rows.ts';
import type { PriceRevisions } from '../prices/price-revisions.ts';
import { MARKET_OWNER } from '../prices/price-statements.ts';
import { PAGE_DAYS, PostgresOwnImbalancePrices } from './own-imbalance-prices.ts';

const COUNTER = { market: IMBALANCE_SERIES, owner: MARKET_OWNER };
const COUNTER_ID = { market_owner: COUNTER };
const IN_ORDER = [{ date: 'asc' }, { revision: 'asc' }] as const;

export class PostgresImbalancePriceStore extends PrismaStore implements ImbalancePriceStore {
  readonly #database: Pick<PostgresDatabase, 'prisma'>;
  readonly #revisions: PriceRevisions;

  constructor(database: Pick<PostgresDatabase, 'prisma'>, revisions: PriceRevisions) {
    super(database);
    this.#database = database;
    this.#revisions = revisions;
  }

  seenBy(customerId: string): OwnImbalancePrices {
    return new PostgresOwnImbalancePrices(this.#database, this.#revisions, this, customerId);
  }

  async *prices(from: string, to: string, at?: Date): AsyncGenerator<ImbalanceRevision> {
    for (const month of partsOfDays({ from, to }, PAGE_DAYS))
      yield* await this.#newest(month.from, month.to, at);
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
    return this.#revisions.of(IMBALANCE_SERIES, MARKET_OWNER);
  }

  async revise(
    dates: readonly string[],
    decide: (known: ImbalanceRevisions) => readonly NewImbalanceRevision[],
    entry?: AuditEntry,
  ): Promise<readonly ImbalanceRevision[]> {
    const added = await this.transaction(async (prisma) => {
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
    this.#revisions.invalidate();
    return added;
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
  return { ...row, date: dayOf(date), source: source as ImbalanceRevision['source'] };
}
