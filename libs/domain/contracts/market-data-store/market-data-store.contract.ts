import { HOUR_MS } from '@solano/domain/kernel';
import {
  type DayChange,
  type Fundamental,
  type FundamentalVersion,
  type MarketDay,
  type MarketDocument,
  type RealisedPrices,
  type ReceivedDocument,
  type StoredDay,
  UNUSED_SOURCE,
  unknownDay,
} from '@solano/domain/market';
import type { Webhook } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { addedWebhook, later } from '../examples.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

const MARKET = 'md_pdbc_spain';

/** What every MarketDataStore does. */
export function marketDataStoreContract(name: string, open: OpenStores): void {
  describe(`MarketDataStore: ${name}`, () => {
    const handles = openForSuite(open);
    days(handles);
    changes(handles);
    messages(open);
    fundamentals(handles);
    sources(handles);
  });
}

function aDocument(fields: Partial<MarketDocument> = {}): MarketDocument {
  return {
    source: 'omie',
    name: 'marginalpdbc_20261123.1',
    revision: 1,
    digest: 'ab'.repeat(32),
    etag: null,
    receivedAt: later(5),
    ...fields,
  };
}

function aDay(date: string, fields: Partial<MarketDay> = {}): MarketDay {
  return { ...unknownDay(MARKET, date), ...fields };
}

async function put({ market }: Stores, day: MarketDay, rest: Partial<DayChange> = {}) {
  await market.updateDay(day.series, day.date, () => ({ day, ...rest }));
}

function days(handles: TwoHandles): void {
  test('a day is read as it was written, whatever is null in it', async () => {
    const { here, there } = handles;
    const document = aDocument({ etag: 'W/"7"' });
    const whole = aDay('2030-03-31', {
      status: 'realised',
      document,
      held: { document: aDocument({ revision: 2 }), reason: 'the price 4001.000 is outside' },
      problem: { document: aDocument({ revision: 3 }), reason: '95 periods' },
      knownAt: later(1),
      lateNotifiedAt: later(2),
      checkedAt: later(3),
    });
    const nothing = aDay('2030-10-27');
    for (const day of [whole, nothing]) {
      await put(here, day);
      expect((await there.market.known(MARKET, day.date)).day).toEqual(day);
    }
  });

  test('other days and series are unknown', async () => {
    const { here, there } = handles;
    await put(here, aDay('2030-05-01'));
    const nothing = { day: undefined, realised: undefined, version: undefined };
    expect(await there.market.known(MARKET, '2030-05-02')).toEqual(nothing);
    expect(await there.market.known('wind', '2030-05-01')).toEqual(nothing);
  });

  test('the days of a series come newest first, both ends included', async () => {
    const { here, there } = handles;
    for (const date of ['2031-01-02', '2031-01-04', '2031-01-01', '2031-01-03', '2031-01-05']) {
      await put(here, aDay(date));
    }
    const found = await there.market.days([MARKET, 'solar'], '2031-01-02', '2031-01-04');
    expect(found.map(({ date }) => date)).toEqual(['2031-01-04', '2031-01-03', '2031-01-02']);
    expect(await there.market.days(['solar'], '2031-01-02', '2031-01-04')).toEqual([]);
  });

  test('the newest arrival is that of the days asked for', async () => {
    const { here, there } = handles;
    expect(await there.market.newestArrival('2090-01-01')).toBeUndefined();
    await put(here, aDay('2091-01-01', { knownAt: later(90) }));
    await put(here, aDay('2091-01-02', { knownAt: later(20) }));
    await put(here, aDay('2091-01-03'));
    expect(await there.market.newestArrival('2091-01-01')).toEqual(later(90));
    expect(await there.market.newestArrival('2091-01-02')).toEqual(later(20));
  });
}

