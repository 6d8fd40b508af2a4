import { MAX_NOTE_LENGTH, PURCHASE_STATUSES } from '@solano/domain/desk';
import { MARKETS, PREDICTION_ORIGINS, SESSIONS } from '@solano/domain/market';
import { z } from 'zod';
import { ConstantRule, constantRuleName, unheldShares } from './evaluation/constant-rule.ts';
import { realisedWorth, restsOn } from './evaluation/rests-on.ts';
import { Decision } from './purchase.ts';
import { TradeDifference } from './trades/trade.ts';
import { exactPrice, label, money, responseInstant, session } from './values.ts';

const energy = z.number().meta({ description: 'MWh, three digits after the point.' });

const Realised = z
  .object({
    ...realisedWorth,
    decided: z
      .object({ mwh: energy, cost: money('Fees included.'), saved: realisedWorth.saved })
      .nullable()
      .meta({
        description: 'The same by the decision, at realised prices; null where all rests on it.',
      }),
    foresight_saved: money(
      'The saving that the model’s own limits allow with perfect foresight; null for a customer’s own output.',
    ).nullable(),
    share_of_foresight: z
      .number()
      .nullable()
      .meta({
        description: 'The share of that which was saved; null where foresight saves nothing.',
        examples: [0.4077],
      }),
    ...unheldShares,
  })
  .meta({ id: 'RealisedCost' });

const EvaluatedModel = z
  .object({
    idmodel: z.number().meta({ examples: [3] }),
    expected_cost: money(
      'By the predicted prices, fees included; of bids less what their limits save on average in the scenarios.',
    ).nullable(),
    eur_per_mwh: money('Of the energy bought less sold; null at 0 MWh.').nullable(),
    saved: money('Expected cost of model 1 less this one’s.').nullable(),
    saved_percent: z
      .number()
      .nullable()
      .meta({ description: 'Of the absolute cost of model 1; null where that is 0.' }),
    worst_decile_cost: money(
      'Mean of the dearest tenth of the scenarios; null where there are fewer than 60.',
    ).nullable(),
    mwh: z.record(z.string(), energy).meta({ description: 'Bought less sold, by session.' }),
    missing: z.array(z.string()).meta({
      description: 'Labels of the items that it trades without a predicted price.',
    }),
    realised: Realised.nullable().meta({
      description: 'Null until delivery is over and all prices that the model needs are published.',
    }),
  })
  .meta({ id: 'EvaluatedModel', description: 'Costs are null where a price is missing.' });

const UsedPrediction = z
  .object({
    market: z.enum(MARKETS),
    generated_at: responseInstant('When it was generated.'),
    origin: z.enum(PREDICTION_ORIGINS),
    digest: z.string().meta({ description: 'SHA-256 of the prediction as CSV, in hexadecimal.' }),
    source: z.enum(['service', 'put']).meta({
      description: 'Whether the service made it, or it was imported.',
    }),
  })
  .meta({ id: 'UsedPrediction' });

