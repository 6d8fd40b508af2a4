import { PromiseCache } from '@solano/domain/kernel';
import {
  latestPrediction,
  type Market,
  type PriceReader,
  predictionCsv,
  priceRows,
} from '@solano/domain/market';
import { etagOf } from '../http/validators.ts';

/** A body and the entity tag that it has. */
interface Rendered {
  readonly body: Buffer;
  readonly etag: string;
}

/** A market's newest prediction, as it is sent in each format. */
export interface RenderedPrediction {
  readonly generatedAt: Date;
  readonly json: Rendered;
  readonly csv: Rendered;
}

/** Renderings in the cache: those of the markets, and some that a customer sees differently. */
const MAX_PREDICTIONS = 16;

/**
 * Renders the newest predictions, each once: a rendering serves all customers who see the same prices of
 * the market until the store says that one of these has changed.
 */
export class RenderedPredictions {
  readonly #cache = new PromiseCache<RenderedPrediction | undefined>(MAX_PREDICTIONS);

  /** The newest; undefined if nothing is predicted yet. Errors: `store_unavailable`. */
  async newest(prices: PriceReader, market: Market): Promise<RenderedPrediction | undefined> {
    // Before the prices are read: a change between the two counts as another revision.
    const key = `${market} ${await prices.revision(market)}`;
    return this.#cache.get(key, () => this.#render(prices, market));
  }

  async #render(prices: PriceReader, market: Market): Promise<RenderedPrediction | undefined> {
    const prediction = await latestPrediction(prices, market);
    if (!prediction) return undefined;
    const rows = priceRows(prediction);
    const { generatedAt } = prediction;
    return {
      generatedAt,
      json: rendered(JSON.stringify(rows)),
      csv: rendered(predictionCsv(prediction)),
    };
  }
}

function rendered(text: string): Rendered {
  return { body: Buffer.from(text), etag: etagOf(text) };
}
