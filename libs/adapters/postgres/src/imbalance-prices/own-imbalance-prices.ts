import { type DayRange, partsOfDays } from '@solano/domain/kernel';
import {
  IMBALANCE_SERIES,
  type ImbalanceDay,
  type ImbalancePriceReader,
  type ImbalanceRevision,
  type OwnImbalancePrices,
  syntheticRevision,
} from '@solano/domain/market';
import type { PostgresDatabase } from '../database/database.ts';
import { addMissingRows, PrismaStore } from '../database/prisma-store.ts';
import { tableOf } from '../database/table.ts';
import type { SyntheticImbalancePrice } from '../generated/prisma/client.ts';
import { dateOf, dayOf } from '../market-data/market-data-rows.ts';
import type { PriceRevisions } from '../prices/price-revisions.ts';
import { MARKET_OWNER } from '../prices/price-statements.ts';

/** Days that are read at once: a month. */
export const PAGE_DAYS = 31;

const SYNTHETIC_PRICES = tableOf<SyntheticImbalancePrice>('synthetic_imbalance_price', {
  customerId: 'customerId',
  date: 'date',
  stepMinutes: 'stepMinutes',
  short: 'short',
  long: 'long',
  knownAt: 'knownAt',
});

/** The prices of deviations as a customer sees them. */
export class PostgresOwnImbalancePrices extends PrismaStore implements OwnImbalancePrices {
  readonly #revisions: PriceRevisions;
  readonly #settled: Pick<ImbalancePriceReader, 'prices'>;
  readonly #customerId: string;

  constructor(
    database: Pick<PostgresDatabase, 'prisma'>,
    revisions: PriceRevisions,
    settled: Pick<ImbalancePriceReader, 'prices'>,
    customerId: string,
  ) {
    super(database);
    this.#revisions = revisions;
    this.#settled = settled;
    this.#customerId = customerId;
  }

  async *prices(from: string, to: string, at?: Date): AsyncGenerator<ImbalanceRevision> {
    // Nearly all customers have none of their own.
    if ((await this.#revisions.viewer(this.#customerId)) === MARKET_OWNER) {
      yield* this.#settled.prices(from, to, at);
      return;
    }
    for (const month of partsOfDays({ from, to }, PAGE_DAYS)) {
      const days = new Map((await this.#synthetic(month, at)).map((day) => [day.date, day]));
      for await (const day of this.#settled.prices(month.from, month.to, at)) {
        days.set(day.date, day);
      }
      yield* [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    }
  }

  async version(): Promise<string> {
    return this.#revisions.of(IMBALANCE_SERIES, this.#customerId);
  }

  async putSynthetic(days: readonly ImbalanceDay[], knownAt: Date): Promise<void> {
    const customerId = this.#customerId;
    const rows = days.map(({ date, stepMinutes, short, long }) => {
      const prices = { short: [...short], long: [...long] };
      return { customerId, date: dateOf(date), stepMinutes, ...prices, knownAt };
    });
    const market_owner = { market: IMBALANCE_SERIES, owner: customerId };
    await this.transaction(async (prisma) => {
      await addMissingRows(prisma, SYNTHETIC_PRICES, rows);
      await prisma.priceRevision.upsert({
        where: { market_owner },
        create: { ...market_owner, revision: 1 },
        update: { revision: { increment: 1 } },
      });
    });
    this.#revisions.invalidate();
  }

  #synthetic({ from, to }: DayRange, at?: Date): Promise<ImbalanceRevision[]> {
    const where = {
      customerId: this.#customerId,
      date: { gte: dateOf(from), lte: dateOf(to) },
      ...(at && { knownAt: { lte: at } }),
    };
    return this.prisma(async ({ syntheticImbalancePrice }) => {
      const rows = await syntheticImbalancePrice.findMany({ where });
      return rows.map(({ date, stepMinutes, short, long, knownAt }) => {
        return syntheticRevision({ date: dayOf(date), stepMinutes, short, long }, knownAt);
      });
    });
  }
}
