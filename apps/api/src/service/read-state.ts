import { VERSION } from '@solano/config';
import type { PurchaseStore } from '@solano/domain/desk';
import type { Clock } from '@solano/domain/kernel';
import {
  CachedFreshness,
  type MarketDataStore,
  type MarketFreshness,
  marketFreshness,
  type PriceStore,
} from '@solano/domain/market';
import {
  type BackupState,
  type Failed,
  type FailureReader,
  type Failures,
  readFailures,
} from '@solano/domain/operations';
import type { CustomerStore } from '@solano/domain/service';
import type { Health } from '../server/health.ts';
import { oldestPurchases, openPurchases, type Sample } from './state.ts';

export interface ServiceStateDeps {
  readonly purchases: PurchaseStore;
  readonly prices: PriceStore;
  readonly market: MarketDataStore;
  readonly customers: CustomerStore;
  readonly failures: FailureReader;
  /** Names of the configured sources of market data and weather. */
  readonly sources: readonly string[];
  readonly clock: Clock;
  readonly health: Pick<Health, 'readiness'>;
  readonly engine: 'embedded' | 'temporal';
  /** Undefined if no backups are made; its result, until the first check. */
  readonly backupState: (() => BackupState | undefined) | undefined;
}

/** Of all readers: it sees no customer's own prices. */
const freshness = new CachedFreshness();

/** The state of this process, and of what all processes share, as the response has it. */
export async function readState(deps: ServiceStateDeps) {
  const [open, oldest, markets, failures] = await Promise.all([
    openPurchases(deps.purchases),
    oldestPurchases(deps),
    marketFreshness({ ...deps, prices: freshness.of(deps.prices) }),
    readFailures(deps),
  ]);
  const waiting = (status: string) => ({
    count: figureOf(open, status) ?? 0,
    oldest_submitted_at: instantOf(oldest, status),
  });
  return {
    version: VERSION,
    node: process.versions.node,
    engine: deps.engine,
    ...deps.health.readiness(),
    backup: backupOf(deps.backupState),
    queue: { pending: waiting('pending'), in_progress: waiting('in_progress') },
    markets: markets.map((market) => ({
      market: market.market,
      newest_realised_day: market.newestRealisedDay,
      newest_realised_at: market.newestRealisedAt,
      late_by_seconds: market.lateBySeconds,
      newest_prediction_known_until: knownUntil(market),
    })),
    failures: failuresOf(failures),
  };
}

/** When the newest prediction was generated, or its inputs end where that is earlier. */
function knownUntil({ newestPredictionAt: at, predictionInputsUntil: until }: MarketFreshness) {
  return at && until && until < at ? until : at;
}

function failuresOf({ since, customers, sources }: Failures) {
  return {
    since,
    customers: customers.map(({ customer, purchases, deliveries }) => ({
      customer,
      purchases: failedOf(purchases),
      deliveries: failedOf(deliveries),
    })),
    sources: sources.map(({ source, answeredAt, failedAt, reason }) => ({
      source,
      answered_at: answeredAt,
      failed_at: failedAt,
      error: reason,
    })),
  };
}

function failedOf(failed: Failed | null) {
  if (!failed) return null;
  const { count, newestAt, reason } = failed;
  return { count, newest_at: newestAt, newest_error: reason };
}

function backupOf(state: ServiceStateDeps['backupState']) {
  if (!state) return null;
  const { newest, archivedUntil, verification, failure } = state() ?? UNKNOWN;
  return {
    newest: newest && {
      id: newest.id,
      kind: newest.kind,
      started_at: newest.startedAt,
      finished_at: newest.finishedAt,
      encrypted: newest.isEncrypted,
    },
    archived_until: archivedUntil,
    verification: verification && {
      backup: verification.id,
      at: verification.at,
      ok: verification.problems.length === 0,
      problems: verification.problems,
      missing: verification.missing,
    },
    failure,
  };
}

const UNKNOWN: BackupState = {
  newest: null,
  archivedUntil: null,
  verification: null,
  failure: null,
};

function figureOf(samples: readonly Sample[], label: string): number | undefined {
  return samples.find((sample) => sample.label === label)?.value;
}

function instantOf(samples: readonly Sample[], label: string): Date | null {
  const ms = figureOf(samples, label);
  return ms === undefined ? null : new Date(ms);
}
