import { type Decision as DomainDecision, PURCHASE_STATUSES } from '@solano/domain/desk';
import { z } from 'zod';
import { ConstantRule, constantRuleName } from './evaluation/constant-rule.ts';
import { realisedWorth } from './evaluation/rests-on.ts';
import { fileReading } from './table-file.ts';
import {
  DAY_PATTERN,
  exactEnergy,
  label,
  money,
  responseInstant,
  session,
  uuid,
} from './values.ts';

const id = uuid('Of the purchase.');
const error = z.string().meta({ description: 'Empty when there is no error.', examples: [''] });
const rows = z
  .int()
  .min(0)
  .meta({
    description: 'Number of purchase items accepted at submission.',
    examples: [96],
  });
const createdAt = responseInstant('When it was submitted.');
const updatedAt = responseInstant('When it was last changed.');
const message = z.string().meta({ description: 'A confirmation to read.' });

export const PurchaseStatus = z.enum(PURCHASE_STATUSES).meta({ id: 'PurchaseStatus' });

const PurchaseItem = z
  .looseObject({
    datetime: label(
      'End of the period in Europe/Madrid. In the repeated hour of autumn a label may occur twice; one that the clock never shows is rejected.',
    ),
    purchase: z.number().meta({ description: 'Energy purchase in MW.', examples: [1.5] }),
  })
  .meta({ id: 'PurchaseItem', description: 'What to purchase in one period.' });

const date = z.string().meta({
  pattern: DAY_PATTERN,
  description: 'Madrid day of delivery.',
  examples: ['2026-11-23'],
});

const SeriesDelivery = z
  .object({
    start_utc: responseInstant('Beginning of the first period.'),
    end_utc: responseInstant('End of the last period.'),
    step_minutes: z
      .int()
      .min(1)
      .meta({ description: 'Length of each period.', examples: [15] }),
    missing_minutes: z
      .int()
      .min(0)
      .meta({ description: 'Without a period, between start and end.', examples: [0] }),
    mwh: exactEnergy('Of all periods; below zero for a sale.'),
    days: z
      .array(z.object({ date, periods: z.int().min(1) }))
      .meta({ description: 'Days with a period, in order.' }),
  })
  .meta({ id: 'SeriesDelivery', description: 'What a series delivers.' });

/** The series that a file would submit, or its problems. */
export const SeriesFileReading = fileReading(PurchaseItem).extend({
  delivery: SeriesDelivery.nullable().meta({ description: 'Null with problems.' }),
  series: z
    .array(PurchaseItem)
    .meta({ description: 'All of the series, as a JSON submission has it; empty with problems.' }),
});

export const PurchaseSubmission = z
  .object({ purchase: z.array(PurchaseItem).min(1) })
  .meta({ id: 'PurchaseSubmission' });

const percentage = z.number().meta({ description: 'Percent of the item’s MW.', examples: [40] });

const SessionRow = z
  .looseObject({
    datetime: label('Of the purchase item.'),
    purchase_percentage: percentage,
    sale_percentage: percentage,
  })
  .meta({
    id: 'SessionRow',
    description: 'The shares of an item that are bought and resold in a session.',
  });

const OutputBid = z.looseObject({
  datetime: label('Of the purchase item.'),
  steps: z
    .array(
      z.looseObject({
        price: z
          .number()
          .nullable()
          .meta({ description: 'EUR/MWh, two decimals; null: at any price.', examples: [52.4] }),
        mw: z.number().meta({ description: 'MW that the step adds.', examples: [0.4] }),
      }),
    )
    .meta({ description: 'In the order in which they clear; together at most the item’s MW.' }),
});

const ModelObject = z
  .looseObject({
    idmodel: z.number().meta({ description: 'Model identifier, unique in a list.', examples: [1] }),
    value: z.record(z.string(), z.array(SessionRow)).meta({
      description: 'Rows by market session, such as `MD`, `MID1`, `MID2` and `MID3`; some or all.',
    }),
    bids: z.record(z.string(), z.array(OutputBid)).nullable().optional().meta({
      description:
        'Of model 7, and of outputs of your own that bid: the steps by market session, while `value` has the shares that are expected to clear; see `…/bids`. Null: none.',
    }),
  })
  .meta({ id: 'ModelObject', description: 'The strategy output of one model.' });

export const PurchaseUpdate = z
  .object({
    outputs: z.array(ModelObject).meta({
      description: 'Strategy output data to store; it replaces what is there.',
    }),
    status: PurchaseStatus.optional().meta({ description: 'Left out: unchanged.' }),
    error: z.string().nullable().optional().meta({
      description: 'Left out: unchanged. Null is the empty string.',
    }),
  })
  .meta({ id: 'PurchaseUpdate' });

export const SubmittedPurchase = z
  .object({
    id,
    status: z.literal('pending'),
    error: z.literal('').meta({ description: 'Empty: there is no error.' }),
    rows_uploaded: rows,
    created_at: createdAt,
    message,
  })
  .meta({ id: 'SubmittedPurchase' });

export const UpdatedPurchase = z
  .object({ id, status: PurchaseStatus, error, updated_at: updatedAt, message })
  .meta({ id: 'UpdatedPurchase' });