function changes(handles: TwoHandles): void {
  test('a day changes with its prices and its document in one commit', async () => {
    const { here, there } = handles;
    const date = '2032-02-02';
    const ends = [HOUR_MS, 2 * HOUR_MS].map((ms) => Date.parse('2032-02-02') + ms);
    const prices = {
      market: MARKET,
      date,
      source: 'esios',
      version: 0,
      stepMinutes: 60,
      ends,
      prices: [-1_230, 57_120],
    } as const;
    const received: ReceivedDocument = {
      ...aDocument({ source: 'esios', name: '600_20320202.1' }),
      series: MARKET,
      date,
      outcome: 'accepted',
      reason: '',
    };
    const before = await here.prices.revision(MARKET);
    await put(here, aDay(date, { status: 'realised' }), { prices, received });
    expect((await there.market.known(MARKET, date)).realised).toEqual(prices);
    const realised: RealisedPrices[] = [];
    for await (const day of there.prices.realised(MARKET, date, date)) realised.push(day);
    expect(realised).toEqual([prices]);
    expect(await there.market.documents(MARKET, date)).toEqual([received]);
    expect(await there.prices.revision(MARKET)).not.toBe(before);
    const summary = { date, source: 'esios', version: 0 };
    const days = () => there.market.realisedDays(MARKET, date, date);
    expect(await days()).toEqual([{ ...summary, isEmpty: false }]);
    await put(here, aDay(date), { prices: { ...prices, ends: [], prices: [] } });
    expect(await days()).toEqual([{ ...summary, isEmpty: true }]);
  });

  test('a rejected document replaces the one rejected under its name, and no other', async () => {
    const { here, there } = handles;
    const date = '2032-02-05';
    const receive = async (fields: Partial<ReceivedDocument>) => {
      const document = { ...aDocument(), series: MARKET, date, reason: '', ...fields } as const;
      await put(here, aDay(date), { received: { outcome: 'rejected', ...document } });
    };
    await receive({ reason: 'not JSON' });
    await receive({ source: 'esios', reason: 'of another source' });
    await receive({ name: 'marginalpdbc_20320205.2', reason: 'of another revision' });
    await receive({ outcome: 'held', reason: 'too high' });
    await receive({ outcome: 'held', reason: 'too low' });
    await receive({ reason: '95 periods' });
    const reasons = (await there.market.documents(MARKET, date)).map(({ reason }) => reason);
    expect(reasons).toEqual([
      'of another source',
      'of another revision',
      'too high',
      'too low',
      '95 periods',
    ]);
  });

  test('a change that throws or is undefined changes nothing', async () => {
    const { here, there } = handles;
    const date = '2032-03-03';
    const day = aDay(date, { checkedAt: later(1) });
    await put(here, day);
    const failing = here.market.updateDay(MARKET, date, () => {
      throw new RangeError('no');
    });
    await expect(failing).rejects.toThrow(RangeError);
    await here.market.updateDay(MARKET, date, () => undefined);
    expect(await there.market.days([MARKET], date, date)).toEqual([day]);
  });

  test('no concurrent change is lost, also of the first ones of a day', async () => {
    const { here, there } = handles;
    const date = '2032-04-04';
    const append = ({ day }: StoredDay): DayChange => {
      const known = day ?? aDay(date);
      const reason = `${known.problem?.reason ?? ''}x`;
      return { day: { ...known, problem: { document: aDocument(), reason } } };
    };
    const all = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? here : there).market.updateDay(MARKET, date, append),
    );
    await Promise.all(all);
    expect((await there.market.known(MARKET, date)).day?.problem?.reason).toBe('xxxxxxxx');
  });

  test('records are copied in and out', async () => {
    const { here } = handles;
    const date = '2032-05-05';
    const day = aDay(date, { checkedAt: later(1) });
    await put(here, day);
    day.checkedAt?.setTime(0);
    const read = (await here.market.known(MARKET, date)).day;
    expect(read?.checkedAt).toEqual(later(1));
    read?.checkedAt?.setTime(0);
    expect((await here.market.known(MARKET, date)).day?.checkedAt).toEqual(later(1));
  });
}

