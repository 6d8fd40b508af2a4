import { mapBounded } from '@solano/async';
import type { PurchaseStore } from '@solano/domain/desk';
import type { Clock } from '@solano/domain/kernel';
import {
  latestPrediction,
  MARKETS,
  type MarketDataStore,
  type PriceStore,
} from '@solano/domain/market';

interface StateDeps {
  readonly purchases: PurchaseStore;
  readonly clock: Clock;
}

/** One figure of the service: of a status, or of a market. */
export interface Sample {
  readonly label: string;
  readonly value: number;
}

/** The statuses of purchases that wait for the workflow, or are in progress. */
const OPEN = ['pending', 'in_progress'] as const;

/** Returns the number of purchases in each status that is not settled. */
export async function openPurchases(purchases: PurchaseStore): Promise<Sample[]> {
  const counts = await Promise.all(OPEN.map((status) => purchases.count(status)));
  return OPEN.map((label, i) => ({ label, value: counts[i] ?? 0 }));
}

/**
 * Returns the time of submission of the oldest purchase in each status, in ms; a status without one
 * is left out.
 */
export async function oldestPurchases({ purchases, clock }: StateDeps): Promise<Sample[]> {
  const oldest = await Promise.all(
    OPEN.map((status) => purchases.inStatus([status], clock(), undefined, 1)),
  );
  return OPEN.flatMap((label, i) => {
    const [first] = oldest[i] ?? [];
    return first ? [{ label, value: first.createdAt.getTime() }] : [];
  });
}

/**
 * Returns the time (ms) of each market's newest information in a prediction: its generation, or the
 * end of its inputs if that is earlier. Synthetic ones are left out.
 */
export async function newestPredictions(prices: PriceStore): Promise<Sample[]> {
  const newest = await mapBounded(MARKETS, (market) => latestPrediction(prices, market));
  return newest
    .filter((prediction) => prediction !== undefined)
    .map(({ market, generatedAt, inputsUntil }) => {
      const known = Math.min(generatedAt.getTime(), inputsUntil?.getTime() ?? Infinity);
      return { label: market, value: known };
    });
}

interface SourcesDeps {
  /** Names of the configured sources of market data and weather. */
  readonly sources: readonly string[];
  readonly market: Pick<MarketDataStore, 'sources'>;
  readonly clock: Clock;
}

/**
 * Returns for how long (s) each source has failed: since it answered last, or failed where it never did; 0 where
 * its last request did not fail.
 */
export async function failingSources({ sources, market, clock }: SourcesDeps): Promise<Sample[]> {
  const now = clock().getTime();
  const states = [...(await market.sources(sources))];
  return states.map(([label, { failure, failedAt, succeededAt }]) => {
    const since = (succeededAt ?? failedAt)?.getTime() ?? now;
    return { label, value: failure === '' ? 0 : (now - since) / 1000 };
  });
}
