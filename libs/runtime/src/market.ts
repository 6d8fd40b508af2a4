import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config, MarketSourceConfig } from '@solano/config';
import type { CollectDeps, ErrorCode, Log, MarketSource, ObjectStore } from '@solano/domain';
import { PRICE_LIMITS, SolanoError } from '@solano/domain';
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

/** An error as a thread sends it. */
export interface ThreadError {
  readonly code?: ErrorCode;
  readonly message: string;
}

/**
 * Predicts all markets in a thread with a database connection of its own: it computes for seconds.
 * Errors: those of `predictPrices`.
 */
export async function predictInThread(databaseUrl: string): Promise<void> {
  const script = new URL('./predict-thread.ts', import.meta.url);
  const { promise, resolve, reject } = Promise.withResolvers<ThreadError | undefined>();
  const thread = new Worker(script, { workerData: { databaseUrl } });
  thread.on('message', resolve);
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('The thread that predicts prices ended early.')));
  const error = await promise;
  await thread.terminate();
  if (!error) return;
  throw error.code ? new SolanoError(error.code, error.message) : new Error(error.message);
}

function openSource(source: MarketSourceConfig): MarketSource {
  if (source.name === 'omie') return new OmieSource(source);
  return source.name === 'esios' ? new EsiosSource(source) : new EntsoeSource(source);
}
