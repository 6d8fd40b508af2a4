import type { PriceStore } from '@solano/domain/market';
import type { PredictPricesDeps } from '@solano/domain/market/collection';
import {
  MemoryDatabase,
  MemoryMarketDataStore,
  MemoryPriceModelStore,
  MemorySpreadCurveStore,
} from '@solano/memory';

/** What predictions of these prices are made with, without forecasts at first. */
export function predicting(prices: PriceStore, now: string) {
  const database = new MemoryDatabase();
  return {
    prices,
    market: new MemoryMarketDataStore(database),
    models: new MemoryPriceModelStore(database),
    spreadCurves: new MemorySpreadCurveStore(database),
    clock: () => new Date(now),
    // As good as a digest without an attacker, and fast.
    digest: (text) => `${text.length} ${text.slice(0, 200)}`,
  } satisfies PredictPricesDeps;
}
