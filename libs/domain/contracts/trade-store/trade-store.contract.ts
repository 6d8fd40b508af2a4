import type { DeliveredDay, Trade, TradedDay, TradeSession } from '@solano/domain/desk';
import { HOUR_MS, MICRO, startOfDate } from '@solano/domain/kernel';
import type { FileUpload, Portfolio } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { addedCustomer, all, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

const DAY = '2026-10-25';
const NOON = Date.parse('2026-10-24T12:00:00Z');

/** Names that are too long for an index. */
function aPortfolio(): Portfolio {
  return { user: `${crypto.randomUUID()}${'ñ'.repeat(3_000)}`, retailer: 'r/1' };
}

function aTrade(day: string, mw: number, fields: Partial<Trade> = {}): Trade {
  return { start: startOfDate(day), minutes: 60, microMw: mw * MICRO, price: 50_000, ...fields };
}

function traded(session: TradeSession, mw: readonly number[], day = DAY): TradedDay {
  return { session, day, trades: mw.map((each) => aTrade(day, each)) };
}

function at(hours: number): Date {
  return new Date(NOON + hours * HOUR_MS);
}

function anUpload(customerId: string, portfolio: Portfolio, digest?: string): FileUpload {
  const id = crypto.randomUUID();
  const what = { kind: 'trades', fileName: 'a "ñ".xlsx', rows: 2, series: ['MD', 'MIC'] } as const;
  const span = { from: at(10), to: at(34), uploadedAt: at(0) };
  const file = { key: `a/${id}.xlsx`, digest: digest ?? id, by: 'key abc' };
  return { id, customerId, portfolio, ...what, ...span, ...file };
}

/** A day with its MW, and the hours of its times. */
function plain({ session, day, trades, deliveredAt, takenBackAt }: DeliveredDay) {
  const hours = (time: Date) => (time.getTime() - NOON) / HOUR_MS;
  const taken = takenBackAt ? [hours(takenBackAt)] : [];
  return [day, session, trades.map(({ microMw }) => microMw / MICRO), hours(deliveredAt), ...taken];
}

/** What every TradeStore does, with the FileUploadStore. */
export function tradeStoreContract(name: string, open: OpenStores): void {
  describe(`TradeStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('deliveries', () => {
      deliveries(handles);
    });
    describe('files', () => {
      files(handles);
    });
  });
}

function scene(handles: TwoHandles) {
  return {
    /** Records days, delivered some hours after noon. */
    record: (
      customerId: string,
      portfolio: Portfolio,
      hours: number,
      days: readonly TradedDay[],
      upload?: FileUpload,
    ) => {
      const delivery = { customerId, portfolio, deliveredAt: at(hours), ...(upload && { upload }) };
      return handles.here.trades.record(delivery, days, anEntry({ customerId }));
    },
    read: async (customerId: string, portfolio: Portfolio, hours?: number) => {
      const instant = hours === undefined ? undefined : at(hours);
      const { trades } = handles.there;
      const days = ['2026-10-24', '2026-10-26'] as const;
      return (await trades.executed(customerId, portfolio, ...days, instant)).map(plain);
    },
  };
}

function deliveries(handles: TwoHandles): void {
  const { record, read } = scene(handles);

  test('trades are read as they were recorded, by day and session', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const last = startOfDate('2026-10-26') - HOUR_MS;
    const trades: Trade[] = [
      aTrade(DAY, 0.000001, { price: -999_999_999 }),
      aTrade(DAY, -99_999.999999, { start: last, price: 999_999_999 }),
      aTrade(DAY, 0, { minutes: 15, price: 0 }),
      aTrade(DAY, 2, { minutes: 30 }),
    ].map((trade) => ({ ...trade, microMw: Math.round(trade.microMw) }));
    const days = [
      { session: 'BIL', day: DAY, trades },
      traded('MIC', [1]),
      traded('MD', [2], '2026-10-26'),
      traded('MD', [3]),
    ] as const;
    expect(await record(id, portfolio, 1, days)).toBe(0);
    const found = await handles.there.trades.executed(id, portfolio, '2026-10-25', '2026-10-26');
    const times = { deliveredAt: at(1), takenBackAt: undefined };
    const inOrder = [days[3], days[1], days[0], days[2]];
    expect(found).toEqual(inOrder.map((each) => ({ ...each, ...times })));
    expect(await handles.there.trades.executed(id, portfolio, DAY, DAY)).toHaveLength(3);
  });

  test.each([
    ['0000-12-31', '0001-01-01', 0],
    ['0000-12-30', '0000-12-31', 0],
    ['0000-12-31', '9999-12-31', 1],
  ])(
    'trades may be asked for of days before the first label: %s to %s',
    async (from, to, count) => {
      const { id } = await addedCustomer(handles.here);
      const portfolio = aPortfolio();
      await record(id, portfolio, 1, [traded('MD', [1])]);
      expect(await handles.there.trades.executed(id, portfolio, from, to)).toHaveLength(count);
    },
  );

  test('a delivery replaces its sessions and days, and no others', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    await record(id, portfolio, 1, [
      traded('MD', [1, 2]),
      traded('MIC', [3]),
      traded('MD', [4], '2026-10-26'),
    ]);
    expect(await record(id, portfolio, 2, [traded('MD', [5])])).toBe(2);
    expect(await record(id, portfolio, 3, [traded('MD', [6]), traded('BIL', [7])])).toBe(1);
    expect(await read(id, portfolio)).toEqual([
      [DAY, 'MD', [6], 3],
      [DAY, 'MIC', [3], 1],
      [DAY, 'BIL', [7], 3],
      ['2026-10-26', 'MD', [4], 1],
    ]);
  });

  test('an instant sees what had been delivered by then', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    await record(id, portfolio, 1, [traded('MD', [1])]);
    await record(id, portfolio, 3, [traded('MD', [2])]);
    expect(await read(id, portfolio, 0.5)).toEqual([]);
    expect(await read(id, portfolio, 1)).toEqual([[DAY, 'MD', [1], 1]]);
    expect(await read(id, portfolio, 2.5)).toEqual([[DAY, 'MD', [1], 1]]);
    expect(await read(id, portfolio, 3)).toEqual([[DAY, 'MD', [2], 3]]);
  });

  test('the latest delivery counts, whichever was recorded first; of one instant that of the last record', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    await record(id, portfolio, 5, [traded('MD', [1])]);
    await record(id, portfolio, 3, [traded('MD', [2])]);
    expect(await read(id, portfolio)).toEqual([[DAY, 'MD', [1], 5]]);
    await record(id, portfolio, 5, [traded('MD', [3])]);
    expect(await read(id, portfolio)).toEqual([[DAY, 'MD', [3], 5]]);
  });

  test('portfolios and customers are told apart', async () => {
    const [{ id }, other] = [await addedCustomer(handles.here), await addedCustomer(handles.here)];
    const portfolio = aPortfolio();
    await record(id, portfolio, 1, [traded('MD', [1])]);
    expect(await read(id, { ...portfolio, retailer: 'r' })).toEqual([]);
    expect(await read(id, { ...portfolio, user: 'u' })).toEqual([]);
    expect(await read(other.id, portfolio)).toEqual([]);
    expect(await record(other.id, portfolio, 2, [traded('MD', [2])])).toBe(0);
    expect(await read(id, portfolio)).toEqual([[DAY, 'MD', [1], 1]]);
  });

  test('all deliveries are paged through in their order, those that were replaced or taken back too', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const upload = anUpload(id, portfolio);
    await record(id, portfolio, 1, [traded('MD', [1])]);
    await record(id, portfolio, 3, [traded('MD', [3])]);
    await record(id, portfolio, 2, [traded('MD', [2])], upload);
    const filter = { kind: 'trades', ...portfolio } as const;
    await handles.here.fileUploads.takeBack(id, filter, upload.id, anEntry({ at: at(4) }));
    const page = async (offset: number, limit: number) =>
      (await handles.there.trades.deliveries(id, portfolio, { offset, limit })).map(plain);
    expect(await page(0, 2)).toEqual([
      [DAY, 'MD', [1], 1],
      [DAY, 'MD', [2], 2, 4],
    ]);
    expect(await page(2, 2)).toEqual([[DAY, 'MD', [3], 3]]);
  });

  test('an audit entry that cannot be stored leaves no trade', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const delivery = { customerId: id, portfolio, deliveredAt: at(1) };
    const entry = anEntry({ subject: 'a\0' });
    const recording = handles.here.trades.record(delivery, [traded('MD', [1])], entry);
    expect(await codeOf(recording)).toBe('invalid_request');
    expect(await read(id, portfolio)).toEqual([]);
  });

  test('deliveries at once replace each other one after the other', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const replaced = await concurrently(8, (i) => record(id, portfolio, i, [traded('MD', [i])]));
    expect(replaced.filter((count) => count === 0)).toHaveLength(1);
    expect(await read(id, portfolio)).toEqual([[DAY, 'MD', [7], 7]]);
  });

  test.each(UNKNOWN_IDS)('a customer with the id of %s is unknown', async (_, id) => {
    const portfolio = aPortfolio();
    expect(await codeOf(record(id, portfolio, 1, [traded('MD', [1])]))).toBe('not_found');
    expect(await read(id, portfolio)).toEqual([]);
    const page = { offset: 0, limit: 9 };
    expect(await handles.here.trades.deliveries(id, portfolio, page)).toEqual([]);
  });
}

function files(handles: TwoHandles): void {
  const { record, read } = scene(handles);

  test('the uploads of trades are those of their portfolio, and of no other kind', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const upload = anUpload(id, portfolio);
    await record(id, portfolio, 1, [traded('MD', [1])], upload);
    const { fileUploads } = handles.there;
    const own = { kind: 'trades', ...portfolio } as const;
    expect(await all(fileUploads.list(id, own, { offset: 0 }))).toEqual([upload]);
    expect(await fileUploads.get(id, own, upload.id)).toEqual(upload);
    const others = [
      { ...own, kind: 'consumption' },
      { ...own, retailer: 'x' },
      { ...own, user: 'x' },
    ] as const;
    for (const filter of others) {
      expect(await fileUploads.count(id, filter)).toBe(0);
      expect(await fileUploads.takeBack(id, filter, upload.id, anEntry())).toBe(false);
    }
  });

  test('a file that is taken back no longer counts from then on, and what it replaced counts again', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const upload = anUpload(id, portfolio);
    await record(id, portfolio, 1, [traded('MD', [1, 1])]);
    await record(id, portfolio, 2, [traded('MD', [2]), traded('MIC', [2])], upload);
    const filter = { kind: 'trades', ...portfolio } as const;
    const taking = handles.here.fileUploads.takeBack(id, filter, upload.id, anEntry({ at: at(4) }));
    expect(await taking).toBe(true);
    expect(await read(id, portfolio)).toEqual([[DAY, 'MD', [1, 1], 1]]);
    expect(await read(id, portfolio, 3)).toEqual([
      [DAY, 'MD', [2], 2, 4],
      [DAY, 'MIC', [2], 2, 4],
    ]);
    expect(await read(id, portfolio, 4)).toEqual([[DAY, 'MD', [1, 1], 1]]);
    expect(await record(id, portfolio, 5, [traded('MD', [5])])).toBe(2);
  });

  test('the same file is recorded once, also by calls at once, until it is taken back', async () => {
    const { id } = await addedCustomer(handles.here);
    const portfolio = aPortfolio();
    const digest = crypto.randomUUID();
    const send = () =>
      record(id, portfolio, 1, [traded('MD', [1])], anUpload(id, portfolio, digest));
    const results = await concurrently(4, send);
    expect(results.filter((each) => each === undefined)).toHaveLength(3);
    const { fileUploads } = handles.there;
    const first = await fileUploads.withDigest(id, digest);
    const filter = { kind: 'trades', ...portfolio } as const;
    expect(await fileUploads.takeBack(id, filter, first?.id ?? '', anEntry())).toBe(true);
    expect(await send()).toBe(0);
  });
}
