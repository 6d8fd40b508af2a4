import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type OnObserved, Threads } from '@solano/async';
import type { Config, MarketSourceConfig } from '@solano/config';
import type { Clock, Log, ObjectStore } from '@solano/domain/kernel';
import {
  type CollectDeps,
  type CollectImbalanceDeps,
  type ImbalancePriceStore,
  type MarketDataStore,
  type MarketSource,
  PRICE_LIMITS,
  type PriceStore,
} from '@solano/domain/market';
import type { JobQueue, MessageDeps } from '@solano/domain/service';
import {
  EntsoeSource,
  EsiosImbalanceSource,
  EsiosSource,
  OmieSource,
} from '@solano/market-sources';

/** Every source there is, to read the documents that came from it. */
export function marketParsers(): Pick<MarketSource, 'name' | 'parse'>[] {
  const nowhere = { url: 'http://127.0.0.1', token: '' };
  return [new OmieSource(nowhere), new EsiosSource(nowhere), new EntsoeSource(nowhere)];
}

/** The ports of a process that collects market data. */
export interface CollectingDeps extends MessageDeps {
  readonly market: MarketDataStore;
  readonly prices: PriceStore;
  readonly objects: ObjectStore;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Log;
}

interface ImbalanceDeps {
  readonly imbalance: ImbalancePriceStore;
}

/** The same with the configured sources. */
export function openCollecting<Deps extends CollectingDeps>(
  { marketData }: Config,
  deps: Deps,
): CollectDeps & Deps {
  return {
    ...deps,
    sources: marketData.sources.map(openSource),
    limits: [...PRICE_LIMITS, ...marketData.limits],
    digestOf,
    pause: sleep,
  };
}

/** The ports that collect prices of deviations; undefined where no source of these is configured. */
export function openImbalance<Deps extends CollectingDeps & ImbalanceDeps>(
  { marketData: { sources, imbalanceIndicators: indicators } }: Config,
  deps: Deps,
): (CollectImbalanceDeps & Deps) | undefined {
  const esios = sources.find((source) => source.name === 'esios');
  if (!esios || indicators === 'off') return undefined;
  return { ...deps, source: new EsiosImbalanceSource({ ...esios, indicators }), pause: sleep };
}

/** SHA-256, in lower-case hexadecimal. */
export function digestOf(content: Uint8Array): string {
  return hash('sha256', content);
}

/**
 * Predicts all markets in a thread with a database connection of its own: it computes for seconds.
 * Its models and statements may be observed. Errors: those of `predictPrices`, `engine_unavailable`.
 */
export async function predictInThread(databaseUrl: string, onObserved?: OnObserved): Promise<void> {
  await using threads = new Threads<string, void>(PREDICTIONS, 'predictMarkets', 1, onObserved);
  await threads.run(databaseUrl);
}

const PREDICTIONS = new URL('./predict-thread.ts', import.meta.url);

function sleep(ms: number): Promise<void> {
  return pause(ms, undefined, { ref: false });
}

function openSource(source: MarketSourceConfig): MarketSource {
  if (source.name === 'omie') return new OmieSource(source);
  return source.name === 'esios' ? new EsiosSource(source) : new EntsoeSource(source);
}
