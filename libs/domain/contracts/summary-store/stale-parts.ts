import type { Purchase, StalePurchase, SummaryPart } from '@solano/domain/desk';
import { DAY_MS, dateAfter, HOUR_MS, MICRO, startOfDate } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { aChange, addedCustomer, anEntry, aPurchase, later } from '../examples.ts';
import { MARKET } from '../price-store/examples.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** A year in which no other suite has prices. */
const DAY = '2071-03-10';
const START = startOfDate(DAY);

const PART: Omit<SummaryPart, 'purchaseId'> = {
  shape: {
    isEvaluated: true,
    outputs: [],
    expected: [],
    realised: [],
    decided: null,
    restsOn: 'decision',
  },
  expected: [],
  realised: [],
  executed: undefined,
  recheckAt: null,
};

/** Purchases of a customer on a day, whose parts are stored. */
class Desk {
  readonly #stores: Stores;
  readonly customerId: string;

  constructor(stores: Stores, customerId: string) {
    this.#stores = stores;
    this.customerId = customerId;
  }

  static async open(stores: Stores): Promise<Desk> {
    return new Desk(stores, (await addedCustomer(stores)).id);
  }

  /** An evaluated purchase of the hours of a day, days after {@link DAY}. */
  async buy(days = 0, fields: Partial<Purchase> = {}): Promise<string> {
    const deliversFrom = new Date(START + days * DAY_MS);
    const deliversTo = new Date(deliversFrom.getTime() + 24 * HOUR_MS);
    const purchase = aPurchase(this.customerId, { deliversFrom, deliversTo, ...fields });
    await this.#stores.purchases.add(purchase, '[]', { entry: anEntry() });
    await this.evaluate(purchase.id);
    return purchase.id;
  }

  async evaluate(id: string, at = 1): Promise<void> {
    const evaluation = { figures: '{}', prices: '{}', deliveredAt: later(1).toISOString() };
    const outputs = [{ idmodel: 1, json: '{}' }];
    await this.#stores.purchases.update(id, (each) =>
      aChange(each, { outputs, evaluation, updatedAt: later(at) }),
    );
  }

  async decide(id: string): Promise<void> {
    const decision = { idmodel: 1, note: '', decidedAt: later(2), decidedBy: 'key k' };
    await this.#stores.decisions.add(id, decision, { entry: anEntry(), deliveries: [] });
  }

  async trade(days = 0): Promise<void> {
    const day = dateAfter(DAY, days);
    const trades = [{ start: startOfDate(day), minutes: 60, microMw: MICRO, price: 1 } as const];
    const portfolio = { user: 'user', retailer: 'retailer' };
    const delivery = { customerId: this.customerId, portfolio, deliveredAt: later(3) };
    await this.#stores.trades.record(delivery, [{ session: 'MD', day, trades }], anEntry());
  }

  stale(ids?: readonly string[]): Promise<StalePurchase[]> {
    const filter = ids ? { purchaseIds: ids } : { customerId: this.customerId };
    return this.#stores.summaries.stale(filter, 100);
  }

  async store(part: Partial<SummaryPart> = {}): Promise<boolean> {
    const stale = await this.stale();
    const parts = stale.map(({ purchase: { id } }) => ({ ...PART, ...part, purchaseId: id }));
    return this.#stores.summaries.put(parts, stale);
  }

  /** Which of some purchases are stale after a change. */
  async after(ids: readonly string[], change: () => Promise<void>): Promise<boolean[]> {
    await this.store();
    if ((await this.stale()).length > 0) throw new Error('A part is stale once it is stored.');
    await change();
    const stale = new Set((await this.stale()).map(({ purchase }) => purchase.id));
    return ids.map((id) => stale.has(id));
  }
}

