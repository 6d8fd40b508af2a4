import { type DayRange, dateAfter, startOfDate } from '@solano/domain/kernel';
import {
  cutToWindow,
  isInWindow,
  MARKETS,
  MAX_DAYS,
  type Market,
  type PricePrediction,
  type PriceReader,
  type RealisedPrices,
  spanOf,
} from '@solano/domain/market';
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
    return new PastInputs(deps, await inMemory(prices, range));
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

/** Prices of which those of some days are in memory, predictions without their bands. */
async function inMemory(prices: PriceReader, known: DayRange): Promise<PriceReader> {
  const start = startOfDate(known.from);
  const end = startOfDate(dateAfter(known.to, 1));
  const realised = new Map<Market, RealisedPrices[]>();
  const predicted = new Map<Market, PricePrediction[]>();
  for (const market of MARKETS) {
    realised.set(market, await allOf(prices.realised(market, known.from, known.to)));
    predicted.set(market, await allOf(prices.predictions(market, start, end)));
  }
  const isKnown = (from: number, to: number) => from >= start && to <= end;
  return {
    async *predictions(market, from, to, before = Infinity) {
      if (!isKnown(from, to)) {
        yield* prices.predictions(market, from, to, before);
        return;
      }
      for (const prediction of predicted.get(market) ?? []) {
        const { first, last } = spanOf(prediction);
        if (prediction.generatedAt.getTime() < before && last >= from && first <= to)
          yield prediction;
      }
    },
    async lastPredictions(market, windows, origin) {
      const isUnknown = windows.some(({ from, to }) => !isKnown(from, to));
      if (isUnknown || origin) return prices.lastPredictions(market, windows, origin);
      return windows.map((window) => {
        const found = predicted.get(market)?.find((each) => isInWindow(each, window));
        return found && cutToWindow(found, window);
      });
    },
    lastBanded: (...query) => prices.lastBanded(...query),
    revision: (market) => prices.revision(market),
    async *realised(market, from, to) {
      if (to > known.to) {
        yield* prices.realised(market, from, to);
        return;
      }
      for (const day of realised.get(market) ?? []) {
        if (day.date >= from && day.date <= to) yield day;
      }
      if (from < known.from) yield* prices.realised(market, from, eveOrEarlier(known.from, to));
    },
  };
}

/** The day before one, or another that is earlier. */
function eveOrEarlier(date: string, other: string): string {
  const eve = dateAfter(date, -1);
  return other < eve ? other : eve;
}

async function allOf<T>(read: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of read) all.push(each);
  return all;
}
