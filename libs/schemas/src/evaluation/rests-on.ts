import { z } from 'zod';
import { money } from '../values.ts';

/** What a worth rests on. */
export const restsOn = z.enum(['decision', 'executed', 'both']).meta({ examples: ['executed'] });

/** What a purchase has cost by a model. */
export const realisedWorth = {
  rests_on: restsOn.meta({
    description:
      'Whether executed trades say so, for none, all or some of the sessions and days; `decision` for each model but the counted one.',
  }),
  mwh: z.number().meta({ description: 'Bought less sold, three digits after the point.' }),
  cost: money('What it has cost, fees included.'),
  saved: money(
    'Realised cost of model 1 less this one’s; where other energy was executed than requested, with the difference day-ahead.',
  ),
};
