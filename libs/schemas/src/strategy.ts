import { type StrategyDefinition as Definition, MODELS } from '@solano/domain/desk';
import { SESSIONS } from '@solano/domain/market';
import { z } from 'zod';
import { session } from './values.ts';

const INPUTS = [
  'price_predictions',
  'price_history',
  'mean_spreads',
  'spread_curves',
] as const satisfies Definition['inputs'];

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

type Rule = (typeof MODELS)[number]['parameters'][string];

/** A number within the bounds of a parameter. */
function numberOf({ min, max, decimals }: Rule) {
  const description = `At most ${decimals} digits after the point.`;
  return z.number().min(min).max(max).meta({ description });
}

function settingOf(rule: Rule): z.ZodType {
  if (rule.kind === 'number') return numberOf(rule);
  if (rule.kind === 'optional') return numberOf(rule).nullable();
  const numbers = SESSIONS.map((each) => [each.session, numberOf(rule)] as const);
  return z.strictObject(Object.fromEntries(numbers)).partial();
}

const settings = MODELS.map(({ idmodel, name, parameters }) => {
  const rules = Object.entries(parameters).map(([key, rule]) => [key, settingOf(rule)] as const);
  return z
    .looseObject({
      idmodel: z.literal(idmodel),
      enabled: z.boolean().optional(),
      parameters: z.strictObject(Object.fromEntries(rules)).partial().nullable().optional(),
    })
    .meta({ id: `StrategySetting${idmodel}`, description: `Settings of ${name}.` });
});

/** Made from the models' own rules, by which `readSettings` of the domain checks. */
export const StrategySettings = z.array(z.union(settings)).meta({
  id: 'StrategySettings',
  description: 'As `solano strategies set` reads them; each model at most once.',
});
