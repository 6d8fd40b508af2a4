import { anEntry, aPurchase, aWebhook } from '@solano/domain/contracts';
import {
  type DeviationDeps,
  deliveryTimes,
  forecastJson,
  RealisedCurves,
  readSeries,
  type SessionTrade,
  type TradeDelivery,
  type TradeSession,
} from '@solano/domain/desk';
import { readDeviation, tradeDifferences } from '@solano/domain/desk/deviation';
import type { PublishDeps } from '@solano/domain/desk/jobs';
import { readReport } from '@solano/domain/desk/report';
import { executedWorths } from '@solano/domain/desk/summary';
import type { PowerRun, Step } from '@solano/domain/energy';
import {
  HOUR_MS,
  labelOf,
  MICRO,
  MINUTE_MS,
  QUARTER_MS,
  quartersOfDate,
  startOfDate,
} from '@solano/domain/kernel';
import { CachedImbalance, type Market, SESSIONS, type Session } from '@solano/domain/market';
import type { WebhookEvent } from '@solano/domain/service';
import {
  MemoryAuditLog,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryDeviationStore,
  MemoryEnergySettingsStore,
  MemoryEvaluationStore,
  MemoryFileUploadStore,
  MemoryImbalancePriceStore,
  MemoryMeasurementStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryStrategyStore,
  MemorySummaryStore,
  MemoryTradeStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { digest } from './digest.ts';

export const CUSTOMER = { id: crypto.randomUUID(), name: 'norte', folder: null, permissions: [] };
export const PORTFOLIO = { user: 'ana', retailer: 'acme' };
const FIRST_DELIVERY = new Date('2026-01-01T00:00Z');

interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

/** Percentages by session that are bought; negative ones are sold. */
type Shares = Partial<Record<Session, number>>;

interface PurchaseOptions {
  readonly shares?: Shares | undefined;
  readonly bids?: Partial<Record<Session, readonly BidStep[]>>;
  readonly step?: number;
  readonly forecast?: readonly number[];
}

/** EUR/MWh, null without a limit. */
interface BidStep {
  readonly price: number | null;
  readonly mw: number;
}

type TradeTuple = readonly [
  quarter: number,
  minutes: SessionTrade['minutes'],
  mw: number,
  price: number,
];

function fail(fields: object): never {
  throw new Error('A warning was logged.', { cause: fields });
}

/** A portfolio with its purchases, trades, measurements and prices, in memory. */
export class DeviationWorld {
  readonly #database = new MemoryDatabase();
  readonly measurements = new MemoryMeasurementStore(this.#database);
  readonly energySettings = new MemoryEnergySettingsStore(this.#database);
  readonly purchases = new MemoryPurchaseStore(this.#database);
  readonly decisions = new MemoryDecisionStore(this.#database);
  readonly evaluations = new MemoryEvaluationStore(this.#database);
  readonly summaries = new MemorySummaryStore(this.#database);
  readonly trades = new MemoryTradeStore(this.#database);
  readonly imbalance = new MemoryImbalancePriceStore(this.#database);
  readonly prices = new MemoryPriceStore(this.#database);
  readonly strategies = new MemoryStrategyStore(this.#database);
  now = new Date('2027-06-01T00:00Z');
  readonly deviations = new MemoryDeviationStore(this.#database);
  readonly audit = new MemoryAuditLog(this.#database);
  readonly #realisedCurves = new RealisedCurves();
  readonly #imbalanceDays = new CachedImbalance();
  readonly #uploads: string[] = [];
  #deliveries = 0;
  #changes = 0;

  constructor() {
    this.#database.customers.set(CUSTOMER.id, CUSTOMER);
  }

  /** Each change has its own entry in the audit log. */
  #entry() {
    this.#changes += 1;
    return anEntry({ customerId: CUSTOMER.id, subject: `${this.#changes}` });
  }

  /** The stores, without those of evaluations. */
  deps(): DeviationDeps {
    const { measurements, energySettings, purchases, trades, imbalance, prices } = this;
    const stores = { measurements, energySettings, purchases, trades, imbalance, prices };
    return {
      ...stores,
      realisedCurves: this.#realisedCurves,
      imbalanceDays: this.#imbalanceDays,
      clock: () => this.now,
    };
  }

  compare(from: string, to = from) {
    return readDeviation(this.deps(), { customerId: CUSTOMER.id, portfolio: PORTFOLIO, from, to });
  }

  report(month: string) {
    const deps = { ...this.deps(), strategies: this.strategies };
    return readReport(deps, { customerId: CUSTOMER.id, portfolio: PORTFOLIO, month });
  }

  /** What executed trades say of some purchases; of all by default. */
  async worths(ids?: readonly string[]) {
    const rows = [...this.#database.purchases.values()].map(({ purchase }) => purchase);
    const wanted = ids ? rows.filter(({ id }) => ids.includes(id)) : rows;
    return executedWorths(this.deps(), wanted);
  }

  differences(from: string, to: string) {
    return tradeDifferences(this.deps(), {
      customerId: CUSTOMER.id,
      portfolio: PORTFOLIO,
      from,
      to,
    });
  }

  /** Measures a day in periods of a length, MW of each; a run of a portfolio's group. */
  async measure(
    date: string,
    megawatts: readonly number[],
    { step = 15, group = '', at = 0 }: { step?: Step; group?: string; at?: number } = {},
  ): Promise<void> {
    const start = startOfDate(date) + at * MINUTE_MS;
    const run: PowerRun = { start, step, microMw: megawatts.map((mw) => Math.round(mw * MICRO)) };
    const series = { kind: 'consumption', ...PORTFOLIO, group } as const;
    this.#deliveries += 1;
    const deliveredAt = new Date(FIRST_DELIVERY.getTime() + this.#deliveries * MINUTE_MS);
    const delivery = { customerId: CUSTOMER.id, deliveredAt };
    await this.measurements.record(delivery, [{ series, runs: [run] }], this.#entry());
  }

  /** Realised prices of a session's day, EUR/MWh by quarter hour; none: it is cancelled. */
  async price(
    session: Session,
    date: string,
    priceOf?: (quarter: number) => number,
  ): Promise<void> {
    const market = SESSIONS.find((rules) => rules.session === session)?.market as Market;
    const ends = priceOf ? quartersOfDate(date) : [];
    const prices = ends.map((_, i) => Math.round((priceOf?.(i) ?? 0) * 1000));
    const source = { source: 'omie', version: 1 } as const;
    await this.prices.putRealised([{ market, date, stepMinutes: 15, ends, prices, ...source }]);
  }

  /** Prices of deviations of a day, EUR/MWh by period. */
  async deviationPrice(
    date: string,
    stepMinutes: 15 | 60,
    priceOf: (period: number) => readonly [short: number, long: number],
  ): Promise<void> {
    const count = (quartersOfDate(date).length * 15) / stepMinutes;
    const both = Array.from({ length: count }, (_, i) => priceOf(i));
    const short = both.map(([price]) => Math.round(price * 1000));
    const long = both.map(([, price]) => Math.round(price * 1000));
    const known = { settlement: 'C1', source: 'csv', knownAt: this.now } as const;
    await this.imbalance.revise([date], () => [{ date, stepMinutes, short, long, ...known }]);
  }

  /**
   * Submits MW by quarter hour of a day, or by a longer step, with one output.
   *
   * @param shares of each item; undefined: no decision.
   * @param bids of each item, whose expected result the shares are.
   * @param forecast MW of each item that the desk corrected.
   */
  async purchase(
    date: string,
    megawatts: readonly number[],
    { shares, bids, step = 15, forecast }: PurchaseOptions = {},
  ): Promise<string> {
    const start = startOfDate(date);
    const ends = megawatts.map((_, i) => start + (i + 1) * step * MINUTE_MS);
    const items = ends.map((end, i) => ({
      datetime: labelOf(end),
      purchase: megawatts[i] as number,
    }));
    const times = deliveryTimes(readSeries(items));
    const createdAt = new Date(FIRST_DELIVERY.getTime() + this.#changes);
    const purchase = aPurchase(CUSTOMER.id, { ...PORTFOLIO, ...times, createdAt });
    const named = forecast && {
      forecast: forecastJson({
        day: date,
        quantile: 50,
        asOf: this.now.toISOString(),
        items: items.map((item, i) => ({ ...item, purchase: forecast[i] as number })),
        isCorrected: true,
      }),
    };
    await this.purchases.add(purchase, JSON.stringify(items), { entry: this.#entry(), ...named });
    if (!shares) return purchase.id;
    const rows = Object.entries(shares).map(([session, percent]) => {
      const bought = {
        purchase_percentage: Math.max(percent, 0),
        sale_percentage: Math.max(-percent, 0),
      };
      return [session, items.map(({ datetime }) => ({ datetime, ...bought }))] as const;
    });
    const made = Object.entries(bids ?? {}).map(([session, steps]) => {
      return [session, items.map(({ datetime }) => ({ datetime, steps }))] as const;
    });
    const own = bids && { bids: Object.fromEntries(made) };
    const json = JSON.stringify({ idmodel: 3, value: Object.fromEntries(rows), ...own });
    await this.purchases.update(purchase.id, () => ({
      status: 'completed',
      error: '',
      updatedAt: purchase.createdAt,
      source: 'workflow',
      outputs: [{ idmodel: 3, json }],
      entry: this.#entry(),
    }));
    await this.decide(purchase.id, 3);
    return purchase.id;
  }

  /** Evaluates model 3 of a purchase: exact MWh by session, and realised EUR. */
  async evaluate(
    id: string,
    energy: Readonly<Record<string, string>>,
    [cost, saved]: readonly [cost: string, saved: string],
  ): Promise<void> {
    const model = { idmodel: 3, cost, saved, energy, worstDecileCost: null, missing: [] };
    const inputs = { markets: [], historyDays: 0, settings: null, software: '' };
    const figures = JSON.stringify({ models: [model], inputs, gates: [], cancelled: [] });
    const evaluation = { figures, prices: '{}', deliveredAt: this.now.toISOString() };
    const at = new Date(0);
    await this.evaluations.add(id, evaluation, at);
    const realised = [{ idmodel: 3, cost, saved, foresightSaved: '100/1' }];
    await this.evaluations.realise(id, at, JSON.stringify(realised), null);
  }

  async decide(id: string, idmodel: number | null, tooLate?: readonly Session[]): Promise<void> {
    const late = tooLate && { tooLate };
    const decision = { idmodel, note: '', decidedAt: this.now, decidedBy: 'key k', ...late };
    await this.decisions.add(id, decision, { entry: this.#entry(), deliveries: [] });
  }

  /** Records hours of a day from a file; returns its id. */
  async upload(
    date: string,
    megawatts: readonly number[],
    { group }: { group: string },
  ): Promise<string> {
    const start = startOfDate(date);
    const id = crypto.randomUUID();
    this.#uploads.push(id);
    const microMw = megawatts.map((mw) => Math.round(mw * MICRO));
    const end = start + megawatts.length * HOUR_MS;
    const names = {
      id,
      customerId: CUSTOMER.id,
      kind: 'consumption',
      portfolio: PORTFOLIO,
    } as const;
    const file = { fileName: 'f.csv', key: 'k', digest: id, rows: microMw.length, series: [group] };
    const span = { from: new Date(start), to: new Date(end), uploadedAt: this.now, by: 'key k' };
    const delivery = { customerId: CUSTOMER.id, deliveredAt: this.now };
    const series = { kind: 'consumption', ...PORTFOLIO, group } as const;
    await this.measurements.record(
      { ...delivery, upload: { ...names, ...file, ...span } },
      [{ series, runs: [{ start, step: 60, microMw }] }],
      this.#entry(),
    );
    return id;
  }

  /** Takes a file of consumption back. */
  async takeBack(id: string): Promise<void> {
    const uploads = new MemoryFileUploadStore(this.#database);
    await uploads.takeBack(CUSTOMER.id, { kind: 'consumption', ...PORTFOLIO }, id, this.#entry());
  }

  async takeBackAll(): Promise<void> {
    for (const id of this.#uploads) await this.takeBack(id);
  }

  async subscribe(events: readonly WebhookEvent[]): Promise<void> {
    const webhooks = new MemoryWebhookStore(this.#database);
    await webhooks.add(aWebhook(CUSTOMER.id, { events }), this.#entry());
  }

  /** The bodies of the messages so far, in the order in which they were added. */
  messages(): Message[] {
    return [...this.#database.deliveries.values()].map(({ body }) => JSON.parse(body) as Message);
  }

  publishDeps(): PublishDeps {
    return {
      ...this.deps(),
      imbalance: this.imbalance,
      deviations: this.deviations,
      audit: this.audit,
      webhooks: new MemoryWebhookStore(this.#database),
      secrets: { digest },
      messageText: (message) => JSON.stringify(message),
      log: { info() {}, warn: fail, error: fail },
    };
  }

  /** Delivers the trades of a session and day: start by quarter hour, minutes, MW, EUR/MWh. */
  async trade(session: TradeSession, date: string, trades: readonly TradeTuple[]): Promise<void> {
    await this.#deliver({}, session, date, trades);
  }

  /** Delivers trades in a file; returns its id. */
  async tradeFile(
    session: TradeSession,
    date: string,
    trades: readonly TradeTuple[],
  ): Promise<string> {
    const id = crypto.randomUUID();
    const names = { id, customerId: CUSTOMER.id, kind: 'trades', portfolio: PORTFOLIO } as const;
    const file = {
      fileName: 'f.csv',
      key: 'k',
      digest: id,
      rows: trades.length,
      series: [session],
    };
    const start = startOfDate(date);
    const span = { from: new Date(start), to: new Date(start + HOUR_MS) };
    const upload = { ...names, ...file, ...span, uploadedAt: this.now, by: 'key k' };
    await this.#deliver({ upload }, session, date, trades);
    return id;
  }

  async takeTradesBack(id: string): Promise<void> {
    const uploads = new MemoryFileUploadStore(this.#database);
    await uploads.takeBack(CUSTOMER.id, { kind: 'trades', ...PORTFOLIO }, id, this.#entry());
  }

  async #deliver(
    along: Pick<TradeDelivery, 'upload'>,
    session: TradeSession,
    date: string,
    trades: readonly TradeTuple[],
  ): Promise<void> {
    const start = startOfDate(date);
    const all = trades.map(([quarter, minutes, mw, price]) => ({
      start: start + quarter * QUARTER_MS,
      minutes,
      microMw: Math.round(mw * MICRO),
      price: Math.round(price * 1000),
    }));
    const deliveredAt = new Date(this.now);
    const delivery = { customerId: CUSTOMER.id, portfolio: PORTFOLIO, deliveredAt, ...along };
    await this.trades.record(delivery, [{ session, day: date, trades: all }], this.#entry());
  }
}