const UsedSettings = z
  .object({
    version: z.int().meta({ description: '0: the defaults.' }),
    models: z.array(
      z.object({
        idmodel: z.int(),
        enabled: z.boolean(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'UsedSettings' });

const NamedForecast = z.object({
  day: z.iso.date(),
  quantile: z.int().min(1).max(99),
  as_of: responseInstant('What was known then.'),
  corrected: z.boolean().meta({ description: 'Whether the desk submitted something else.' }),
  purchase: z
    .array(z.object({ datetime: label('End of the hour in Europe/Madrid.'), purchase: z.number() }))
    .meta({ description: 'MW of each hour at the busbar, as they were forecast.' }),
});

export const PurchaseEvaluation = z
  .object({
    currency: z.literal('EUR'),
    reference_idmodel: z.literal(1),
    models: z.array(EvaluatedModel),
    constant_rules: z.array(ConstantRule).meta({
      description: 'What constant rules give for the same purchase; empty for old evaluations.',
    }),
    best_constant_rule: constantRuleName,
    inputs: z.object({
      markets: z.array(UsedPrediction),
      history_days: z.int().meta({ description: 'Past days that the scenarios are made of.' }),
      settings: UsedSettings.nullable().meta({
        description: 'Null where the outputs are the customer’s own.',
      }),
      software: z.string().meta({ description: 'Version of the service.', examples: ['1.0.0'] }),
      forecast: NamedForecast.nullable().meta({
        description: 'The forecast of consumption that the purchase came from; null: from none.',
      }),
    }),
    place_by: z.partialRecord(session, responseInstant('Gate closure.')).meta({
      description: 'The earliest open gate of each session that the outputs use.',
    }),
    cancelled: z.array(session).meta({
      description: 'Sessions that were known to be cancelled on a day of the purchase.',
    }),
    rests_on: restsOn.meta({
      description:
        'Whether executed trades were delivered for the sessions and days of the counted model: for none, for all, or for some of them.',
    }),
    executed: z.array(TradeDifference).meta({
      description:
        'What was executed for the user and retailer on the days of the purchase, beside all that was decided.',
    }),
    recommended: z
      .object({
        idmodel: z.int().meta({ examples: [8] }),
        reason: z.enum(['ahead_of_rule', 'rule', 'few_days']).meta({
          description:
            'ahead_of_rule: ahead of model 8 in the last year’s backtest with 95 % certainty; rule: no model is ahead, or there is no such backtest yet; few_days: fewer than 60 days are known.',
        }),
        backtest: z
          .object({ id: z.uuid(), from: z.string(), to: z.string() })
          .nullable()
          .meta({ description: 'The last year’s backtest, made each week.' }),
      })
      .nullable()
      .meta({ description: 'Among the models with an output, never model 6; null where none is.' }),
  })
  .meta({ id: 'PurchaseEvaluation', description: 'What the outputs of a purchase are worth.' });

const { idmodel, note, decided_by: decidedBy, too_late: tooLate } = Decision.shape;

export const DecisionRequest = z
  .object({ idmodel, note: note.max(MAX_NOTE_LENGTH).nullable().optional() })
  .meta({ id: 'DecisionRequest' });

export const PurchaseHistory = z
  .array(
    z.union([
      z.object({
        type: z.literal('status'),
        at: responseInstant('When it happened.'),
        status: z.enum(PURCHASE_STATUSES),
        source: z.enum(['submission', 'customer', 'workflow', 'operator']),
      }),
      z.object({
        type: z.literal('decision'),
        at: responseInstant('When it happened.'),
        idmodel,
        note,
        decided_by: decidedBy,
        too_late: tooLate,
      }),
    ]),
  )
  .meta({ id: 'PurchaseHistory', description: 'In the order of time.' });

const price = exactPrice('EUR/MWh, predicted; null where there was none.').nullable();
const megawatts = z.number().meta({ description: 'MW, three digits after the point.' });

const sessionCells = Object.fromEntries(
  SESSIONS.flatMap((rules) => [
    [`${rules.session}_price`, price],
    [`${rules.session}_buy_mw`, megawatts],
    [`${rules.session}_sell_mw`, megawatts],
  ]),
) as Record<string, z.ZodType>;

export const PurchaseTableRow = z
  .looseObject({
    idmodel: z.number(),
    start_utc: z.string().meta({ examples: ['2026-11-23T19:00:00Z'] }),
    end_utc: z.string().meta({ examples: ['2026-11-23T19:15:00Z'] }),
    datetime: z.string().meta({ description: 'The submitted label.' }),
    mw: megawatts,
    ...sessionCells,
    MID1_spread: price.optional(),
    MID2_spread: price.optional(),
    MID3_spread: price.optional(),
    binds: z.array(z.string()).optional().meta({
      description: 'The limits that are reached: `cap <session>`, `resale`.',
    }),
    cost: money('Expected, of the item, fees included.').nullable().optional(),
    next_choice: session.nullable().optional().meta({
      description: 'The cheapest session in which all of the item could have been bought instead.',
    }),
    next_choice_cost: money('What that would have cost.').nullable().optional(),
  })
  .meta({ id: 'PurchaseTableRow', description: 'What an output does with one item.' });

const Totals = z
  .object({
    purchases: z.int().meta({ description: 'Those that count.' }),
    mwh: energy.meta({ description: 'Bought less sold, three digits after the point.' }),
    cost: money('Fees included.'),
    saved: money('Cost of model 1 less this one’s.'),
  })
  .meta({ id: 'PurchaseTotals' });

const RuleSummary = z
  .object({
    name: ConstantRule.shape.name,
    expected: Totals.nullable(),
    realised: Totals.nullable(),
  })
  .meta({
    id: 'RuleSummary',
    description:
      'A constant rule over the same purchases; null where one of them has no figure of it, as of an earlier release.',
  });
const comparedRules = {
  constant_rules: z.array(RuleSummary),
  best_constant_rule: constantRuleName,
};

const modelSums = {
  idmodel: z.number().meta({ examples: [3] }),
  purchases: z.int().meta({ description: 'Those that have an output of the model.' }),
  expected: Totals,
  realised: Totals,
};
const count = z.int();

const ModelSummary = z
  .object({
    ...modelSums,
    lacking: z.object({ expected: count, realised: count }).meta({
      description: 'Purchases left out of all sums that have no figure of this model.',
    }),
  })
  .meta({ id: 'ModelSummary' });

const DecisionSummary = z
  .object({
    ...modelSums,
    rests_on: restsOn.meta({
      description: 'Whether `realised` rests on executed trades: all of it, none, or some.',
    }),
    ...comparedRules,
  })
  .meta({ id: 'DecisionSummary' });

export const PurchaseSummary = z
  .object({
    currency: z.literal('EUR'),
    reference_idmodel: z.literal(1),
    purchases: z.int(),
    evaluated: z.int().meta({ description: 'Purchases that have an evaluation.' }),
    undecided: z.int().meta({ description: 'Purchases without a decision in time.' }),
    models: z.array(ModelSummary).meta({
      description:
        'The outputs of each model, whatever was decided: all over the same purchases, those with a figure of each model.',
    }),
    left_out: z.object({ expected: count, realised: count }).meta({
      description: 'Purchases with figures of some models only, which are in no sum of `models`.',
    }),
    ...comparedRules,
    decisions: z.array(DecisionSummary).meta({
      description:
        'By the model of the last decision in time: its outputs of those purchases, and the constant rules over them.',
    }),
  })
  .meta({ id: 'PurchaseSummary', description: 'What purchases are worth together.' });
