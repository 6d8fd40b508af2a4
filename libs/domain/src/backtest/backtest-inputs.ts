import type { Market, Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { PastErrors } from '../prices/past-errors.ts';
import { MOST_DAYS } from '../prices/past-errors.ts';
import type { PriceStore } from '../prices/prices.ts';
import { splitInputs } from '../strategies/market-data.ts';
import type { SplitInputs, SplitTask } from '../strategies/split.ts';
import { dateAt } from '../time/madrid-day.ts';

/**
 * Gathers what the models need on one day after the other, as {@link splitInputs} does, but reads
 * the history of each day only once: how far predictions were off does not change later.
 */
export class DailyInputs {
  readonly #unread: PriceStore;
  readonly #history = new Map<Session, PastErrors>();
  /** The first day of each market that has not been read. */
  readonly #since = new Map<Market, string>();

  constructor(prices: PriceStore) {
    this.#unread = withUnreadDays(prices, this.#since);
  }

  /**
   * Errors: `store_unavailable`.
   *
   * @param task submitted later than those before it.
   */
  async gather(task: SplitTask, gate: number): Promise<SplitInputs> {
    const inputs = await splitInputs(this.#unread, task, gate);
    for (const { session, market } of SESSIONS) {
      const newer = inputs.history.get(session);
      if (!newer) continue;
      const all = [...newer, ...(this.#history.get(session) ?? [])];
      this.#history.set(session, new Map(all.slice(0, MOST_DAYS)));
      this.#since.set(market, dateAt(task.submittedAt));
    }
    const known = [...this.#history].filter(([session]) => inputs.history.has(session));
    return { ...inputs, history: new Map(known) };
  }
}

function withUnreadDays(prices: PriceStore, since: ReadonlyMap<Market, string>): PriceStore {
  return {
    realised: (market, from, to) => prices.realised(market, since.get(market) ?? from, to),
    predictions: (...asked) => prices.predictions(...asked),
    lastPredictions: (...asked) => prices.lastPredictions(...asked),
    putPrediction: (prediction) => prices.putPrediction(prediction),
    revision: (market) => prices.revision(market),
    removeRealised: (version) => prices.removeRealised(version),
    putRealised: (realised) => prices.putRealised(realised),
  };
}
