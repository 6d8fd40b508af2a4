import { type DayRange, dateAfter } from '@solano/domain/kernel';
import { MARKETS, MAX_DAYS, type PriceReader, type RealisedPrices } from '@solano/domain/market';
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

  private constructor(deps: PurchaseInputDeps, prices: PriceReader) {
    this.#deps = deps;
    this.#inputs = new DailyInputs(prices, deps.spreadCurves);
  }

  /**
   * Errors: `store_unavailable`.
   *
   * @param days of delivery of the purchases.
   */
  static async open(
    deps: PurchaseInputDeps,
    customerId: string,
    days: DayRange,
  ): Promise<PastInputs> {
    const prices = deps.prices.seenBy(customerId);
    // What the models learn from, and some days for those that do not count.
    const range = { from: dateAfter(days.from, -MAX_DAYS - 10), to: days.to };
    return new PastInputs(deps, await withRealised(prices, range));
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

/** Prices whose realised ones are in memory for some days. */
async function withRealised(prices: PriceReader, known: DayRange): Promise<PriceReader> {
  const days = new Map<string, RealisedPrices[]>();
  for (const market of MARKETS) {
    const own: RealisedPrices[] = [];
    for await (const day of prices.realised(market, known.from, known.to)) own.push(day);
    days.set(market, own);
  }
  return {
    predictions: (...query) => prices.predictions(...query),
    lastPredictions: (...query) => prices.lastPredictions(...query),
    lastBanded: (...query) => prices.lastBanded(...query),
    revision: (market) => prices.revision(market),
    async *realised(market, from, to) {
      if (to > known.to) {
        yield* prices.realised(market, from, to);
        return;
      }
      for (const day of days.get(market) ?? []) {
        if (day.date >= from && day.date <= to) yield day;
      }
      if (from < known.from) yield* prices.realised(market, from, before(known.from, to));
    },
  };
}

/** The day before one, or another that is earlier. */
function before(date: string, other: string): string {
  const eve = dateAfter(date, -1);
  return other < eve ? other : eve;
}
