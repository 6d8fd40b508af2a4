import type {
  Market,
  PredictionWindow,
  PricePrediction,
  PriceStore,
  RealisedPrices,
} from '@solano/domain';
import type { MemoryDatabase } from './database.ts';

const MINUTE_MS = 60_000;

export class MemoryPriceStore implements PriceStore {
  readonly #database: MemoryDatabase;

  constructor(database: MemoryDatabase) {
    this.#database = database;
  }

  async putPrediction(prediction: PricePrediction): Promise<void> {
    const generated = prediction.generatedAt.getTime();
    const others = this.#predictions(prediction.market).filter(
      ({ generatedAt }) => generatedAt.getTime() !== generated,
    );
    const older = others.findIndex(({ generatedAt }) => generatedAt.getTime() < generated);
    others.splice(older < 0 ? others.length : older, 0, structuredClone(prediction));
    this.#database.predictions.set(prediction.market, others);
    this.#revise(prediction.market);
  }

  async *predictions(
    market: Market,
    from: number,
    to: number,
    before = Infinity,
  ): AsyncGenerator<PricePrediction> {
    for (const prediction of this.#predictions(market)) {
      const { first, last } = timeOf(prediction);
      if (prediction.generatedAt.getTime() < before && last >= from && first <= to) {
        yield structuredClone(prediction);
      }
    }
  }

  async lastPredictions(
    market: Market,
    windows: readonly PredictionWindow[],
  ): Promise<(PricePrediction | undefined)[]> {
    const predictions = this.#predictions(market);
    return windows.map((window) => {
      const found = predictions.find((prediction) => {
        const { first, last } = timeOf(prediction);
        const { from, to, before } = window;
        return prediction.generatedAt.getTime() < before && last > from && first < to;
      });
      return found && structuredClone(cut(found, window));
    });
  }

  async revision(market: Market): Promise<string> {
    return String(this.#database.priceRevisions.get(market) ?? 0);
  }

  async removeRealised(version: number): Promise<void> {
    const { realised } = this.#database;
    for (const [key, day] of realised) {
      if (day.version !== version) continue;
      realised.delete(key);
      this.#revise(day.market);
    }
  }

  async putRealised(prices: readonly RealisedPrices[]): Promise<void> {
    const { realised } = this.#database;
    for (const day of structuredClone(prices)) {
      const key = `${day.market} ${day.date}`;
      const present = realised.get(key);
      if (present && present.version > day.version) continue;
      realised.set(key, day);
      this.#revise(day.market);
    }
  }

  async *realised(market: Market, from: string, to: string): AsyncGenerator<RealisedPrices> {
    const days = [...this.#database.realised.values()];
    const found = days.filter((day) => day.market === market && from <= day.date && day.date <= to);
    for (const day of found.sort((a, b) => (a.date < b.date ? 1 : -1))) yield structuredClone(day);
  }

  #revise(market: Market): void {
    const { priceRevisions } = this.#database;
    priceRevisions.set(market, (priceRevisions.get(market) ?? 0) + 1);
  }

  #predictions(market: Market): readonly PricePrediction[] {
    return this.#database.predictions.get(market) ?? [];
  }
}

/** Start of the first and end of the last period; NaN, which nothing is near, where none is. */
function timeOf({ ends, stepMinutes }: PricePrediction) {
  const [end = Number.NaN] = ends;
  return { first: end - stepMinutes * MINUTE_MS, last: ends.at(-1) ?? Number.NaN };
}

/** The prediction with those of its periods that overlap the window. */
function cut(prediction: PricePrediction, { from, to }: PredictionWindow): PricePrediction {
  const { ends, prices, stepMinutes } = prediction;
  const overlaps = (end: number) => end > from && end - stepMinutes * MINUTE_MS < to;
  return {
    ...prediction,
    ends: ends.filter(overlaps),
    prices: prices.filter((_, i) => overlaps(ends[i] as number)),
  };
}
