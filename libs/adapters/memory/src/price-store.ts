import type { Market, PricePrediction, PriceStore, RealisedPrices } from '@solano/domain';
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
  }

  async *predictions(market: Market, from: number, to: number): AsyncGenerator<PricePrediction> {
    for (const prediction of this.#predictions(market)) {
      if (touches(prediction, from, to)) yield structuredClone(prediction);
    }
  }

  async putRealised(prices: readonly RealisedPrices[]): Promise<void> {
    const { realised } = this.#database;
    for (const day of structuredClone(prices)) {
      const key = `${day.market} ${day.date}`;
      const present = realised.get(key);
      if (!present || present.version <= day.version) realised.set(key, day);
    }
  }

  async realised(market: Market, from: string, to: string): Promise<RealisedPrices[]> {
    const days = [...this.#database.realised.values()];
    const found = days.filter((day) => day.market === market && from <= day.date && day.date <= to);
    return structuredClone(found.sort((a, b) => (a.date < b.date ? -1 : 1)));
  }

  #predictions(market: Market): readonly PricePrediction[] {
    return this.#database.predictions.get(market) ?? [];
  }
}

function touches({ ends, stepMinutes }: PricePrediction, from: number, to: number): boolean {
  return ends.some((end) => end >= from && end - stepMinutes * MINUTE_MS <= to);
}
