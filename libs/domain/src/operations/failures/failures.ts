import { type Clock, DAY_MS } from '@solano/domain/kernel';
import type { SourceStates } from '@solano/domain/market';
import type { CustomerStore } from '@solano/domain/service';

/** How far back failures are looked for. */
const WINDOW_MS = 7 * DAY_MS;

/** Failures of one customer for one reason. */
export interface FailureCount {
  readonly customerId: string;
  readonly reason: string;
  readonly count: number;
  /** When the newest of them failed or was given up. */
  readonly newestAt: Date;
}

/** Beyond so many reasons only the newest count. */
const MAX_REASONS = 1_000;

/** Counts what failed for all customers: up to `limit` reasons, newest first. Errors: `store_unavailable`. */
export interface FailureReader {
  /** Purchases that have failed, at a time or later; an update of one counts as its failure. */
  failedPurchases(since: Date, limit: number): Promise<FailureCount[]>;
  /** Messages to webhooks that were given up at a time or later. */
  failedDeliveries(since: Date, limit: number): Promise<FailureCount[]>;
}

/** The failures of one kind of a customer. */
export interface Failed {
  readonly count: number;
  readonly newestAt: Date;
  /** Why the newest of them failed. */
  readonly reason: string;
}

interface CustomerFailures {
  readonly customer: string;
  /** Null: none has failed. */
  readonly purchases: Failed | null;
  readonly deliveries: Failed | null;
}

interface FailingSource {
  readonly source: string;
  /** When it answered last; null: never. */
  readonly answeredAt: Date | null;
  readonly failedAt: Date | null;
  readonly reason: string;
}

/** What failed in the last seven days. */
export interface Failures {
  readonly since: Date;
  /** Customers of whom something failed, by name. */
  readonly customers: readonly CustomerFailures[];
  /** Sources of market data and weather whose last request failed. */
  readonly sources: readonly FailingSource[];
}

interface FailuresDeps {
  readonly failures: FailureReader;
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly market: Pick<SourceStates, 'sources'>;
  /** Names of the configured sources of market data and weather. */
  readonly sources: readonly string[];
  readonly clock: Clock;
}

/** Reads what failed in the last seven days. Errors: `store_unavailable`. */
export async function readFailures(deps: FailuresDeps): Promise<Failures> {
  const since = new Date(deps.clock().getTime() - WINDOW_MS);
  const [purchases, deliveries, customers, sources] = await Promise.all([
    deps.failures.failedPurchases(since, MAX_REASONS),
    deps.failures.failedDeliveries(since, MAX_REASONS),
    deps.customers.list(),
    deps.market.sources(deps.sources),
  ]);
  return {
    since,
    customers: customers
      .map(({ id, name }) => ({
        customer: name,
        purchases: summed(purchases, id),
        deliveries: summed(deliveries, id),
      }))
      .filter((each) => each.purchases ?? each.deliveries),
    sources: [...sources]
      .filter(([, { failure }]) => failure !== '')
      .map(([source, { failure: reason, succeededAt, failedAt }]) => {
        return { source, answeredAt: succeededAt, failedAt, reason };
      }),
  };
}

/** @param counts newest first. */
function summed(counts: readonly FailureCount[], customerId: string): Failed | null {
  const own = counts.filter((each) => each.customerId === customerId);
  const [newest] = own;
  if (!newest) return null;
  const { newestAt, reason } = newest;
  return { count: own.reduce((sum, { count }) => sum + count, 0), newestAt, reason };
}
