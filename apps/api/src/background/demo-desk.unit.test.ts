import { refreshDemoDesk, refreshDemoEnergy } from '@solano/demo';
import { aCustomer, all, anEntry, SOURCE } from '@solano/domain/contracts';
import { RealisedCurves } from '@solano/domain/desk';
import { readDeviation } from '@solano/domain/desk/deviation';
import { readReport } from '@solano/domain/desk/report';
import { dateAfter, datesBetween, MICRO, startOfDate } from '@solano/domain/kernel';
import { CachedImbalance, type ImbalanceRevision, type Market } from '@solano/domain/market';
import { MemoryAuditLog } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { NOW, OLDEST, openedDemo, PORTFOLIO, TODAY, TOMORROW, YESTERDAY } from '#test/demo';

/** A demonstration with the newest part of its history, which tests only read. */
const withHistory = (async () => {
  const demo = await openedDemo();
  await demo.put();
  await refreshDemoEnergy(demo.deps, SOURCE);
  const next = await demo.history();
  return { ...demo, next };
})();

const cached = { realisedCurves: new RealisedCurves(), imbalanceDays: new CachedImbalance() };

describe('a month of the demonstration', () => {
  test('a new demonstration has 35 complete days whose deviations cost some percent of the market', async () => {
    const { deps, id, next } = await withHistory;
    expect(next).toBe(1);
    const days = { from: OLDEST, to: YESTERDAY };
    const query = { customerId: id, portfolio: PORTFOLIO, ...days };
    const compared = await readDeviation({ ...deps, ...cached }, query);
    // A day of them has 25 hours.
    expect(compared.periods).toHaveLength(35 * 96 + 4);
    expect([compared.missing, compared.undecided, compared.notBought]).toEqual([[], [], []]);
    const market = compared.periods.reduce((sum, each) => sum + each.marketCost, 0n);
    const over = compared.periods.reduce((sum, each) => sum + each.overDayAhead, 0n);
    const percent = Number((over * 10_000n) / market) / 100;
    expect(percent).toBeGreaterThan(0.3);
    expect(percent).toBeLessThan(5);
  });

  test('a month of the demonstration has saved some percent against the day-ahead market', async () => {
    const { deps, id } = await withHistory;
    const query = { customerId: id, portfolio: PORTFOLIO, month: '2026-11' };
    const { total, days } = await readReport({ ...deps, ...cached }, query);
    expect(days).toHaveLength(24);
    const { dayAheadOnlyCost, savedAgainstDayAhead, savedAgainstRule } = total.savings;
    const percent = (Number(savedAgainstDayAhead) / Number(dayAheadOnlyCost)) * 100;
    expect(percent).toBeGreaterThan(0.3);
    expect(percent).toBeLessThan(6);
    expect(savedAgainstRule).not.toBeNull();
  });

  test('a month of the demonstration has a purchase for each day, decided in time, and worth something', async () => {
    const { deps, purchases } = await withHistory;
    const all = await purchases();
    const starts = all.map(({ deliversFrom }) => Number(deliversFrom)).toSorted((a, b) => a - b);
    expect(starts).toEqual(datesBetween(OLDEST, TOMORROW).map(startOfDate));
    const past = all.filter(({ status }) => status === 'completed');
    expect(past).toHaveLength(36);
    const ids = past.map(({ id }) => id);
    const decisions = await deps.decisions.newestInTime(ids);
    const decided = past.map(({ id }) => decisions.get(id)?.idmodel);
    // Newest first: all models were computed of the last two weeks, of the days before what is compared.
    expect(decided).toEqual([...Array(15).fill(4), ...Array(21).fill(3)]);
    expect((await deps.evaluations.ofPurchases(ids)).size).toBe(36);
    const models = await Promise.all(
      ids.map(async (id) => (await deps.purchases.read(id))?.outputs.length),
    );
    expect(models).toEqual([...Array(15).fill(7), ...Array(21).fill(2)]);
  });

  test('a month of the demonstration that was interrupted is completed, and nothing is added twice', async () => {
    const { deps, put, history, purchases, executed } = await openedDemo();
    const addPast = deps.purchases.addPast.bind(deps.purchases);
    let left = 2;
    deps.purchases.addPast = (past) => {
      left -= 1;
      if (left < 0) return Promise.reject(new Error('The process ends.'));
      return addPast(past);
    };
    await put();
    await expect(history()).rejects.toThrow('The process ends.');
    // Two of yesterday and today, the one of tomorrow, and a month.
    expect(await purchases()).toHaveLength(34);
    expect(await executed()).toMatchObject([{ day: YESTERDAY }, {}, {}, {}]);
    left = Infinity;
    await history();
    const [bought, traded] = [await purchases(), await executed()];
    expect(bought).toHaveLength(37);
    expect(new Set(traded.map(({ day }) => day)).size).toBe(35);
    await history();
    expect([await purchases(), await executed()]).toEqual([bought, traded]);
    // Five days later those are added that have passed since.
    await put(new Date(NOW.getTime() + 5 * 86_400_000));
    await history();
    expect(await purchases()).toHaveLength(42);
  });

  test('the history of the demonstration goes on with the models that were compared, and ends after a year', async () => {
    const { deps, history, purchases, executed } = await openedDemo();
    expect(await history(2)).toBeUndefined();
    const all = await purchases();
    const [newest, oldest] = [all[0], all.at(-1)].map((each) => each?.deliversFrom?.getTime());
    const [first, last] = [dateAfter(TODAY, -366), dateAfter(TODAY, -200)];
    expect([newest, oldest]).toEqual([startOfDate(last), startOfDate(first)]);
    const { outputs = [] } = (await deps.purchases.read(all.at(-1)?.id ?? '')) ?? {};
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 3]);
    expect(new Set((await executed(first, last)).map(({ day }) => day)).size).toBe(167);
  });
});

