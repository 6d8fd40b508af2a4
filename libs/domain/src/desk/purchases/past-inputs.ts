import { DailyInputs } from '../backtests/backtest-inputs.ts';
import { type PurchaseInputDeps, splitterTask } from './inputs.ts';
import type { PurchaseWithSeries } from './purchase.ts';
import type { SplitterTask } from './splitter.ts';

/**
 * Gathers what purchases of one customer could be split and evaluated by when they were submitted, each
 * history of prices once for all of them.
 */
export class PastInputs {
  readonly #deps: PurchaseInputDeps;
  readonly #inputs: DailyInputs;

  constructor(deps: PurchaseInputDeps, customerId: string) {
    this.#deps = deps;
    this.#inputs = new DailyInputs(deps.prices.seenBy(customerId), deps.spreadCurves);
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
