import { aChange, aCustomer, anEntry, aPurchase } from '@solano/domain/contracts';
import { times } from '@solano/domain/contracts/thoroughness';
import {
  type Purchase,
  RealisedCurves,
  type RefreshDeps,
  type TradeSession,
} from '@solano/domain/desk';
import { listEvaluations, summarisePurchases } from '@solano/domain/desk/summary';
import {
  DAY_MS,
  dateAfter,
  HOUR_MS,
  labelOf,
  MICRO,
  quartersOfDate,
  startOfDate,
} from '@solano/domain/kernel';
import { SESSIONS } from '@solano/domain/market';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEvaluationStore,
  MemoryFileUploadStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemorySummaryStore,
  MemoryTradeStore,
} from '@solano/memory';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The divisor of a mean over scenarios has their number squared: here 94 of them. */
const COST_OF_BIDS = '121516201/441800';
/** The day before the clocks change, that day, and the one after. */
const DAYS = ['2026-10-24', '2026-10-25', '2026-10-26'] as const;
const RETAILERS = ['acme', 'other'] as const;
const TRADED: readonly TradeSession[] = ['MD', 'MID1', 'MIC'];
const NOW = startOfDate(DAYS[2]) + 5 * DAY_MS;

type Stores = ReturnType<typeof memoryStores>;

function memoryStores() {
  const database = new MemoryDatabase();
  return {
    customers: new MemoryCustomerStore(database),
    purchases: new MemoryPurchaseStore(database),
    decisions: new MemoryDecisionStore(database),
    evaluations: new MemoryEvaluationStore(database),
    summaries: new MemorySummaryStore(database),
    trades: new MemoryTradeStore(database),
    fileUploads: new MemoryFileUploadStore(database),
    prices: new MemoryPriceStore(database),
  };
}

let file: TestDatabase;
let database: PostgresDatabase;

beforeAll(async () => {
  file = await createTestDatabase();
  database = await PostgresDatabase.connect(file.url);
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await file[Symbol.asyncDispose]();
});

const amount = fc.integer({ min: -9_999, max: 9_999 }).map((each) => each / 100);
const aDay = fc.constantFrom(...DAYS);
const which = fc.nat(9);
/** A step in the life of a desk; `which` names one of its purchases. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    day: aDay,
    days: fc.integer({ min: 1, max: 2 }),
    gap: fc.boolean(),
    retailer: fc.constantFrom(...RETAILERS),
    mw: fc.array(amount, { minLength: 1, maxLength: 4 }),
    percent: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({ kind: fc.constant('realise' as const), which, cost: amount, models: fc.nat(3) }),
  fc.record({
    kind: fc.constant('decide' as const),
    which,
    idmodel: fc.constantFrom(1, 3, 9, null),
    late: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('replace' as const), which, percent: fc.nat(100) }),
  fc.record({
    kind: fc.constant('trade' as const),
    day: aDay,
    session: fc.constantFrom(...TRADED),
    retailer: fc.constantFrom(...RETAILERS),
    trades: fc.array(fc.tuple(fc.nat(91), amount, amount), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('take back' as const), which }),
  fc.record({
    kind: fc.constant('price' as const),
    day: aDay,
    market: fc.constantFrom(...SESSIONS.slice(0, 3).map(({ market }) => market)),
    price: amount,
    held: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Bought {
  readonly purchase: Purchase;
  readonly labels: readonly string[];
}

/** A desk with the stores that keep it: what it does depends on its steps alone. */
class Desk {
  readonly #stores: Stores;
  readonly #customerId: string;
  readonly #bought: Bought[] = [];
  readonly #uploads: string[] = [];
  readonly #curves = new RealisedCurves();
  #steps = 0;

  constructor(stores: Stores, customerId: string) {
    this.#stores = stores;
    this.#customerId = customerId;
  }

