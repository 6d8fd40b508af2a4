import {
  type DayChange,
  type Fundamental,
  type FundamentalVersion,
  isMarket,
  type Market,
  type MarketDataStore,
  type MarketDay,
  type MarketMessage,
  type PriceSource,
  type RealisedPrices,
  type RealisedSummary,
  type ReceivedDocument,
  type SeriesName,
  type SourceState,
  type StoredDay,
  UNUSED_SOURCE,
} from '@solano/domain/market';
import { contendedChange } from '../database/contended-change.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { PriceRevisions } from '../prices/price-revisions.ts';
import { MARKET_OWNER } from '../prices/price-statements.ts';
import { writeDeliveries } from '../webhooks/webhook-store.ts';
import {
  dateOf,
  dayData,
  dayOf,
  realisedData,
  sourceData,
  toDay,
  toRealised,
  toSource,
  toVersion,
  versionData,
} from './market-data-rows.ts';

const RECORD = 'market data record';

export class PostgresMarketDataStore extends PrismaStore implements MarketDataStore {
  readonly #revisions: PriceRevisions;

  constructor(database: Pick<PostgresDatabase, 'prisma'>, revisions: PriceRevisions) {
    super(database);
    this.#revisions = revisions;
  }

  async days(series: readonly SeriesName[], from: string, to: string): Promise<MarketDay[]> {
    const where = { series: { in: [...series] }, date: { gte: dateOf(from), lte: dateOf(to) } };
    const rows = await this.prisma(({ marketDay }) =>
      marketDay.findMany({ where, orderBy: { date: 'desc' } }),
    );
    return rows.map(toDay);
  }

  async known(series: SeriesName, date: string): Promise<StoredDay> {
    return (await this.prisma((prisma) => readKnown(prisma, series, date))).known;
  }

  async updateDay(
    series: SeriesName,
    date: string,
    decide: (known: StoredDay) => DayChange | undefined,
  ): Promise<void> {
    await contendedChange(RECORD, () =>
      this.transaction(async (prisma) => {
        const { known, changes } = await readKnown(prisma, series, date);
        const change = decide(known);
        if (!change) return true;
        if (!(await writeDay(prisma, change.day, changes))) return undefined;
        await writeParts(prisma, change);
        if (change.entry) await prisma.auditEntry.create({ data: change.entry });
        return true;
      }),
    );
    this.#revisions.invalidate();
  }

  async realisedDays(market: Market, from: string, to: string): Promise<RealisedSummary[]> {
    const date = { gte: dateOf(from), lte: dateOf(to) };
    const where = { market, owner: MARKET_OWNER, date };
    const select = { date: true, source: true, version: true };
    const [rows, empty] = await this.prisma(({ realisedPrice }) =>
      Promise.all([
        realisedPrice.findMany({ where, select, orderBy: { date: 'desc' } }),
        realisedPrice.findMany({ where: { ...where, ends: { isEmpty: true } }, select }),
      ]),
    );
    const empties = new Set(empty.map((row) => row.date.getTime()));
    return rows.map((row) => ({
      date: dayOf(row.date),
      source: row.source as PriceSource,
      version: row.version,
      isEmpty: empties.has(row.date.getTime()),
    }));
  }

  async documents(series: SeriesName, date: string): Promise<ReceivedDocument[]> {
    const where = { series, date: dateOf(date) };
    const rows = await this.prisma(({ marketDocument }) =>
      marketDocument.findMany({ where, orderBy: { id: 'asc' }, omit: { id: true } }),
    );
    return rows.map((row) => ({ ...row, date }) as ReceivedDocument);
  }

  async newestArrival(from: string): Promise<Date | undefined> {
    const where = { date: { gte: dateOf(from) } };
    const newest = await this.prisma(({ marketDay }) =>
      marketDay.aggregate({ where, _max: { knownAt: true } }),
    );
    return newest._max.knownAt ?? undefined;
  }

  async fundamentalVersions(
    series: Fundamental,
    from: string,
    to: string,
  ): Promise<FundamentalVersion[]> {
    const date = { gte: dateOf(from), lte: dateOf(to) };
    const rows = await this.prisma(({ fundamentalVersion }) =>
      fundamentalVersion.findMany({
        where: { series, date },
        orderBy: [{ date: 'asc' }, { knownAt: 'asc' }],
      }),
    );
    return rows.map(toVersion);
  }

  async source(name: string): Promise<SourceState> {
    const row = await this.prisma(({ marketSource }) =>
      marketSource.findUnique({ where: { name } }),
    );
    return row ? toSource(row) : UNUSED_SOURCE;
  }

