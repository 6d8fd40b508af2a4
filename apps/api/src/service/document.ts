import { ServiceState } from '@solano/schemas';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const STATE = {
  version: '0.1.0',
  node: '26.10.0',
  engine: 'embedded',
  status: 'ready',
  backup: {
    newest: {
      id: '20261122T023000Z-1A2B3C4D',
      kind: 'cluster',
      started_at: '2026-11-22T02:30:00.000Z',
      finished_at: '2026-11-22T02:30:41.000Z',
      encrypted: true,
    },
    archived_until: '2026-11-22T09:59:50.000Z',
    verification: {
      backup: '20261122T023000Z-1A2B3C4D',
      at: '2026-11-22T08:00:00.000Z',
      ok: true,
      problems: [],
      missing: [],
    },
    failure: null,
  },
  checks: { database: { ok: true }, objects: { ok: true }, engine: { ok: true } },
  queue: {
    pending: { count: 1, oldest_submitted_at: '2026-11-21T10:00:00.000Z' },
    in_progress: { count: 0, oldest_submitted_at: null },
  },
  markets: [
    {
      market: 'md_pdbc_spain',
      newest_realised_day: '2026-11-23',
      newest_realised_at: '2026-11-22T12:31:04.000Z',
      late_by_seconds: 0,
      newest_prediction_known_until: '2026-11-21T08:00:00.000Z',
    },
  ],
  failures: {
    since: '2026-11-15T10:00:00.000Z',
    customers: [
      {
        customer: 'acme',
        purchases: {
          count: 2,
          newest_at: '2026-11-21T09:00:00.000Z',
          newest_error: 'The models could not be computed.',
        },
        deliveries: null,
      },
    ],
    sources: [
      {
        source: 'esios',
        answered_at: '2026-11-22T08:00:00.000Z',
        failed_at: '2026-11-22T09:00:00.000Z',
        error: 'answered 503',
      },
    ],
  },
};

export const GET_SERVICE: OperationMetadata = {
  id: 'getService',
  tag: 'Service',
  summary: 'Read the state of the service',
  responses: {
    200: jsonResponse('The state of this process and of what all processes share.', ServiceState, {
      Ready: STATE,
    }),
  },
};
