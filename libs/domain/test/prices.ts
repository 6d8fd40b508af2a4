import type { Session, SessionRules } from '../src/market/sessions.ts';
import { SESSIONS } from '../src/market/sessions.ts';
import { coveredQuarters } from '../src/prices/past-errors.ts';
import type {
  BandedPrediction,
  NewPrediction,
  PredictionOrigin,
  PredictionWindow,
  PricePrediction,
  PriceSeries,
  PriceStore,
  RealisedPrices,
} from '../src/prices/prices.ts';
import { clockQuarter } from '../src/time/madrid-day.ts';

/** Thousandths of EUR/MWh: one price for all quarter hours, or one for each `clockQuarter`. */
export type DayPrices = number | ((clock: number) => number);

/** Holds prices in memory as the port promises them, and what was put. */
export class PricesInMemory implements PriceStore {
  readonly put: NewPrediction[] = [];
  protected readonly days = new Map<string, RealisedPrices>();
  readonly #views = new Map<string, PricesInMemory>();
  #changes = 0;

  seenBy(customerId: string): PricesInMemory {
    const view = this.#views.get(customerId) ?? new SeenPrices(this);
    this.#views.set(customerId, view);
    return view;
  }

  /** Keeps the prices of the quarter hours that the session covers, or of those wanted. */
  realise(
    session: Session,
    date: string,
    prices: DayPrices,
    wanted?: (i: number) => boolean,
  ): this {
    const rules = rulesOf(session);
    const ends = coveredQuarters(rules, date).filter((_, i) => wanted?.(i) ?? true);
    const priceOf = typeof prices === 'number' ? () => prices : prices;
    const series = { stepMinutes: 15, ends, prices: ends.map((end) => priceOf(clockQuarter(end))) };
    return this.keep({ market: rules.market, date, source: 'omie', version: 1, ...series });
  }

  keep(day: RealisedPrices): this {
    const key = `${day.market} ${day.date}`;
    const version = this.days.get(key)?.version ?? day.version;
    if (version <= day.version) this.days.set(key, day);
    return this;
  }

  async putPrediction(prediction: NewPrediction) {
    this.#changes += 1;
    const same = this.put.findIndex(({ market, generatedAt }) => {
      return market === prediction.market && +generatedAt === +prediction.generatedAt;
    });
    if (same >= 0) this.put.splice(same, 1);
    this.put.push(prediction);
  }

  async revision(_market: string) {
    return String(this.#changes);
  }

  async removeSynthetic() {
    for (const view of this.#views.values()) view.days.clear();
  }

  async putRealised(days: readonly RealisedPrices[]) {
    this.#changes += 1;
    for (const day of days) this.keep(day);
  }

  async replaceRealised(days: readonly RealisedPrices[]) {
    this.#changes += 1;
    for (const day of days) this.days.set(`${day.market} ${day.date}`, day);
  }

  async *predictions(market: string, from: number, to: number, before = Infinity) {
    yield* this.#overlapping(market, { from, to, before }).map(withoutBands);
  }

  async lastPredictions(
    market: string,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ) {
    const found = await this.lastBanded(market, windows, origin);
    return found.map((prediction) => prediction && withoutBands(prediction));
  }

  async lastBanded(
    market: string,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(BandedPrediction | undefined)[]> {
    return windows.map((window) => {
      const newest = this.#overlapping(market, window).find((each) => {
        return origin === undefined || each.origin === origin;
      });
      return newest && cut(newest, window);
    });
  }

  async *realised(market: string, from: string, to: string) {
    const days = [...this.allDays().values()].filter((day) => day.market === market);
    const found = days.filter(({ date }) => from <= date && date <= to);
    yield* found.sort((a, b) => (a.date < b.date ? 1 : -1));
  }

  allPut(): readonly NewPrediction[] {
    return this.put;
  }

  allDays(): ReadonlyMap<string, RealisedPrices> {
    return this.days;
  }

  #overlapping(market: string, { from, to, before }: PredictionWindow): NewPrediction[] {
    const found = this.allPut().filter((each) => {
      const first = startOf(each, each.ends[0] ?? Number.NaN);
      const overlaps = first < to && (each.ends.at(-1) ?? Number.NaN) > from;
      return each.market === market && overlaps && +each.generatedAt < before;
    });
    return found.sort((a, b) => +b.generatedAt - +a.generatedAt);
  }
}

/** What one customer sees: its synthetic prices, which are put here, and those of the markets. */
class SeenPrices extends PricesInMemory {
  readonly #markets: PricesInMemory;

  constructor(markets: PricesInMemory) {
    super();
    this.#markets = markets;
  }

  override allPut() {
    return [...this.#markets.put, ...this.put];
  }

  override allDays() {
    return new Map([...this.days, ...this.#markets.allDays()]);
  }

  override async revision(market: string) {
    return `${await this.#markets.revision(market)} ${await super.revision(market)}`;
  }
}

function startOf({ stepMinutes }: PriceSeries, end: number): number {
  return end - stepMinutes * 60_000;
}

function withoutBands(prediction: PricePrediction): PricePrediction {
  const { market, generatedAt, origin, inputsUntil, stepMinutes, ends, prices } = prediction;
  return { market, generatedAt, origin, inputsUntil, stepMinutes, ends, prices };
}

/** The prediction with those of its periods that overlap the window. */
function cut(prediction: NewPrediction, { from, to }: PredictionWindow): BandedPrediction {
  const { ends, prices, bands } = prediction;
  const overlaps = (_: unknown, i: number) => {
    const end = ends[i] as number;
    return end > from && startOf(prediction, end) < to;
  };
  return {
    ...prediction,
    ends: ends.filter(overlaps),
    prices: prices.filter(overlaps),
    bands: bands?.map((band) => band.filter(overlaps)) ?? null,
  };
}

export function rulesOf(session: Session): SessionRules {
  return SESSIONS.find((rules) => rules.session === session) as SessionRules;
}
