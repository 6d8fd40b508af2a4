import { createHash } from 'node:crypto';
import type { Market, PriceRow, PriceStore } from '@solano/domain';
import { latestPrediction, priceRows } from '@solano/domain';

/** A body and the entity tag that it has. */
interface Rendered {
  readonly body: Buffer;
  readonly etag: string;
}

/** A market's newest prediction, as it is answered in each format. */
export interface PriceSheet {
  readonly generatedAt: Date;
  readonly json: Rendered;
  readonly csv: Rendered;
}

/**
 * Renders the newest predictions, each once: what is kept of a market, one sheet, serves until the
 * store says that a price of it has changed.
 */
export class PriceSheets {
  readonly #prices: PriceStore;
  readonly #kept = new Map<Market, { revision: string; sheet: PriceSheet | undefined }>();

  constructor(prices: PriceStore) {
    this.#prices = prices;
  }

  /** The newest; undefined where nothing is predicted yet. Errors: `store_unavailable`. */
  async newest(market: Market): Promise<PriceSheet | undefined> {
    // Before the prices are read: a change between the two counts as another revision.
    const revision = await this.#prices.revision(market);
    const kept = this.#kept.get(market);
    if (kept?.revision === revision) return kept.sheet;
    const sheet = await this.#render(market);
    this.#kept.set(market, { revision, sheet });
    return sheet;
  }

  async #render(market: Market): Promise<PriceSheet | undefined> {
    const prediction = await latestPrediction(this.#prices, market);
    if (!prediction) return undefined;
    const rows = priceRows(prediction);
    const { generatedAt } = prediction;
    return { generatedAt, json: rendered(JSON.stringify(rows)), csv: rendered(csvOf(rows)) };
  }
}

function rendered(text: string): Rendered {
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  return { body: Buffer.from(text), etag };
}

function csvOf(rows: readonly PriceRow[]): string {
  return `datetime;price\n${rows.map(({ datetime, price }) => `${datetime};${price}\n`).join('')}`;
}