const ModelNotFound = z
  .object({ error: z.string() })
  .meta({ id: 'ModelNotFound', description: 'There is no output of the model asked for.' });

export const Purchase = z
  .object({
    id,
    status: PurchaseStatus,
    error,
    created_at: createdAt,
    strategy_output: z.union([z.array(ModelObject), ModelObject, ModelNotFound]).meta({
      description:
        'All model objects; with `idmodel` the one that matches, or an `error` where none does.',
    }),
  })
  .meta({ id: 'Purchase', description: 'A purchase with its strategy output.' });

export const Decision = z
  .object({
    idmodel: z
      .number()
      .nullable()
      .meta({
        description: 'The model that the desk follows; null: an earlier decision is withdrawn.',
        examples: [3],
      }),
    note: z.string().meta({ examples: ['as agreed with the desk'] }),
    decided_at: responseInstant('When it was decided.'),
    decided_by: z.string().meta({
      description: 'Who decided, as in the audit log.',
      examples: ['key 5f1f8d1f2b11'],
    }),
    too_late: z
      .array(session)
      .min(1)
      .optional()
      .meta({
        description:
          'Sessions of the model whose gate had already closed; the decision then counts in no sum. For a withdrawal: sessions of the decision that remains. Absent if in time.',
        examples: [['MD']],
      }),
  })
  .meta({ id: 'Decision', description: 'Which model the desk follows.' });

/** A decision as its schema has it. */
export function decisionJson(decision: DomainDecision): object {
  const { idmodel, note, decidedAt, decidedBy, tooLate } = decision;
  return { idmodel, note, decided_at: decidedAt, decided_by: decidedBy, too_late: tooLate };
}

/** A purchase without its strategy output. */
export const PurchaseRecord = z.object({
  id,
  status: PurchaseStatus,
  error,
  retailer_id: z.string().meta({ examples: ['acme'] }),
  rows_uploaded: rows,
  created_at: createdAt,
  updated_at: updatedAt,
});

const deliveryDay = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: ['2026-11-24'] });

const ListedEvaluation = z
  .object({
    first_day: deliveryDay(
      'The first Madrid day of delivery; null where no known session is used.',
    ),
    last_day: deliveryDay('The last one.'),
    counted_idmodel: z.number().nullable().meta({
      description:
        'The model that counts in sums: that of the last decision in time; null where there is none.',
    }),
    constant_rules: z.array(ConstantRule).meta({
      description: 'What constant rules give for the same purchase; empty for old evaluations.',
    }),
    best_constant_rule: constantRuleName,
    models: z.array(
      z.object({
        idmodel: z.number().meta({ examples: [3] }),
        mwh: z.number().meta({ description: 'Bought less sold, three digits after the point.' }),
        expected_cost: money(
          'By the predicted prices, fees included; of bids less what their limits save on average in the scenarios.',
        ).nullable(),
        saved: money('Expected cost of model 1 less this one’s.').nullable(),
        realised: z
          .object(realisedWorth)
          .nullable()
          .meta({ description: 'Null until all prices that the model needs have come.' }),
      }),
    ),
  })
  .meta({ id: 'ListedEvaluation', description: 'Costs are null where a price is missing.' });

const ListedPurchase = PurchaseRecord.extend({
  decision: Decision.nullable().meta({ description: 'Null where there is none.' }),
  evaluation: ListedEvaluation.nullable().optional().meta({
    description: 'With `evaluation=true`; null before there are outputs.',
  }),
}).meta({ id: 'ListedPurchase', description: 'A purchase in a list.' });

export const PurchaseParties = z
  .object({ user: z.string(), retailer_id: z.string() })
  .meta({ id: 'PurchaseParties', description: 'For whom purchases are.' });

export const PurchasePage = z
  .object({
    purchases: z.array(ListedPurchase).meta({ description: 'Newest first.' }),
    next_cursor: z.string().nullable().meta({
      description: 'The `cursor` of the next page; null on the last one.',
    }),
  })
  .meta({ id: 'PurchasePage', description: 'A part of the purchases of a user.' });

export const BidStep = z
  .object({
    price: money('EUR/MWh; null: at any price.').nullable(),
    mw: z.number().meta({ description: 'MW that the step adds.', examples: [0.4] }),
  })
  .meta({
    id: 'BidStep',
    description:
      'Buys `mw` more where the session clears at `price` or below; of an item below zero, sells it where the session clears at `price` or above.',
  });

export const PurchaseBids = z
  .object({
    sessions: z
      .array(
        z.object({
          session,
          closes_at: responseInstant('When the gate of the session closes for the delivery day.'),
          periods: z.array(
            z.object({
              datetime: label('Of the purchase item.'),
              steps: z.array(BidStep).meta({ description: 'In the order in which they clear.' }),
            }),
          ),
        }),
      )
      .meta({ description: 'By session and delivery day, in the order in which gates close.' }),
  })
  .meta({ id: 'PurchaseBids', description: 'The bids of a purchase, as they were made with it.' });

export type BidsJson = z.infer<typeof PurchaseBids>;