  async take(made: Step, ids: readonly [string, string]): Promise<void> {
    this.#steps += 1;
    if (made.kind === 'buy') return this.#buy(made, ids[0]);
    if (made.kind === 'trade') return this.#trade(made, ids);
    if (made.kind === 'price') return this.#price(made);
    if (made.kind === 'take back') return this.#takeBack(this.#uploads[made.which]);
    const bought = this.#bought[made.which % Math.max(1, this.#bought.length)];
    if (!bought) return;
    if (made.kind === 'replace') return this.#evaluate(bought, made.percent);
    const { id } = bought.purchase;
    if (made.kind === 'decide') return this.#decide(id, made);
    await this.#realise(id, made);
  }

  /** What the service says: the summaries of both retailers together and of each, and the list. */
  async said() {
    const deps: RefreshDeps = {
      ...this.#stores,
      realisedCurves: this.#curves,
      clock: () => new Date(NOW),
    };
    const all = [undefined, ...RETAILERS].map((retailer) => {
      return { customerId: this.#customerId, user: 'ana', retailer };
    });
    const listed = await listEvaluations(
      deps,
      this.#bought.map(({ purchase }) => purchase),
    );
    const summaries = [];
    for (const filters of all) summaries.push(await summarisePurchases(deps, filters));
    const days = { from: '2026-10-20', to: '2026-10-20' };
    summaries.push(await summarisePurchases(deps, { ...all[0], ...days } as (typeof all)[0]));
    return { listed: Object.fromEntries(listed), summaries };
  }

  #at(): Date {
    return new Date(startOfDate('2026-10-20') + this.#steps * HOUR_MS);
  }

  async #buy(
    { day, days, gap, retailer, mw, percent }: Extract<Step, { kind: 'buy' }>,
    id: string,
  ): Promise<void> {
    const last = dateAfter(day, days - 1);
    const ends = (last === day ? [day] : [day, last]).flatMap(quartersOfDate);
    const hours = ends.filter((_, i) => i % 4 === 3 && !(gap && i % 7 === 0));
    const items = hours.map((end, i) => ({ datetime: labelOf(end), purchase: mw[i % mw.length] }));
    const times = {
      deliversFrom: new Date((hours[0] as number) - HOUR_MS),
      deliversTo: new Date(hours.at(-1) as number),
    };
    const [createdAt, updatedAt] = [this.#at(), this.#at()];
    const purchase = aPurchase(this.#customerId, {
      ...times,
      id,
      user: 'ana',
      retailer,
      createdAt,
      updatedAt,
    });
    await this.#stores.purchases.add(purchase, JSON.stringify(items), { entry: anEntry() });
    const bought = { purchase, labels: items.map(({ datetime }) => datetime) };
    this.#bought.push(bought);
    await this.#evaluate(bought, percent);
  }

