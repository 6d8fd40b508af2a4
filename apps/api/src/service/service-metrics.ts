import { mapBounded } from '@solano/async';
import { VERSION } from '@solano/config';
import { type ForecastDeps, findLatest } from '@solano/domain/assets';
import type { PurchaseStore } from '@solano/domain/desk';
import { type Clock, isSolanoError, type Log, MINUTE_MS } from '@solano/domain/kernel';
import { type MarketDataStore, marketFreshness, type PriceStore } from '@solano/domain/market';
import type { BackupState } from '@solano/domain/operations';
import type { Customer, CustomerStore } from '@solano/domain/service';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { CachedRead } from '../server/cached-read.ts';
import { observeHttp } from '../server/http-metrics.ts';
import { registerBackupMetrics } from './backup-metrics.ts';
import type { SettledCounts } from './settled-counts.ts';
import type { Sample } from './state.ts';
import { failingSources, newestPredictions, oldestPurchases, openPurchases } from './state.ts';

export interface ServiceMetricsDeps extends ForecastDeps {
  readonly purchases: PurchaseStore;
  readonly prices: PriceStore;
  readonly market: MarketDataStore;
  readonly customers: CustomerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly settled: {
    readonly purchases: Pick<SettledCounts<string>, 'entries'>;
    readonly deliveries: Pick<SettledCounts<string>, 'entries'>;
  };
  /** Returns the number of requests in work. */
  readonly inWork: () => number;
  /** Names of the configured sources of market data and weather. */
  readonly sources: readonly string[];
  /** Whether the service itself fetches prices. */
  readonly hasMarketSources: boolean;
  /** Durations of Temporal's acceptance of purchases; undefined without Temporal. */
  readonly dispatchMetrics: Registry | undefined;
  /** Undefined if no backups are made; its result, until the first check. */
  readonly backupState: (() => BackupState | undefined) | undefined;
}

/** Interval in ms: each reading lists the objects of every customer, which a bucket charges for. */
const FORECASTS_INTERVAL_MS = 5 * MINUTE_MS;
/** Maximum customers with a label of their own. */
const MAX_CUSTOMERS = 1_000;

/** The metrics of the service, and the middleware that observes every request for them. */
export function openRegistry(deps: ServiceMetricsDeps): {
  readonly registry: Registry;
  readonly observe: RequestHandler;
} {
  const registry = new Registry();
  const observe = observeHttp(registry);
  collectDefaultMetrics({ register: registry });
  registerServiceMetrics(registry, deps);
  const { dispatchMetrics } = deps;
  return {
    registry: dispatchMetrics ? Registry.merge([registry, dispatchMetrics]) : registry,
    observe,
  };
}

/** Registers the metrics of the service's work, which are read when they are scraped. */
function registerServiceMetrics(registry: Registry, deps: ServiceMetricsDeps): void {
  const gauge = cachedGauges(registry, deps.log);
  registerProcessMetrics(registry, deps);
  if (deps.backupState) registerBackupMetrics(registry, deps.backupState, deps.clock);
  const age = (ms: number) => (deps.clock().getTime() - ms) / 1000;

  gauge(
    { name: 'solano_purchases', help: 'Purchases that are not settled.', label: 'status' },
    () => openPurchases(deps.purchases),
  );
  gauge(
    {
      name: 'solano_oldest_waiting_purchase_age_seconds',
      help: 'Time since the oldest purchase that is not settled was submitted; none where all are.',
      label: 'status',
    },
    () => oldestPurchases(deps),
    age,
  );
  gauge(
    {
      name: 'solano_newest_prediction_age_seconds',
      help: "Time since a market's newest price prediction was generated, or since the prices that it was made from end where that is longer.",
      label: 'market',
    },
    () => newestPredictions(deps.prices),
    age,
  );
  gauge(
    {
      name: 'solano_market_late_seconds',
      help: "Since a market's next prices were expected, once that is more than an hour ago; else 0. None for a market whose prices were never loaded, where no source is configured.",
      label: 'market',
    },
    async () => {
      const markets = await marketFreshness(deps);
      const expected = markets.filter(
        ({ newestRealisedDay }) => deps.hasMarketSources || newestRealisedDay !== null,
      );
      return expected.map(({ market, lateBySeconds }) => ({ label: market, value: lateBySeconds }));
    },
  );
  gauge(
    {
      name: 'solano_source_failing_seconds',
      help: 'Time since a source of market data or weather answered last, or failed where it never did, while its last request failed; else 0.',
      label: 'source',
    },
    () => failingSources(deps),
  );
  gauge(
    {
      name: 'solano_newest_realised_price_age_seconds',
      help: "Time since the newest of a market's realised prices came.",
      label: 'market',
    },
    async () => {
      const markets = await marketFreshness(deps);
      return markets.flatMap(({ market, newestRealisedAt: at }) =>
        at ? [{ label: market, value: at.getTime() }] : [],
      );
    },
    age,
  );
  gauge(
    {
      name: 'solano_newest_forecast_age_seconds',
      help: "Time since a customer's newest forecast was put.",
      label: 'customer',
      everyMs: FORECASTS_INTERVAL_MS,
    },
    () => newestForecasts(deps),
    age,
  );
}

