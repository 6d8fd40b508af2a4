import { MARKETS } from '@solano/domain';
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

export const ServiceState = z
  .object({
    version: z.string().meta({ description: 'Of Solano.', examples: ['0.1.0'] }),
    node: z.string().meta({ description: 'Version of Node.js.', examples: ['26.10.0'] }),
    engine: z.enum(['embedded', 'temporal']).meta({ description: 'What computes purchases.' }),
    status: z.enum(['ready', 'not ready']).meta({ description: 'As `/readyz` has it.' }),
    checks: z.record(z.enum(['database', 'objects', 'engine']), Check),
    queue: z.object({ pending: Waiting, in_progress: Waiting }).meta({
      description: 'Purchases of all customers that are not settled.',
    }),
    markets: z
      .array(
        z.object({
          market: z.enum(MARKETS),
          newest_prediction_known_until: responseInstant(
            'When the newest prediction was generated, or its inputs end where that is earlier; null: there is none.',
          ).nullable(),
        }),
      )
      .meta({ description: 'How fresh the predictions are.' }),
  })
  .meta({ id: 'ServiceState', description: 'The state of the service.' });