describe('purchases of the demonstration', () => {
  test('purchases for yesterday and today were computed by the models and decided before the gate', async () => {
    const { deps, put, purchaseFor } = await openedDemo();
    await put();
    for (const date of [YESTERDAY, TODAY]) {
      const purchase = await purchaseFor(date);
      const eve = dateAfter(date, -1);
      expect(purchase).toMatchObject({ status: 'completed', error: '', rows: 24 });
      expect(purchase.createdAt).toEqual(new Date(`${eve}T08:00:00Z`));
      const { outputs = [] } = (await deps.purchases.read(purchase.id)) ?? {};
      expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2, 3, 4, 5, 7, 8]);
      const [decision] = await deps.decisions.list(purchase.id);
      expect(decision).toMatchObject({ idmodel: 4, decidedAt: new Date(`${eve}T10:00:00Z`) });
    }
  });

  test('a purchase for tomorrow waits for the engine, and for a decision', async () => {
    const { deps, put, purchaseFor } = await openedDemo();
    await put();
    const purchase = await purchaseFor(TOMORROW);
    expect(purchase).toMatchObject({ status: 'pending', createdAt: NOW });
    expect(await deps.decisions.list(purchase.id)).toEqual([]);
  });

  test('a purchase is decided shortly before its first gate, unless somebody has decided', async () => {
    const { deps, put, purchaseFor, compute } = await openedDemo();
    await put();
    const day = dateAfter(TOMORROW, 1);
    const [early, due] = ['10:39', '10:45'].map((time) => new Date(`${TOMORROW}T${time}:00Z`));
    await put(new Date(`${TOMORROW}T00:05:00Z`));
    const { id } = await purchaseFor(day);
    await compute(id);
    await put(early);
    expect(await deps.decisions.list(id)).toEqual([]);
    await put(due);
    await put(due);
    const decisions = await deps.decisions.list(id);
    expect(decisions).toMatchObject([{ idmodel: 4, decidedAt: due }]);
    expect(decisions[0]).not.toHaveProperty('tooLate');
  });

  test('no purchase is added to a day for which one was submitted', async () => {
    const { put, purchases } = await openedDemo();
    await put();
    await put(new Date(NOW.getTime() + 600_000));
    expect(await purchases()).toHaveLength(3);
    await put(new Date(`${TOMORROW}T09:00:00Z`));
    expect(await purchases()).toHaveLength(4);
  });
});

