import {
  countingDays,
  type DayDelivery,
  type DeliveredDay,
  type TradeDelivery,
  type TradedDay,
  type TradeSession,
  type TradeStore,
} from '@solano/domain/desk';
import { type Page, SolanoError, utcDate } from '@solano/domain/kernel';
import type { AuditEntry, FileUpload, Portfolio } from '@solano/domain/service';
import { addRows, PrismaStore } from '../database/prisma-store.ts';
import { tableOf } from '../database/table.ts';
import { isUuid } from '../database/values.ts';
import type { TradedDay as DayRow, Prisma } from '../generated/prisma/client.ts';
import { portfolioKey } from '../measurements/series-key.ts';
import { decodeTrades, encodeTrades } from './trade-codec.ts';

/** The number of trades that came in no file. */
const NO_UPLOAD = 0;
/** Without the trades, which may be many. */
const STATE = { session: true, day: true, deliveredAt: true, upload: true, rows: true };
const ENCODED = { ...STATE, trades: true };
const NONE = new Uint8Array();
/** PostgreSQL names earlier days by another era, and rejects them in the form of ISO 8601. */
const FIRST_DAY = '0001-01-01';

const TRADED_DAYS = tableOf<Omit<DayRow, 'id'>>('traded_day', {
  portfolioId: 'portfolioId',
  session: 'session',
  day: 'day',
  deliveredAt: 'deliveredAt',
  upload: 'upload',
  rows: 'rows',
  trades: 'trades',
});

type StateRow = Omit<DayRow, 'id' | 'portfolioId' | 'trades'> & Partial<Pick<DayRow, 'trades'>>;

export class PostgresTradeStore extends PrismaStore implements TradeStore {
  async record(
    { customerId, portfolio, deliveredAt, upload }: TradeDelivery,
    days: readonly TradedDay[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    if (!isUuid(customerId)) throw customerUnknown();
    return this.transaction(async (prisma) => {
      // Locks the portfolio: deliveries at once wait for each other.
      const portfolioId = await putPortfolio(prisma, customerId, portfolio);
      const number = upload ? await addUpload(prisma, upload) : NO_UPLOAD;
      if (number === undefined) return undefined;
      const replaced = await countReplaced(prisma, portfolioId, days);
      const rows = days.map(({ session, day, trades }) => ({
        portfolioId,
        session,
        day: new Date(day),
        deliveredAt,
        upload: number,
        rows: trades.length,
        trades: encodeTrades(day, trades),
      }));
      await addRows(prisma, TRADED_DAYS, rows);
      await prisma.auditEntry.create({ data: entry });
      return replaced;
    });
  }

  async executed(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
    at?: Date,
  ): Promise<DeliveredDay[]> {
    if (!isUuid(customerId) || to < FIRST_DAY) return [];
    const where = {
      portfolio: { customerId, portfolio: portfolioKey(portfolio) },
      day: { gte: new Date(from < FIRST_DAY ? FIRST_DAY : from), lte: new Date(to) },
      ...(at && { deliveredAt: { lte: at } }),
    };
    return this.prisma(async (prisma) => {
      const delivered = await readDeliveries(prisma, where, ENCODED);
      return countingDays(delivered, at).map(deliveredDay);
    });
  }

  async deliveries(customerId: string, portfolio: Portfolio, page: Page): Promise<DeliveredDay[]> {
    if (!isUuid(customerId)) return [];
    const where = { portfolio: { customerId, portfolio: portfolioKey(portfolio) } };
    return this.prisma(async (prisma) => {
      const delivered = await readDeliveries(prisma, where, ENCODED, page);
      return delivered.map(deliveredDay);
    });
  }
}

function customerUnknown(): SolanoError {
  return new SolanoError('not_found', 'There is no such customer.');
}

/** The id of a portfolio, which is added where it is not there. Errors: `not_found` for the customer. */
async function putPortfolio(
  prisma: Prisma.TransactionClient,
  customerId: string,
  { user, retailer }: Portfolio,
): Promise<number> {
  if (!(await prisma.customer.findUnique({ where: { id: customerId }, select: { id: true } }))) {
    throw customerUnknown();
  }
  const key = { customerId, portfolio: portfolioKey({ user, retailer }) };
  const { id } = await prisma.tradedPortfolio.upsert({
    where: { customerId_portfolio: key },
    create: { ...key, user, retailer },
    update: { user },
  });
  return id;
}

/** The number of an upload; undefined where the customer has one of the digest that was not taken back. */
async function addUpload(
  prisma: Prisma.TransactionClient,
  upload: FileUpload,
): Promise<number | undefined> {
  const { key, portfolio, series, from, to, by, ...same } = upload;
  const { user = null, retailer = null } = portfolio ?? {};
  const names = { objectKey: key, user, retailer, series: [...series] };
  const data = { ...same, ...names, fromAt: from, toAt: to, uploadedBy: by };
  const [added] = await prisma.fileUpload.createManyAndReturn({
    data: [data],
    skipDuplicates: true,
    select: { number: true },
  });
  return added?.number;
}

async function countReplaced(
  prisma: Prisma.TransactionClient,
  portfolioId: number,
  days: readonly TradedDay[],
): Promise<number> {
  const all = days.map(({ day }) => day).sort();
  const [first = '', last = ''] = [all[0], all.at(-1)];
  const range = { gte: new Date(first), lte: new Date(last) };
  const states = await readDeliveries(prisma, { portfolioId, day: range }, STATE);
  const named = new Set(days.map(({ session, day }) => `${session} ${day}`));
  const before = countingDays(states).filter(({ session, day }) => named.has(`${session} ${day}`));
  return before.reduce((sum, { rows }) => sum + rows, 0);
}

/** A delivery of a session and day. */
interface Delivery extends DayDelivery {
  readonly rows: number;
  /** Encoded; left out where they are not selected. */
  readonly trades: Uint8Array | undefined;
}

/** What was delivered, in that order. */
async function readDeliveries(
  prisma: Prisma.TransactionClient,
  where: Prisma.TradedDayWhereInput,
  select: typeof STATE | typeof ENCODED,
  { offset, limit }: Page = { offset: 0 },
): Promise<Delivery[]> {
  const orderBy = [{ deliveredAt: 'asc' as const }, { id: 'asc' as const }];
  const page = { skip: offset, ...(limit !== undefined && { take: limit }) };
  const found: StateRow[] = await prisma.tradedDay.findMany({
    where,
    orderBy,
    select,
    ...page,
  });
  const numbers = new Set(found.map(({ upload }) => upload));
  numbers.delete(NO_UPLOAD);
  const uploads =
    numbers.size === 0
      ? []
      : await prisma.fileUpload.findMany({
          where: { number: { in: [...numbers] } },
          select: { number: true, takenBackAt: true },
        });
  const takenBack = new Map(uploads.map((each) => [each.number, each.takenBackAt ?? undefined]));
  return found.map(({ session, day, deliveredAt, upload, rows, trades }) => ({
    rows,
    trades,
    session: session as TradeSession,
    day: utcDate(day),
    deliveredAt,
    takenBackAt: takenBack.get(upload),
  }));
}

function deliveredDay({
  trades = NONE,
  session,
  day,
  deliveredAt,
  takenBackAt,
}: Delivery): DeliveredDay {
  return { session, day, deliveredAt, takenBackAt, trades: decodeTrades(day, trades) };
}
