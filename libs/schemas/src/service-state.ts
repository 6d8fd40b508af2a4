import { MARKETS } from '@solano/domain/market';
import { z } from 'zod';
import { responseInstant } from './values.ts';

const Waiting = z.object({
  count: z.int().meta({ description: 'How many there are.' }),
  oldest_submitted_at: responseInstant('When the oldest was submitted; null: none.').nullable(),
});

const Check = z.object({
  ok: z.boolean(),
  reason: z.string().optional().meta({ description: 'What does not work.' }),
});

const Backup = z
  .object({
    newest: z
      .object({
        id: z.string(),
        kind: z.enum(['cluster', 'tables']),
        started_at: responseInstant('When it began.'),
        finished_at: responseInstant('When it was complete.'),
        encrypted: z.boolean(),
      })
      .nullable()
      .meta({ description: 'The newest backup; null: there is none.' }),
    archived_until: responseInstant(
      'Changes up to this instant are in the backups; null: not known yet.',
    ).nullable(),
    verification: z
      .object({
        backup: z.string(),
        at: responseInstant('When it was verified.'),
        ok: z.boolean(),
        problems: z.array(z.string()),
        missing: z.array(z.string()).meta({ description: 'Secrets that are not in the backup.' }),
      })
      .nullable()
      .meta({ description: 'The last verification; null: there was none.' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt to back up failed; null: it did not.' }),
  })
  .nullable()
  .meta({ description: 'The backups; null: none are made.' });

const Failed = z
  .object({
    count: z.int().meta({ description: 'How many there are.' }),
    newest_at: responseInstant('When the newest failed or was given up.'),
    newest_error: z.string().meta({ description: 'Why the newest failed.' }),
  })
  .nullable();

const Failures = z
  .object({
    since: responseInstant('Seven days ago.'),
    customers: z
      .array(
        z.object({
          customer: z.string().meta({ examples: ['acme'] }),
          purchases: Failed.meta({ description: 'Failed since then; null: none.' }),
          deliveries: Failed.meta({
            description: 'Messages to its webhooks that were given up since then; null: none.',
          }),
        }),
      )
      .meta({ description: 'Customers of whom something failed, by name.' }),
    sources: z
      .array(
        z.object({
          source: z.string().meta({ examples: ['esios'] }),
          answered_at: responseInstant('When it answered last; null: never.').nullable(),
          failed_at: responseInstant('When its last request failed.').nullable(),
          error: z.string().meta({ description: 'Why it failed.' }),
        }),
      )
      .meta({ description: 'Sources of market data and weather whose last request failed.' }),
  })
  .meta({ description: 'What failed in the last seven days.' });

export const ServiceState = z
  .object({
    version: z.string().meta({ description: 'Of Solano.', examples: ['1.0.0'] }),
    node: z.string().meta({ description: 'Version of Node.js.', examples: ['26.10.0'] }),
    engine: z.enum(['embedded', 'temporal']).meta({ description: 'What computes purchases.' }),
    status: z.enum(['ready', 'not ready']).meta({ description: 'As `/readyz` has it.' }),
    checks: z.record(z.enum(['database', 'objects', 'engine']), Check),
    backup: Backup,
    queue: z.object({ pending: Waiting, in_progress: Waiting }).meta({
      description: 'Purchases of all customers that are not settled.',
    }),
    markets: z
      .array(
        z.object({
          market: z.enum(MARKETS),
          newest_realised_day: z
            .string()
            .nullable()
            .meta({
              description: 'The newest Madrid day with prices; null: there is none.',
              examples: ['2026-11-22'],
            }),
          newest_realised_at: responseInstant('Since when these prices can be read.').nullable(),
          late_by_seconds: z.int().meta({
            description: 'Since the next were expected, once that is an hour ago; else 0.',
          }),
          newest_prediction_known_until: responseInstant(
            'When the newest prediction was generated, or its inputs end where that is earlier; null: there is none.',
          ).nullable(),
        }),
      )
      .meta({ description: 'How fresh prices and predictions are.' }),
    failures: Failures,
  })
  .meta({ id: 'ServiceState', description: 'The state of the service.' });
