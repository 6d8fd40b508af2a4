import { type DayRange, dateAfter } from '@solano/domain/kernel';
import { MAX_DAYS, type PriceReader, pricesInMemory } from '@solano/domain/market';
import { type PurchaseInputDeps, splitterTask } from '../purchases/inputs.ts';
import type { PurchaseWithSeries } from '../purchases/purchase.ts';
import type { SplitterTask } from '../purchases/splitter.ts';
import { DailyInputs } from './backtest-inputs.ts';

/**
 * Gathers what purchases of one customer could be split and evaluated by when they were submitted, each
 * price of the past read once for all of them.
 */
export class PastInputs {
  readonly #deps: PurchaseInputDeps;
  readonly #inputs: DailyInputs;

  private constructor(deps: PurchaseInputDeps, prices: PriceReader, historyDays: number) {
    this.#deps = deps;
    this.#inputs = new DailyInputs(prices, deps.spreadCurves, historyDays);
  }

  /**
   * Errors: `store_unavailable`.
   *
   * @param days of delivery of the purchases.
   * @param historyDays that the models learn from, at most.
   */
  static async open(
    deps: PurchaseInputDeps,
    customerId: string,
    days: DayRange,
    historyDays = MAX_DAYS,
  ): Promise<PastInputs> {
    const prices = deps.prices.seenBy(customerId);
    // What the models learn from, and some days for those that do not count.
    const range = { from: dateAfter(days.from, -historyDays - 10), to: days.to };
    return new PastInputs(deps, await pricesInMemory(prices, range), historyDays);
  }

  /**
   * Errors: `store_unavailable`; `computation_failed` for a series that cannot be read.
   *
   * @param found submitted later than those before it.
   * @param runs whether a model runs that is on; default: all of them.
   */
  of(found: PurchaseWithSeries, runs?: (idmodel: number) => boolean): Promise<SplitterTask> {
    const { pause } = this.#deps;
    return splitterTask(
      this.#deps,
      found,
      async (task) => {
        await pause?.();
        return this.#inputs.gather(task, task.submittedAt);
      },
      runs,
    );
  }
}
