import { PromiseCache } from '@solano/domain/kernel';
import {
  latestPrediction,
  type Market,
  type PriceReader,
  predictionCsv,
  priceRows,
} from '@solano/domain/market';
import { ResponseBody } from '../http/response-body.ts';
import { etagOf } from '../http/validators.ts';
import { TYPES } from './accept.ts';

/** A body and its entity tag. */
interface Rendered {
  readonly body: ResponseBody;
  readonly etag: string;
}

/** A market's newest prediction, rendered in each format. */
export interface RenderedPrediction {
  readonly generatedAt: Date;
  readonly json: Rendered;
  readonly csv: Rendered;
}

/** Maximum cached renderings: those of the markets, and some that only one customer sees. */
const MAX_PREDICTIONS = 16;

/**
 * Renders the newest predictions, each once. A rendering serves all customers who see the same
 * prices of the market, until the store reports a change of one of these.
 */
export class RenderedPredictions {
  readonly #cache = new PromiseCache<RenderedPrediction | undefined>(MAX_PREDICTIONS);

  /** Returns the newest prediction; undefined if there is none. Errors: `store_unavailable`. */
  async newest(prices: PriceReader, market: Market): Promise<RenderedPrediction | undefined> {
    // The revision is read before the prices: a change between the two counts as another revision.
    return this.at(await prices.committedRevision(market), prices, market);
  }

  /** As {@link newest}, with the revision that was read before. */
  at(
    revision: string,
    prices: PriceReader,
    market: Market,
  ): Promise<RenderedPrediction | undefined> {
    return this.#cache.get(`${market} ${revision}`, () => this.#render(prices, market));
  }

  async #render(prices: PriceReader, market: Market): Promise<RenderedPrediction | undefined> {
    const prediction = await latestPrediction(prices, market);
    if (!prediction) return undefined;
    const rows = priceRows(prediction);
    const { generatedAt } = prediction;
    return {
      generatedAt,
      json: rendered(TYPES.json, JSON.stringify(rows)),
      csv: rendered(TYPES.csv, predictionCsv(prediction)),
    };
  }
}

function rendered(type: string, text: string): Rendered {
  return { body: new ResponseBody(type, text), etag: etagOf(text) };
}
