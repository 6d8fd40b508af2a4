import { VERSION } from '@solano/config';
import type { PurchaseStore } from '@solano/domain/desk';
import type { Clock } from '@solano/domain/kernel';
import { type MarketDataStore, marketFreshness, type PriceStore } from '@solano/domain/market';
import type { BackupState } from '@solano/domain/operations';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import type { Health } from '../server/health.ts';
import { GET_SERVICE } from './document.ts';
import { newestPredictions, oldestPurchases, openPurchases, type Sample } from './state.ts';

interface ServiceEndpointDeps {
  readonly purchases: PurchaseStore;
  readonly prices: PriceStore;
  readonly market: MarketDataStore;
  readonly clock: Clock;
  readonly health: Pick<Health, 'readiness'>;
  readonly engine: 'embedded' | 'temporal';
  /** Undefined if no backups are made; its result, until the first check. */
  readonly backupState: (() => BackupState | undefined) | undefined;
}

/** `GET /api/v0/service`: the state of the service for operators. */
export function serviceEndpoint(deps: ServiceEndpointDeps): Endpoint {
  const get = operation({
    scopes: ['operator'],
    handle: async () => json(await stateOf(deps)),
    metadata: GET_SERVICE,
  });

  return endpoint({ paths: ['/api/v0/service'], methods: { get } });
}

async function stateOf(deps: ServiceEndpointDeps) {
  const [open, oldest, newest, markets] = await Promise.all([
    openPurchases(deps.purchases),
    oldestPurchases(deps),
    newestPredictions(deps.prices),
    marketFreshness(deps),
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
    markets: markets.map(({ market, newestRealisedDay, newestRealisedAt, lateBySeconds }) => ({
      market,
      newest_realised_day: newestRealisedDay,
      newest_realised_at: newestRealisedAt,
      late_by_seconds: lateBySeconds,
      newest_prediction_known_until: instantOf(newest, market),
    })),
  };
}

function backupOf(state: ServiceEndpointDeps['backupState']) {
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
