import { randomUUID } from 'node:crypto';
import type { OnObserved } from '@solano/async';
import type { Config } from '@solano/config';
import type { ImbalancePriceStore } from '@solano/domain/market';
import { imbalanceTask, marketTask } from '@solano/domain/market/collection';
import type { Task } from '@solano/domain/service';
import type { CollectingDeps } from '@solano/runtime/market';

export interface MarketTaskDeps extends CollectingDeps {
  readonly databaseUrl: string;
  readonly imbalance: ImbalancePriceStore;
  /** Is given the models and statements of predictions. */
  readonly onObserved: OnObserved | undefined;
}

/** Collects market data and predicts from them, where a source is configured. */
export async function openMarketTask(config: Config, deps: MarketTaskDeps): Promise<Task[]> {
  const { sources, pollEveryMs: everyMs } = config.marketData;
  if (sources.length === 0) return [];
  const { openCollecting, openImbalance, predictInThread } = await import('@solano/runtime/market');
  const collecting = openCollecting(config, deps);
  const plan = { everyMs, seed: randomUUID() };
  const predict = () => predictInThread(deps.databaseUrl, deps.onObserved);
  const imbalance = openImbalance(config, deps);
  return [
    marketTask({ ...collecting, plan, predict }),
    ...(imbalance ? [imbalanceTask(imbalance)] : []),
  ];
}
