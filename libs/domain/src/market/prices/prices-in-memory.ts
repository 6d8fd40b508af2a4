import { type DayRange, dateAfter, startOfDate } from '@solano/domain/kernel';
import { MARKETS, type Market } from '../markets/sessions.ts';
import { cutToWindow, isInWindow, spanOf } from './prediction-window.ts';
import type { PricePrediction, PriceReader, RealisedPrices } from './prices.ts';

/**
 * Realised prices of all markets of which those of some days are in memory, for many that ask for the same;
 * others are read as they are asked for. Errors: `store_unavailable`.
 *
 * @param known both days included.
 */
export async function realisedInMemory(
  prices: Pick<PriceReader, 'realised'>,
  known: DayRange,
): Promise<Pick<PriceReader, 'realised'>> {
  const days = new Map<Market, RealisedPrices[]>();
  for (const market of MARKETS) {
    days.set(market, await allOf(prices.realised(market, known.from, known.to)));
  }
  return {
    async *realised(market, from, to) {
      if (to > known.to) {
        yield* prices.realised(market, from, to);
        return;
      }
      for (const day of days.get(market) ?? []) {
        if (day.date >= from && day.date <= to) yield day;
      }
      const eve = dateAfter(known.from, -1);
      if (from <= eve) yield* prices.realised(market, from, to < eve ? to : eve);
    },
  };
}

/**
 * {@link realisedInMemory} with the predictions that touch the days, too; their bands are read as they are asked
 * for. Errors: `store_unavailable`.
 */
export async function pricesInMemory(prices: PriceReader, known: DayRange): Promise<PriceReader> {
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
  };
}

async function allOf<T>(read: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of read) all.push(each);
  return all;
}