  async #evaluate({ purchase, labels }: Bought, percent: number): Promise<void> {
    const share = (of: number) =>
      labels.map((datetime) => ({ datetime, purchase_percentage: of, sale_percentage: 0 }));
    const value = { MD: share(percent), MID1: share(100 - percent) };
    const outputs = [1, 3].map((idmodel) => {
      return { idmodel, json: JSON.stringify({ idmodel, value }) };
    });
    const model = (idmodel: number, cost: string | null) => ({
      idmodel,
      cost,
      saved: cost && `${percent}/3`,
      energy: { MD: `${percent}/6`, MID1: `-1/${2 ** 20}` },
      worstDecileCost: null,
      missing: [],
      firstDays: { MD: '2026-10-24' },
    });
    const figures = {
      models: [model(1, `-${percent}/6000000`), model(3, percent % 3 ? COST_OF_BIDS : null)],
      rules:
        percent % 2 ? [{ rule: 'cap_first_auction', energy: {}, cost: '5/2', saved: '-1/3' }] : [],
      inputs: { markets: [], historyDays: 0, settings: null, software: '' },
      gates: [],
      cancelled: [],
    };
    const deliveredAt = new Date(NOW).toISOString();
    const evaluation = { figures: JSON.stringify(figures), prices: '{}', deliveredAt };
    const updatedAt = this.#at();
    await this.#stores.purchases.update(purchase.id, (each) =>
      aChange(each, { outputs, evaluation, updatedAt }),
    );
  }

  async #realise(id: string, { cost, models }: Extract<Step, { kind: 'realise' }>): Promise<void> {
    const evaluation = await this.#stores.evaluations.get(id);
    if (!evaluation) return;
    const money = { cost: `${Math.round(cost * 100)}/300`, saved: '-1/7500' };
    const left = { notBought: { labels: ['x'], energy: '1/6' } };
    const realised = [
      ...(models > 0 ? [{ idmodel: 1, ...money, foresightSaved: null }] : []),
      ...(models > 1 ? [{ idmodel: 3, ...money, ...left, foresightSaved: '1/1' }] : []),
      ...(models > 2 ? [{ rule: 'cap_first_auction', ...money }] : []),
    ];
    const { evaluatedAt } = evaluation;
    await this.#stores.evaluations.realise(id, evaluatedAt, JSON.stringify(realised), null);
  }

  async #decide(id: string, { idmodel, late }: Extract<Step, { kind: 'decide' }>): Promise<void> {
    const decision = { idmodel, note: '', decidedAt: this.#at(), decidedBy: 'key k' };
    await this.#stores.decisions.add(
      id,
      { ...decision, ...(late && { tooLate: ['MD' as const] }) },
      { entry: anEntry(), deliveries: [] },
    );
  }

  async #trade(
    { day, session, retailer, trades }: Extract<Step, { kind: 'trade' }>,
    [id, digest]: readonly [string, string],
  ): Promise<void> {
    const start = startOfDate(day);
    const all = trades.map(([quarter, mw, price]) => ({
      start: start + quarter * (HOUR_MS / 4),
      minutes: 15 as const,
      microMw: Math.round(mw * MICRO),
      price: Math.round(price * 1000),
    }));
    const portfolio = { user: 'ana', retailer };
    const names = { id, customerId: this.#customerId, kind: 'trades', portfolio } as const;
    const what = { fileName: 'f', key: id, digest, rows: all.length, series: [session] };
    const span = { from: new Date(start), to: new Date(start + DAY_MS), uploadedAt: this.#at() };
    const upload = { ...names, ...what, ...span, by: 'key k' };
    const delivery = { customerId: this.#customerId, portfolio, deliveredAt: this.#at(), upload };
    await this.#stores.trades.record(delivery, [{ session, day, trades: all }], anEntry());
    this.#uploads.push(id);
  }

  async #takeBack(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const { fileUploads } = this.#stores;
    for (const retailer of RETAILERS) {
      const what = { kind: 'trades', user: 'ana', retailer } as const;
      await fileUploads.takeBack(this.#customerId, what, id, anEntry());
    }
  }

  async #price({ day, market, price, held }: Extract<Step, { kind: 'price' }>): Promise<void> {
    const ends = held ? quartersOfDate(day) : [];
    const prices = ends.map((_, i) => Math.round(price * 1000) + i);
    const source = { source: 'csv', version: this.#steps } as const;
    const own = { market, date: day, stepMinutes: 15, ends, prices, ...source };
    await this.#stores.prices.seenBy(this.#customerId).putRealised([own]);
  }
}

test('a summary says after each step what it says when all is computed anew, on PostgreSQL too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const customer = aCustomer({ name: crypto.randomUUID() });
      const both = [memoryStores(), postgresStores(database) as unknown as Stores];
      const desks = both.map((stores) => new Desk(stores, customer.id));
      for (const { customers } of both) await customers.add(customer, anEntry());
      for (const each of steps) {
        const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
        const said = [];
        for (const desk of desks) {
          await desk.take(each, ids);
          said.push(await desk.said());
        }
        expect(said[1]).toEqual(said[0]);
      }
    }),
    { numRuns: times(15) },
  );
});