/** Registers the metrics of this process. */
function registerProcessMetrics(registry: Registry, deps: ServiceMetricsDeps): void {
  const registers = [registry];
  new Gauge({
    name: 'solano_requests_in_work',
    help: 'Requests that are worked on.',
    registers,
    collect() {
      this.set(deps.inWork());
    },
  });

  new Gauge({
    name: 'solano_build_info',
    help: 'Always 1; its labels say which release runs on which Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  const counter = (name: string, help: string, counts: Pick<SettledCounts<string>, 'entries'>) => {
    new Counter({
      name,
      help,
      labelNames: ['status'],
      registers,
      collect() {
        this.reset();
        for (const [status, count] of counts.entries()) this.inc({ status }, count);
      },
    });
  };
  counter(
    'solano_settled_purchases_total',
    'Purchases that this process has set to completed or failed.',
    deps.settled.purchases,
  );
  counter(
    'solano_webhook_deliveries_total',
    'Webhook messages that this process has delivered or given up.',
    deps.settled.deliveries,
  );
}

/**
 * Returns a function that registers a gauge whose values are read at an interval; failures are
 * logged and counted.
 */
function cachedGauges(registry: Registry, log: Log) {
  const registers = [registry];
  const failures = new Counter({
    name: 'solano_metrics_failures_total',
    help: 'How often the values of a metric could not be read.',
    labelNames: ['metric'],
    registers,
  });
  return (
    { name, help, label, everyMs = MINUTE_MS }: GaugeOptions,
    read: () => Promise<Sample[]>,
    toUnit = (value: number) => value,
  ) => {
    const failed = (err: unknown) => {
      failures.inc({ metric: name });
      log.warn({ err, metric: name }, 'a metric could not be read');
    };
    const samples = new CachedRead(everyMs, read, failed);
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        const current = (await samples.current()) ?? [];
        this.reset();
        for (const sample of current) this.set({ [label]: sample.label }, toUnit(sample.value));
      },
    });
  };
}

interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly everyMs?: number;
}

/** Returns the time of each customer's newest forecast, in ms; a customer without one is left out. */
async function newestForecasts(deps: ServiceMetricsDeps): Promise<Sample[]> {
  const customers = (await deps.customers.list()).filter(({ folder }) => folder !== null);
  const samples = await mapBounded(customers.slice(0, MAX_CUSTOMERS), (customer) =>
    newestForecast(deps, customer),
  );
  return samples.filter((sample) => sample !== undefined);
}

async function newestForecast(deps: ForecastDeps, customer: Customer): Promise<Sample | undefined> {
  try {
    const { modifiedAt } = await findLatest(deps, customer);
    return { label: customer.name, value: modifiedAt.getTime() };
  } catch (error) {
    if (isSolanoError(error, 'forecast_not_found')) return undefined;
    throw error;
  }
}
