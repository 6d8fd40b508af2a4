import {
  type BandedPrediction,
  cutToWindow,
  IMBALANCE_SERIES,
  isInWindow,
  type Market,
  type NewPrediction,
  newestFirst,
  type PredictionOrigin,
  type PredictionWindow,
  type PricePrediction,
  type PriceStore,
  type RealisedPrices,
  spanOf,
} from '@solano/domain/market';
import type { AuditEntry } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { type MemoryDatabase, MemoryStore } from '../database.ts';

/** The owner of the prices of the markets, which every customer sees. */
const EVERYBODY = '';

export class MemoryPriceStore extends MemoryStore implements PriceStore {
  /** Owner of the prices written; readers also see the markets' prices. */
  readonly #owner: string;

  constructor(database: MemoryDatabase, owner: string = EVERYBODY) {
    super(database);
    this.#owner = owner;
  }

  seenBy(customerId: string): MemoryPriceStore {
    return new MemoryPriceStore(this.database, customerId);
  }

  async putPredictions(predictions: readonly NewPrediction[], entry?: AuditEntry): Promise<void> {
    this.database.audited(entry, () => {
      for (const prediction of predictions) this.setPrediction(prediction);
    });
  }

  /** Stores a prediction in the place of one of its time, at once. */
  setPrediction(prediction: NewPrediction): void {
    const { market, generatedAt } = prediction;
    const others = this.#predictionsOf(market, this.#owner).filter((other) => {
      return other.generatedAt.getTime() !== generatedAt.getTime();
    });
    const banded = copied({ ...prediction, bands: prediction.bands ?? null });
    const all = [...others, banded].sort(newestFirst);
    this.database.predictions.set(`${market} ${this.#owner}`, all);
    this.#revise(market, this.#owner);
  }

  async *predictions(
    market: Market,
    from: number,
    to: number,
    before = Infinity,
  ): AsyncGenerator<PricePrediction> {
    for (const prediction of this.#predictions(market)) {
      const { first, last } = spanOf(prediction);
      if (prediction.generatedAt.getTime() < before && last >= from && first <= to) {
        yield copied(withoutBands(prediction));
      }
    }
  }

  async lastPredictions(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(PricePrediction | undefined)[]> {
    const found = await this.lastBanded(market, windows, origin);
    return found.map((prediction) => prediction && withoutBands(prediction));
  }

  async lastBanded(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(BandedPrediction | undefined)[]> {
    const predictions = this.#predictions(market).filter((prediction) => {
      return origin === undefined || prediction.origin === origin;
    });
    return windows.map((window) => {
      const found = predictions.find((prediction) => isInWindow(prediction, window));
      return found && copied(cutToWindow(found, window));
    });
  }

  async revision(market: Market): Promise<string> {
    const revisions = this.#owners().map((owner) => {
      const revision = this.database.priceRevisions.get(`${market} ${owner}`);
      return revision === undefined ? '' : `${owner} ${revision}`;
    });
    return revisions.join(' ').trim();
  }

  committedRevision(market: Market): Promise<string> {
    return this.revision(market);
  }

  async removeSynthetic(): Promise<void> {
    const { realised, syntheticImbalancePrices } = this.database;
    for (const [key, { market, owner }] of realised) {
      if (owner === EVERYBODY) continue;
      realised.delete(key);
      this.#revise(market, owner);
    }
    for (const { owner } of syntheticImbalancePrices.values()) {
      this.#revise(IMBALANCE_SERIES, owner);
    }
    syntheticImbalancePrices.clear();
  }

  async putRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void> {
    this.database.audited(entry, () => {
      for (const day of prices) {
        const present = this.database.realised.get(this.#keyOf(day));
        if (!present || present.version <= day.version) this.setRealised(day);
      }
    });
  }

  async replaceRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void> {
    this.database.audited(entry, () => {
      for (const day of prices) this.setRealised(day);
    });
  }

  async *realised(market: Market, from: string, to: string): AsyncGenerator<RealisedPrices> {
    const days = new Map<string, RealisedPrices>();
    for (const { owner, ...day } of this.database.realised.values()) {
      if (day.market !== market || day.date < from || day.date > to) continue;
      const isOwn = owner === this.#owner && !days.has(day.date);
      if (owner === EVERYBODY || isOwn) days.set(day.date, day);
    }
    const found = [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
    for (const day of found) yield copied(day);
  }

  /** Stores a day in the place of any other, at once. */
  setRealised(day: RealisedPrices): void {
    const row = { ...copied(day), owner: this.#owner };
    this.database.realised.set(this.#keyOf(day), row);
    this.#revise(day.market, this.#owner);
  }

  #keyOf({ market, date }: RealisedPrices): string {
    return `${market} ${date} ${this.#owner}`;
  }

  #revise(market: Market | typeof IMBALANCE_SERIES, owner: string): void {
    const { priceRevisions } = this.database;
    const key = `${market} ${owner}`;
    priceRevisions.set(key, (priceRevisions.get(key) ?? 0) + 1);
  }

  /** Newest generation first; of one generation time the market's own. */
  #predictions(market: Market): readonly BandedPrediction[] {
    const own = this.#predictionsOf(market, EVERYBODY);
    if (this.#owner === EVERYBODY) return own;
    const times = new Set(own.map(({ generatedAt }) => generatedAt.getTime()));
    const synthetic = this.#predictionsOf(market, this.#owner);
    const others = synthetic.filter(({ generatedAt }) => !times.has(generatedAt.getTime()));
    return [...own, ...others].sort(newestFirst);
  }

  #predictionsOf(market: Market, owner: string): readonly BandedPrediction[] {
    return this.database.predictions.get(`${market} ${owner}`) ?? [];
  }

  #owners(): readonly string[] {
    return this.#owner === EVERYBODY ? [EVERYBODY] : [EVERYBODY, this.#owner];
  }
}

function withoutBands(prediction: PricePrediction): PricePrediction {
  const { market, generatedAt, origin, inputsUntil, stepMinutes, ends, prices } = prediction;
  return { market, generatedAt, origin, inputsUntil, stepMinutes, ends, prices };
}
