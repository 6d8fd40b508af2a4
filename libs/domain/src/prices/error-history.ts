import type { Market, SessionRules } from '../market/sessions.ts';
import type { PastErrors } from './past-errors.ts';
import { pastErrors } from './past-errors.ts';
import type { PriceStore } from './prices.ts';

interface Kept {
  readonly before: string;
  readonly revision: string;
  readonly errors: Promise<PastErrors>;
}

/**
 * The {@link pastErrors} that were last asked for, one for each session, for as long as no price of
 * its market changes: to read them costs more than to split a purchase.
 */
export class ErrorHistory {
  readonly #prices: PriceStore;
  readonly #kept = new Map<Market, Kept>();

  constructor(prices: PriceStore) {
    this.#prices = prices;
  }

  /** As {@link pastErrors}. */
  async of(rules: SessionRules, before: string): Promise<PastErrors> {
    // Asked for first: what changes while the prices are read is seen by the next who asks.
    const revision = await this.#prices.revision(rules.market);
    const kept = this.#kept.get(rules.market);
    if (kept?.before === before && kept.revision === revision) return kept.errors;
    const errors = pastErrors(this.#prices, rules, before);
    this.#kept.set(rules.market, { before, revision, errors });
    errors.catch(() => this.#forget(rules.market, errors));
    return errors;
  }

  #forget(market: Market, failed: Promise<PastErrors>): void {
    if (this.#kept.get(market)?.errors === failed) this.#kept.delete(market);
  }
}
