import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Threads } from '@solano/async';
import type { Config, MarketSourceConfig } from '@solano/config';
import type { Log, ObjectStore } from '@solano/domain/kernel';
import { type CollectDeps, type MarketSource, PRICE_LIMITS } from '@solano/domain/market';
import { EntsoeSource, EsiosSource, OmieSource } from '@solano/market-sources';

/** Every source there is, to read the documents that came from it. */
export function marketParsers(): Pick<MarketSource, 'name' | 'parse'>[] {
  const nowhere = { url: 'http://127.0.0.1', token: '' };
  return [new OmieSource(nowhere), new EsiosSource(nowhere), new EntsoeSource(nowhere)];
}

/** The ports for collecting market data from the configured sources. */
export function openCollecting(
  config: Config,
  runtime: Pick<CollectDeps, 'market' | 'prices' | 'queue' | 'clock' | 'newId' | 'messageText'>,
  { objects, log }: { readonly objects: ObjectStore; readonly log: Log },
): CollectDeps {
  const { market, prices, queue, clock, newId, messageText } = runtime;
  return {
    sources: config.marketData.sources.map(openSource),
    limits: [...PRICE_LIMITS, ...config.marketData.limits],
    market,
    prices,
    queue,
    clock,
    newId,
    messageText,
    objects,
    log,
    digestOf,
    pause: (ms) => pause(ms, undefined, { ref: false }),
  };
}

/** SHA-256, in lower-case hexadecimal. */
export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Predicts all markets in a thread with a database connection of its own: it computes for seconds.
 * Errors: those of `predictPrices`, `engine_unavailable`.
 */
export async function predictInThread(databaseUrl: string): Promise<void> {
  await using threads = new Threads<string, void>(PREDICTIONS, 'predictMarkets');
  await threads.run(databaseUrl);
}

const PREDICTIONS = new URL('./predict-thread.ts', import.meta.url);

function openSource(source: MarketSourceConfig): MarketSource {
  if (source.name === 'omie') return new OmieSource(source);
  return source.name === 'esios' ? new EsiosSource(source) : new EntsoeSource(source);
}