export function staleParts(handles: TwoHandles): void {
  test('stale parts are those of purchases that were evaluated, with the purchase, until they are stored', async () => {
    const { here, there } = handles;
    const desk = await Desk.open(here);
    const id = await desk.buy();
    const [found] = await there.summaries.stale({ customerId: desk.customerId }, 1);
    expect(found?.purchase).toEqual(await here.purchases.get(id));
    expect(await desk.store()).toBe(true);
    expect(await desk.stale()).toEqual([]);
    expect(await desk.stale([id])).toEqual([]);
  });

  test('stale parts of other customers and purchases are left out, and not more than asked for are named', async () => {
    const desk = await Desk.open(handles.here);
    const other = await Desk.open(handles.there);
    const ids = [await desk.buy(), await desk.buy(), await other.buy()];
    expect(await desk.stale()).toHaveLength(2);
    expect(await desk.stale(ids.slice(1))).toHaveLength(2);
    expect(await handles.here.summaries.stale({ customerId: desk.customerId }, 1)).toHaveLength(1);
  });

  test('stale parts are those whose figures, realised costs or decision have changed', async () => {
    const { here } = handles;
    const desk = await Desk.open(here);
    const id = await desk.buy();
    expect(await desk.after([id], () => desk.evaluate(id, 7))).toEqual([true]);
    const realise = () => here.evaluations.realise(id, later(7), '[1]', null);
    expect(await desk.after([id], realise)).toEqual([true]);
    expect(await desk.after([id], () => desk.decide(id))).toEqual([true]);
    const remove = async () => {
      await here.purchases.update(id, (each) => aChange(each, { outputs: [] }));
    };
    expect(await desk.after([id], remove)).toEqual([true]);
  });

  test('stale parts are those of a day whose trades were executed', async () => {
    const desk = await Desk.open(handles.here);
    const ids = [await desk.buy(), await desk.buy()];
    expect(await desk.after(ids, () => desk.trade())).toEqual([true, true]);
  });

  test('stale parts are those that share executed trades with one that was decided, or evaluated anew', async () => {
    const desk = await Desk.open(handles.here);
    const ids = [await desk.buy(), await desk.buy()] as const;
    await desk.trade();
    expect(await desk.after(ids, () => desk.decide(ids[0]))).toEqual([true, true]);
    expect(await desk.after(ids, () => desk.evaluate(ids[0], 9))).toEqual([true, true]);
  });

  test('stale parts are those of traded days whose prices came within a week', async () => {
    const { here } = handles;
    const desk = await Desk.open(here);
    const ids = [await desk.buy(), await desk.buy(7)];
    await desk.trade();
    const price = async (milli: number) => {
      const day = { market: MARKET, date: DAY, stepMinutes: 60 } as const;
      const prices = {
        ends: [START + HOUR_MS],
        prices: [milli],
        source: 'csv',
        version: 1,
      } as const;
      await here.prices.putRealised([{ ...day, ...prices }]);
    };
    expect(await desk.after(ids, () => price(1))).toEqual([true, true]);
    expect(await desk.after(ids, () => price(2))).toEqual([true, true]);
  });

  test('stale parts stay stale where they have changed since they were named, or were stored by another', async () => {
    const { here, there } = handles;
    const desk = await Desk.open(here);
    const id = await desk.buy();
    const seen = await desk.stale();
    await desk.decide(id);
    await here.summaries.put([{ ...PART, purchaseId: id }], seen);
    expect(await desk.stale()).toHaveLength(1);
    const late = await desk.stale();
    expect(await desk.store()).toBe(true);
    await desk.decide(id);
    expect(await there.summaries.put([{ ...PART, purchaseId: id }], late)).toBe(false);
  });

  test('stale parts are those whose time has come', async () => {
    const { here, there } = handles;
    const desk = await Desk.open(here);
    const id = await desk.buy();
    await desk.store({ recheckAt: later(50) });
    await here.summaries.recheck(later(49), 100);
    expect(await desk.stale()).toEqual([]);
    await there.summaries.recheck(later(50), 100);
    expect((await desk.stale()).map(({ purchase }) => purchase.id)).toEqual([id]);
    await desk.store();
    await there.summaries.recheck(later(60), 100);
    expect(await desk.stale()).toEqual([]);
  });
}