  async sources(names: readonly string[]): Promise<ReadonlyMap<string, SourceState>> {
    if (names.length === 0) return new Map();
    const rows = await this.prisma(({ marketSource }) =>
      marketSource.findMany({ where: { name: { in: [...names] } } }),
    );
    const known = new Map(rows.map((row) => [row.name, toSource(row)]));
    return new Map(names.map((name) => [name, known.get(name) ?? UNUSED_SOURCE]));
  }

  async updateSource(
    name: string,
    change: (state: SourceState) => SourceState,
  ): Promise<SourceState> {
    return contendedChange(RECORD, () =>
      this.prisma(async ({ marketSource }) => {
        const row = await marketSource.findUnique({ where: { name } });
        const state = change(row ? toSource(row) : UNUSED_SOURCE);
        const data = sourceData(state);
        const written = row
          ? marketSource.updateMany({
              where: { name, changes: row.changes },
              data: { ...data, changes: row.changes + 1 },
            })
          : marketSource.createMany({ data: [{ name, ...data }], skipDuplicates: true });
        return (await written).count === 1 ? state : undefined;
      }),
    );
  }
}

/** A day, and how often it was changed: 0 where there is no row. */
async function readKnown(
  { marketDay, fundamentalVersion, realisedPrice }: Prisma.TransactionClient,
  series: SeriesName,
  date: string,
): Promise<{ known: StoredDay; changes: number }> {
  const where = { series, date: dateOf(date) };
  const row = await marketDay.findFirst({ where });
  const version = await fundamentalVersion.findFirst({ where, orderBy: { knownAt: 'desc' } });
  const realised = isMarket(series)
    ? await realisedPrice.findFirst({
        where: { market: series, date: dateOf(date), owner: MARKET_OWNER },
      })
    : null;
  const known = {
    day: row ? toDay(row) : undefined,
    realised: realised ? toRealised(realised) : undefined,
    version: version ? toVersion(version) : undefined,
  };
  return { known, changes: row?.changes ?? 0 };
}

/** False where another was quicker. */
async function writeDay(
  { marketDay }: Prisma.TransactionClient,
  day: MarketDay,
  changes: number,
): Promise<boolean> {
  const data = dayData(day);
  const { series, date } = data;
  const { count } = await (changes === 0
    ? marketDay.createMany({ data: [data], skipDuplicates: true })
    : marketDay.updateMany({
        where: { series, date, changes },
        data: { ...data, changes: changes + 1 },
      }));
  return count === 1;
}

async function writeParts(
  prisma: Prisma.TransactionClient,
  { prices, version, received, message }: DayChange,
): Promise<void> {
  if (prices) await writePrices(prisma, prices);
  if (version) {
    const data = versionData(version);
    const { series, date, knownAt } = data;
    const where = { series_date_knownAt: { series, date, knownAt } };
    await prisma.fundamentalVersion.upsert({ where, create: data, update: data });
  }
  if (received) await writeDocument(prisma, received);
  if (message) await writeMessages(prisma, message);
}

/** The document, in the place of one that was rejected under its name if it is rejected too. */
async function writeDocument(
  { marketDocument }: Prisma.TransactionClient,
  received: ReceivedDocument,
): Promise<void> {
  const data = { ...received, date: dateOf(received.date) };
  const { series, date, source, name, outcome } = data;
  if (outcome === 'rejected') {
    await marketDocument.deleteMany({ where: { series, date, source, name, outcome } });
  }
  await marketDocument.create({ data });
}

/** The prices in the place of those of their day, and a new revision of the market's. */
async function writePrices(
  { realisedPrice, priceRevision }: Prisma.TransactionClient,
  prices: RealisedPrices,
): Promise<void> {
  const data = realisedData(prices);
  const { market, date } = data;
  const owned = { market, owner: MARKET_OWNER };
  await realisedPrice.upsert({
    where: { market_date_owner: { ...owned, date } },
    create: { ...data, owner: MARKET_OWNER },
    update: data,
  });
  await priceRevision.upsert({
    where: { market_owner: owned },
    create: { ...owned, revision: 1 },
    update: { revision: { increment: 1 } },
  });
}

/** A message for each webhook that wants it, with its job. */
async function writeMessages(
  prisma: Prisma.TransactionClient,
  { event, body, at, newId }: MarketMessage,
): Promise<void> {
  const webhooks = await prisma.webhook.findMany({
    where: { disabledAt: null, events: { has: event } },
    select: { id: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const deliveries = webhooks.map(({ id: webhookId }) => {
    return { id: newId(), webhookId, event, body, createdAt: at };
  });
  await writeDeliveries(prisma, deliveries);
}
