import { CONSTANT_RULES } from '@solano/domain/desk';
import { z } from 'zod';
import { money, session } from '../values.ts';

const name = z.enum(CONSTANT_RULES).meta({
  description:
    'cap_first_auction: the cap of model 8 in the first auction, the rest day-ahead; mean_spread_56_days: model 8, the sessions that were cheapest in that hour over the last 56 known days, each to its cap.',
});

/** The constant rule that saved most, else is expected to. */
export const constantRuleName = name.nullable().meta({
  description:
    'The constant rule that saved most; while not all is realised, is expected to. Null where neither is known.',
});

/** The fate of shares in sessions that were not held. */
export const unheldShares = {
  moved: z.array(z.object({ session, to: session, mwh: z.number() })).meta({
    description:
      'Shares of sessions that were not held, and the next session, in which they count.',
  }),
  not_bought: z.array(z.string()).meta({
    description: 'Labels of the items of which a share found no session held any more.',
  }),
  not_bought_mwh: z.number().meta({ description: 'The energy of these shares.', examples: [0] }),
};

export const ConstantRule = z
  .object({
    name,
    expected_cost: money('By the predicted prices, fees included.').nullable(),
    saved: money('Expected cost of model 1 less this one’s.').nullable(),
    realised: z
      .object({
        cost: money('What it would have cost, fees included.'),
        saved: money('Realised cost of model 1 less this one’s.'),
        ...unheldShares,
      })
      .nullable()
      .meta({ description: 'Null until all prices have come.' }),
  })
  .meta({ id: 'ConstantRule', description: 'What a rule without predictions would have given.' });
