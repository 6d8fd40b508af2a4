import { SolanoError } from '@solano/domain/kernel';
import {
  type DayChange,
  type Fundamental,
  type FundamentalVersion,
  isMarket,
  type Market,
  type MarketDataStore,
  type MarketDay,
  type MarketMessage,
  type RealisedPrices,
  type RealisedSummary,
  type ReceivedDocument,
  type SeriesName,
  type SourceName,
  type SourceState,
  type StoredDay,
  UNUSED_SOURCE,
} from '@solano/domain/market';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase, Run, RunPrisma } from '../database/database.ts';
import type { PriceRevisions } from '../prices/price-revisions.ts';
import { MARKET_OWNER } from '../prices/price-statements.ts';
import { PostgresPriceStore } from '../prices/price-store.ts';
import { writeDeliveries } from '../webhooks/webhook-store.ts';
import {
  dateOf,
  dayData,
  sourceData,
  toDay,
  toSource,
  toVersion,
  versionData,
} from './market-data-rows.ts';

/** Others change the same row in between so often only where something is wrong. */
const MAX_ATTEMPTS = 20;

export class PostgresMarketDataStore implements MarketDataStore {
  readonly #database: PostgresDatabase;
  readonly #revisions: PriceRevisions;

  constructor(database: PostgresDatabase, revisions: PriceRevisions) {
    this.#database = database;
    this.#revisions = revisions;
  }

  async days(series: SeriesName, from: string, to: string): Promise<MarketDay[]> {
    const where = { series, date: { gte: dateOf(from), lte: dateOf(to) } };
    const rows = await this.#database.prisma(({ marketDay }) =>
      marketDay.findMany({ where, orderBy: { date: 'desc' } }),
    );
    return rows.map(toDay);
  }

  async known(series: SeriesName, date: string): Promise<StoredDay> {
    const prices = new PostgresPriceStore(this.#database, this.#revisions);
    const prisma: RunPrisma = (work) => this.#database.prisma(work);
    return (await readKnown(prices, prisma, series, date)).known;
  }

  async updateDay(
    series: SeriesName,
    date: string,
    decide: (known: StoredDay) => DayChange | undefined,
  ): Promise<void> {
    await repeated(() =>
      this.#database.transaction(async (run, prisma) => {
        const prices = new PostgresPriceStore(within(run, prisma), this.#revisions);
        const { known, changes } = await readKnown(prices, prisma, series, date);
        const change = decide(known);
        if (!change) return true;
        if (!(await writeDay(prisma, change.day, changes))) return false;
        await writeParts(prices, prisma, change);
        if (change.entry) await writeAudit(run, change.entry);
        return true;
      }),
    );
    this.#revisions.invalidate();
  }

  async realisedDays(market: Market, from: string, to: string): Promise<RealisedSummary[]> {
    const date = { gte: dateOf(from), lte: dateOf(to) };
    const where = { market, owner: MARKET_OWNER, date };
    const select = { date: true, source: true, version: true };
    const [rows, empty] = await this.#database.prisma(({ realisedPrice }) =>
      Promise.all([
        realisedPrice.findMany({ where, select, orderBy: { date: 'desc' } }),
        realisedPrice.findMany({ where: { ...where, ends: { isEmpty: true } }, select }),
      ]),
    );
    const empties = new Set(empty.map((row) => row.date.getTime()));
    return rows.map((row) => ({
      date: row.date.toISOString().slice(0, 10),
      source: row.source as RealisedPrices['source'],
      version: row.version,
      isEmpty: empties.has(row.date.getTime()),
    }));
  }

  async documents(series: SeriesName, date: string): Promise<ReceivedDocument[]> {
    const where = { series, date: dateOf(date) };
    const rows = await this.#database.prisma(({ marketDocument }) =>
      marketDocument.findMany({ where, orderBy: { id: 'asc' }, omit: { id: true } }),
    );
    return rows.map((row) => ({ ...row, date }) as ReceivedDocument);
  }

  async newestArrival(from: string): Promise<Date | undefined> {
    const where = { date: { gte: dateOf(from) } };
    const newest = await this.#database.prisma(({ marketDay }) =>
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
    const rows = await this.#database.prisma(({ fundamentalVersion }) =>
      fundamentalVersion.findMany({
        where: { series, date },
        orderBy: [{ date: 'asc' }, { knownAt: 'asc' }],
      }),
    );
    return rows.map(toVersion);
  }

  async source(name: SourceName): Promise<SourceState> {
    const row = await this.#database.prisma(({ marketSource }) =>
      marketSource.findUnique({ where: { name } }),
    );
    return row ? toSource(row) : UNUSED_SOURCE;
  }

  async updateSource(
    name: SourceName,
    change: (state: SourceState) => SourceState,
  ): Promise<SourceState> {
    let state = UNUSED_SOURCE;
    await repeated(() =>
      this.#database.prisma(async ({ marketSource }) => {
        const row = await marketSource.findUnique({ where: { name } });
        state = change(row ? toSource(row) : UNUSED_SOURCE);
        const data = sourceData(state);
        const written = row
          ? marketSource.updateMany({
              where: { name, changes: row.changes },
              data: { ...data, changes: row.changes + 1 },
            })
          : marketSource.createMany({ data: [{ name, ...data }], skipDuplicates: true });
        return (await written).count === 1;
      }),
    );
    return state;
  }
}