describe('trades of the demonstration', () => {
  test('trades of a part of the history came in one delivery, some of them corrections of evenings', async () => {
    const { executed } = await withHistory;
    const days = await executed();
    const times = days.map(({ deliveredAt }) => deliveredAt.getTime());
    expect(new Set(times)).toEqual(new Set([NOW.getTime()]));
    const sessions = Map.groupBy(days, ({ session }) => session);
    expect(new Set(days.map(({ day }) => day)).size).toBe(35);
    expect(sessions.get('MID1')?.length).toBeGreaterThan(30);
    const corrected = sessions.get('MIC')?.length ?? 0;
    expect(corrected).toBeGreaterThan(3);
    expect(corrected).toBeLessThan(20);
  });

  test('trades of a decided day add up to its purchase, at realised prices', async () => {
    const { deps, id, put, executed } = await openedDemo();
    await put();
    const days = (await executed(YESTERDAY)).filter(({ session }) => session !== 'MIC');
    expect(days.map(({ session }) => session)).toEqual(['MD', 'MID1', 'MID2', 'MID3']);
    const traded = days.flatMap(({ trades }) => trades);
    const megawatts = traded.reduce((sum, { microMw }) => sum + microMw, 0) / MICRO;
    const window = {
      from: new Date(startOfDate(YESTERDAY)),
      to: new Date(startOfDate(TODAY)),
    };
    const [purchase] = await all(deps.purchases.delivered(id, PORTFOLIO, window));
    const items = JSON.parse(purchase?.series ?? '[]') as { purchase: number }[];
    const submitted = items.reduce((sum, item) => sum + item.purchase, 0);
    expect(megawatts).toBeCloseTo(submitted, 6);
    const market: Market = 'md_pdbc_spain';
    const [day] = await all(deps.prices.seenBy(id).realised(market, YESTERDAY, YESTERDAY));
    const first = days[0]?.trades[0];
    const quarter = day?.ends.findIndex((end) => end === (first?.start ?? 0) + 900_000) ?? -1;
    const four = day?.prices.slice(quarter, quarter + 4) ?? [];
    expect(first?.price).toBe(Math.round(four.reduce((sum, price) => sum + price, 0) / 4));
  });

  test('trades grow with the days, and a day that has some gets none', async () => {
    const { deps, id, put, executed } = await openedDemo();
    const trade = { start: startOfDate(YESTERDAY), minutes: 60, microMw: MICRO, price: 1 } as const;
    const delivery = { customerId: id, portfolio: PORTFOLIO, deliveredAt: NOW };
    await put();
    const before = await executed();
    await put();
    expect(await executed()).toEqual(before);
    await put(new Date(`${TOMORROW}T09:00:00Z`));
    const today = await executed(TODAY, TODAY);
    expect(today.map(({ session }) => session)).toContain('MD');
    expect(await executed()).toEqual(before);
    const other = [{ session: 'BIL', day: TOMORROW, trades: [trade] }] as const;
    await deps.trades.record(delivery, other, anEntry());
    await put(new Date(`${dateAfter(TOMORROW, 1)}T09:00:00Z`));
    expect(await executed(TOMORROW, TOMORROW)).toMatchObject(other);
  });
});

