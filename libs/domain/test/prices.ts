import { clockQuarter, dateAfter } from '@solano/domain/kernel';
import {
  coveredQuarters,
  type NewPrediction,
  type RealisedPrices,
  rulesOfSession,
  type Session,
} from '@solano/domain/market';
import { MemoryDatabase, MemoryPriceStore } from '@solano/memory';

/** Thousandths of EUR/MWh: one price for all quarter hours, or one for each `clockQuarter`. */
export type DayPrices = number | ((clock: number) => number);

/** The memory adapter, with whole days of prices in a line, and what was put. */
export class TestPrices extends MemoryPriceStore {
  /** In the order in which they were put; one that replaces another has its place. */
  readonly put: NewPrediction[] = [];
  readonly #database: MemoryDatabase;
  readonly #views = new Map<string, TestPrices>();

  constructor(database = new MemoryDatabase(), owner?: string) {
    super(database, owner);
    this.#database = database;
  }

  override seenBy(customerId: string): TestPrices {
    const view = this.#views.get(customerId) ?? new TestPrices(this.#database, customerId);
    this.#views.set(customerId, view);
    return view;
  }

  override setPrediction(prediction: NewPrediction): void {
    const same = this.put.findIndex(({ market, generatedAt }) => {
      return market === prediction.market && +generatedAt === +prediction.generatedAt;
    });
    if (same >= 0) this.put.splice(same, 1);
    this.put.push(prediction);
    super.setPrediction(prediction);
  }

  /** Stores prices of the quarter hours that the session covers, or of those wanted. */
  realise(
    session: Session,
    date: string,
    prices: DayPrices,
    wanted?: (i: number) => boolean,
  ): this {
    const rules = rulesOfSession(session);
    const ends = coveredQuarters(rules, date).filter((_, i) => wanted?.(i) ?? true);
    const priceOf = typeof prices === 'number' ? () => prices : prices;
    const series = { stepMinutes: 15, ends, prices: ends.map((end) => priceOf(clockQuarter(end))) };
    return this.putDay({ market: rules.market, date, source: 'omie', version: 1, ...series });
  }

  /** One price on so many days up to one, in some sessions: 28 are enough to predict from. */
  realiseDays(sessions: readonly Session[], last: string, prices: DayPrices, count = 28): this {
    for (const session of sessions) {
      for (let i = 0; i < count; i += 1) this.realise(session, dateAfter(last, -i), prices);
    }
    return this;
  }

  putDay(day: RealisedPrices): this {
    this.setRealised(day);
    return this;
  }
}
