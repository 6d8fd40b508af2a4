import type { StrategyDefinition as Definition } from '@solano/domain';
import { SESSIONS } from '@solano/domain';
import { z } from 'zod';

const INPUTS = ['price_predictions', 'price_history'] as const satisfies Definition['inputs'];
const session = z.enum(SESSIONS.map((rules) => rules.session));

export const StrategyDefinition = z
  .object({
    idmodel: z.int().meta({ description: 'Model identifier.', examples: [3] }),
    name: z.string().meta({ examples: ['CHEAPEST_CAPPED'] }),
    description: z.string().meta({
      examples: ['The cheapest predicted sessions, each up to its cap.'],
    }),
    sessions: z.array(session).meta({ description: 'Market sessions that it may use.' }),
    inputs: z.array(z.enum(INPUTS)).meta({ description: 'What it needs besides the purchase.' }),
    parameters: z
      .record(z.string(), z.union([z.number(), z.null(), z.record(session, z.number())]))
      .meta({
        description: 'Its settings; some have a number for each session, and null is none.',
        examples: [{ fee_eur_per_mwh: 0.25 }],
      }),
    enabled: z.boolean().meta({ description: 'Whether it is used for this user and retailer.' }),
  })
  .meta({ id: 'StrategyDefinition', description: 'A strategy model with its settings.' });

export const StrategySettings = z
  .array(
    z.looseObject({
      idmodel: z.int(),
      enabled: z.boolean().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .meta({ id: 'StrategySettings', description: 'As `solano strategies set` reads them.' });