describe('prices of deviations of the demonstration', () => {
  test('prices of deviations are dearer than the day-ahead market for what adds to the imbalance', async () => {
    const { deps, id, own } = await withHistory;
    const days = await all(own().prices(OLDEST, YESTERDAY));
    const market: Market = 'md_pdbc_spain';
    const realised = await all(deps.prices.seenBy(id).realised(market, OLDEST, YESTERDAY));
    const dayAhead = new Map(realised.map(({ date, prices }) => [date, prices]));
    const [short, long] = [
      differences(days, dayAhead, 'short'),
      differences(days, dayAhead, 'long'),
    ];
    expect(short).toHaveLength(35 * 96 + 4);
    const share = (values: readonly number[], is: (value: number) => boolean) =>
      values.filter(is).length / values.length;
    expect(share(short, (value) => value >= 0)).toBeGreaterThan(0.9);
    expect(share(long, (value) => value <= 0)).toBeGreaterThan(0.9);
    expect(share(short, (value) => value > 0)).toBeGreaterThan(0.3);
    expect(share(long, (value) => value < 0)).toBeGreaterThan(0.3);
    const equal = days.flatMap((day) => day.short.map((price, i) => price === day.long[i]));
    expect(equal.filter(Boolean).length / equal.length).toBeGreaterThan(0.05);
    expect(days.some((day) => day.long.some((price) => price < 0))).toBe(true);
  });

  test('prices of deviations are the same in each demonstration, and seen by its customer alone', async () => {
    const [one, other] = [await withHistory, await openedDemo()];
    await other.put();
    const days = await all(one.own().prices(OLDEST, TOMORROW));
    expect(days.map(({ date }) => date)).toHaveLength(35);
    expect(await all(other.own().prices(OLDEST, TOMORROW))).toEqual([days.at(-1)]);
    expect(await all(one.deps.imbalance.prices(OLDEST, TOMORROW))).toEqual([]);
  });

  test('prices of deviations are not added beside settled ones, nor beside real prices of the market', async () => {
    const { deps, put, own } = await openedDemo();
    const day = { date: YESTERDAY, stepMinutes: 60, short: [1], long: [1] };
    const settled = { ...day, settlement: 'C1', source: 'csv', knownAt: NOW } as const;
    await deps.imbalance.revise([YESTERDAY], () => [settled]);
    await put();
    expect(await all(own().prices(OLDEST, YESTERDAY))).toHaveLength(1);
    const real = await openedDemo();
    const prices = { stepMinutes: 60, ends: [startOfDate(TODAY)], prices: [1] };
    const omie = { date: YESTERDAY, source: 'omie', version: 1, ...prices } as const;
    await real.deps.prices.putRealised([{ market: 'md_pdbc_spain', ...omie }]);
    await real.put();
    const dates = (await all(real.own().prices(OLDEST, YESTERDAY))).map(({ date }) => date);
    expect(dates).not.toContain(YESTERDAY);
  });
});

test('a customer beside the demonstration gets nothing, and a removed demonstration stays away', async () => {
  const { deps, database, put } = await openedDemo();
  const other = aCustomer({ name: 'norte' });
  await deps.customers.add(other, anEntry());
  await put();
  const written = await new MemoryAuditLog(database).list({ customerId: other.id, limit: 9 });
  expect(written).toEqual([]);
  expect(await deps.purchases.list({ customerId: other.id, user: 'ana', limit: 9 })).toEqual([]);
  expect(await deps.trades.executed(other.id, PORTFOLIO, OLDEST, TODAY)).toEqual([]);
  database.customers.clear();
  const purchases = database.purchases.size;
  await refreshDemoDesk({ ...deps, clock: () => new Date('2027-01-01T12:00:00Z') }, SOURCE);
  expect(database.purchases.size).toBe(purchases);
});

/** Prices of deviations less day-ahead prices, in thousandths of EUR/MWh. */
function differences(
  days: readonly ImbalanceRevision[],
  dayAhead: ReadonlyMap<string, readonly number[]>,
  direction: 'short' | 'long',
): number[] {
  return days.flatMap((day) => {
    return day[direction].map((price, i) => price - (dayAhead.get(day.date)?.[i] ?? Number.NaN));
  });
}
