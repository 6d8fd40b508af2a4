import { type DayRange, dateAfter, type JsonText, startOfDate } from '@solano/domain/kernel';
import {
  cutToWindow,
  isInWindow,
  MARKETS,
  MAX_DAYS,
  type Market,
  type PricePrediction,
  type PriceReader,
  spanOf,
} from '@solano/domain/market';
import type { RealisedTask } from '../evaluation/evaluation.ts';
import {
  allOf,
  isPriceLate,
  NEAR_DAYS,
  pricesOfItems,
  realisedInMemory,
} from '../evaluation/realised-prices.ts';
import { type PurchaseInputDeps, splitterTask } from '../purchases/inputs.ts';
import type { PurchaseWithSeries } from '../purchases/purchase.ts';
import type { SplitterTask } from '../purchases/purchase-splitter.ts';
import type { StrategyStore } from '../strategies/catalogue.ts';
import { DailyInputs } from './backtest-inputs.ts';

/**
 * Gathers what purchases of one customer could be split and evaluated by when they were submitted, and what they are
 * realised by, each price of the past read once for all of them.
 */
export class PastInputs {
  readonly #deps: PurchaseInputDeps;
  readonly #prices: PriceReader;
  readonly #inputs: DailyInputs;

  private constructor(deps: PurchaseInputDeps, prices: PriceReader, historyDays: number) {
    this.#deps = { ...deps, strategies: readOnce(deps.strategies) };
    this.#prices = prices;
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
    const range = {
      from: dateAfter(days.from, -historyDays - 10),
      to: dateAfter(days.to, NEAR_DAYS),
    };
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

  /**
   * What the outputs of a purchase have cost by. Errors: `store_unavailable`.
   *
   * @param task the purchase's own.
   * @param now (ms) sessions without prices are given up some days after delivery.
   */
  async realised(
    { inputs: { items, submittedAt }, provenance }: SplitterTask,
    outputs: readonly JsonText[],
    now: number,
  ): Promise<RealisedTask> {
    const { settings, rules } = provenance;
    const prices = await pricesOfItems(this.#prices, items);
    const isLate = isPriceLate(items, now);
    return {
      items,
      submittedAt,
      outputs,
      settings: settings?.models ?? null,
      ...prices,
      isLate,
      rules: rules ?? null,
    };
  }
}

/** Settings that are asked for again are not read again. */
function readOnce(strategies: PurchaseInputDeps['strategies']): PurchaseInputDeps['strategies'] {
  const known = new Map<string, ReturnType<StrategyStore['get']>>();
  return {
    get(owner, version) {
      const { customerId, user, retailer } = owner;
      const key = JSON.stringify([customerId, user, retailer, version]);
      const found = known.get(key) ?? strategies.get(owner, version);
      known.set(key, found);
      return found;
    },
  };
}

/**
 * {@link realisedInMemory} with the predictions that touch the days, too; their bands are read as they are asked
 * for. Errors: `store_unavailable`.
 */
async function pricesInMemory(prices: PriceReader, known: DayRange): Promise<PriceReader> {
  const start = startOfDate(known.from);
  const end = startOfDate(dateAfter(known.to, 1));
  const predicted = new Map<Market, PricePrediction[]>();
  for (const market of MARKETS) {
    predicted.set(market, await allOf(prices.predictions(market, start, end)));
  }
  const isKnown = (from: number, to: number) => from >= start && to <= end;
  return {
    ...(await realisedInMemory(prices, known)),
    async *predictions(market, from, to, before = Infinity) {
      if (!isKnown(from, to)) {
        yield* prices.predictions(market, from, to, before);
        return;
      }
      for (const prediction of predicted.get(market) ?? []) {
        const { first, last } = spanOf(prediction);
        const isInTime = prediction.generatedAt.getTime() < before;
        if (isInTime && last >= from && first <= to) yield prediction;
      }
    },
    async lastPredictions(market, windows, origin) {
      const areKnown = windows.every(({ from, to }) => isKnown(from, to));
      if (!areKnown || origin) return prices.lastPredictions(market, windows, origin);
      return windows.map((window) => {
        const found = predicted.get(market)?.find((each) => isInWindow(each, window));
        return found && cutToWindow(found, window);
      });
    },
    lastBanded: (...query) => prices.lastBanded(...query),
    revision: (market) => prices.revision(market),
    committedRevision: (market) => prices.committedRevision(market),
  };
}