function messages(open: OpenStores): void {
  const handles = openForSuite(open);

  test('a message is added for every enabled webhook that subscribes to its event, each with a job', async () => {
    const { here, there } = handles;
    const wanting = await addedWebhook(here, { events: ['prices.late', 'purchase.failed'] });
    await addedWebhook(here, { events: ['prices.published'] });
    await addedWebhook(here, { events: ['prices.late'], disabledAt: later(0) });
    const ids = ['5e6d1c66-8f7c-4a52-93c9-1f2d0d3b7a01'];
    const message = {
      event: 'prices.late',
      body: '{"type": "prices.late"}',
      at: later(4),
      newId: () => ids.pop() as string,
    } as const;
    await put(here, aDay('2033-01-01'), { message });
    expect(ids).toEqual([]);
    const sent = await there.webhooks.delivery('5e6d1c66-8f7c-4a52-93c9-1f2d0d3b7a01');
    expect(sent?.webhook).toEqual(wanting satisfies Webhook);
    expect(sent?.delivery).toEqual({
      id: '5e6d1c66-8f7c-4a52-93c9-1f2d0d3b7a01',
      webhookId: wanting.id,
      event: 'prices.late',
      purchaseId: null,
      body: message.body,
      createdAt: later(4),
      status: 'pending',
      settledAt: null,
      error: '',
    });
  });
}

function fundamentals(handles: TwoHandles): void {
  test('every version of a fundamental is kept, one for each instant from which it was known', async () => {
    const { here, there } = handles;
    const version = (date: string, ms: number, value: number): FundamentalVersion => ({
      series: 'wind',
      date,
      knownAt: later(ms),
      source: 'esios',
      document: '1777',
      stepMinutes: 60,
      ends: [Date.parse(`${date}T01:00:00Z`)],
      values: [value],
    });
    const first = version('2034-01-01', 10, 7_123_456);
    const second = version('2034-01-01', 20, 7_000_001);
    const other = version('2034-01-02', 15, 0);
    for (const each of [second, other, first]) {
      const day = { ...unknownDay('wind', each.date), knownAt: each.knownAt };
      await put(here, day, { version: each });
    }
    const of = (series: Fundamental) =>
      there.market.fundamentalVersions(series, '2034-01-01', '2034-01-31');
    expect(await of('wind')).toEqual([first, second, other]);
    expect((await there.market.known('wind', '2034-01-01')).version).toEqual(second);
    expect(await of('solar')).toEqual([]);

    const again = version('2034-01-01', 10, 1);
    await put(here, unknownDay('wind', '2034-01-01'), { version: again });
    expect(await of('wind')).toEqual([again, second, other]);
  });
}

function sources(handles: TwoHandles): void {
  test('a source is unused until its state changes, and then read as it was written', async () => {
    const { here, there } = handles;
    expect(await there.market.source('entsoe')).toEqual(UNUSED_SOURCE);
    const state = {
      requests: [later(1).getTime(), later(2).getTime()],
      busyUntil: later(3).getTime(),
      blockedUntil: later(4).getTime(),
      succeededAt: later(5),
      failedAt: later(6),
      failure: 'answered 503',
    };
    expect(await here.market.updateSource('entsoe', () => state)).toEqual(state);
    expect(await there.market.source('entsoe')).toEqual(state);
    const all = await there.market.sources(['omie-file', 'entsoe']);
    expect([...all]).toEqual([
      ['omie-file', UNUSED_SOURCE],
      ['entsoe', state],
    ]);
    expect(await there.market.sources([])).toEqual(new Map());
    await here.market.updateSource('entsoe', () => UNUSED_SOURCE);
    expect(await there.market.source('entsoe')).toEqual(UNUSED_SOURCE);
  });

  test('no request that is counted concurrently is lost', async () => {
    const { here, there } = handles;
    const all = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? here : there).market.updateSource('esios', (state) => {
        return { ...state, requests: [...state.requests, later(i).getTime()] };
      }),
    );
    await Promise.all(all);
    const { requests } = await there.market.source('esios');
    expect(requests.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, i) => later(i).getTime()),
    );
  });
}