/** A database whose transactions are part of one that has begun. */
function within(run: Run, prisma: RunPrisma): Pick<PostgresDatabase, 'run' | 'transaction'> {
  return { run, transaction: (work) => work(run, prisma) };
}

/** Repeats what another came before. */
async function repeated(write: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) if (await write()) return;
  throw new SolanoError(
    'store_unavailable',
    'The market data record was changed concurrently; try again.',
  );
}

/** A day, and how often it was changed: 0 where there is no row. */
async function readKnown(
  prices: PostgresPriceStore,
  prisma: RunPrisma,
  series: SeriesName,
  date: string,
): Promise<{ known: StoredDay; changes: number }> {
  const where = { series, date: dateOf(date) };
  const row = await prisma(({ marketDay }) => marketDay.findFirst({ where }));
  const version = await prisma(({ fundamentalVersion }) =>
    fundamentalVersion.findFirst({ where, orderBy: { knownAt: 'desc' } }),
  );
  let realised: RealisedPrices | undefined;
  if (isMarket(series)) {
    for await (const day of prices.realised(series, date, date)) realised = day;
  }
  const known = {
    day: row ? toDay(row) : undefined,
    realised,
    version: version ? toVersion(version) : undefined,
  };
  return { known, changes: row?.changes ?? 0 };
}

/** False where another was quicker. */
async function writeDay(prisma: RunPrisma, day: MarketDay, changes: number): Promise<boolean> {
  const data = dayData(day);
  const { series, date } = data;
  const { count } = await prisma(({ marketDay }) =>
    changes === 0
      ? marketDay.createMany({ data: [data], skipDuplicates: true })
      : marketDay.updateMany({
          where: { series, date, changes },
          data: { ...data, changes: changes + 1 },
        }),
  );
  return count === 1;
}

async function writeParts(
  store: PostgresPriceStore,
  prisma: RunPrisma,
  { prices, version, received, message }: DayChange,
): Promise<void> {
  if (prices) await store.replaceRealised([prices]);
  if (version) {
    const data = versionData(version);
    const { series, date, knownAt } = data;
    const where = { series_date_knownAt: { series, date, knownAt } };
    await prisma(({ fundamentalVersion }) =>
      fundamentalVersion.upsert({ where, create: data, update: data }),
    );
  }
  if (received) {
    const data = { ...received, date: dateOf(received.date) };
    await prisma(({ marketDocument }) => marketDocument.create({ data }));
  }
  if (message) await writeMessages(prisma, message);
}

/** A message for each webhook that wants it, with its job. */
async function writeMessages(
  prisma: RunPrisma,
  { event, body, at, newId }: MarketMessage,
): Promise<void> {
  const where = { disabledAt: null, events: { has: event } };
  const webhooks = await prisma(({ webhook }) =>
    webhook.findMany({
      where,
      select: { id: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
  if (webhooks.length === 0) return;
  const deliveries = webhooks.map(({ id: webhookId }) => {
    return { id: newId(), webhookId, event, body, createdAt: at, status: 'pending', error: '' };
  });
  await writeDeliveries(prisma, deliveries);
}
