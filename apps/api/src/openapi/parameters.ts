import { PURCHASE_PAGE } from '@solano/domain';
import { PurchaseStatus } from '@solano/schemas';
import { z } from 'zod';

const user = z
  .string()
  .min(1)
  .meta({ description: 'A user of the customer.', examples: ['ana'] });
const retailer = z
  .string()
  .min(1)
  .meta({ description: 'A retailer.', examples: ['acme'] });
const id = (what: string) =>
  z.string().meta({ format: 'uuid', description: `UUID of the ${what}.` });

const instant = (description: string) => {
  const examples = ['2026-11-21T00:00:00Z'];
  return z
    .string()
    .optional()
    .meta({ description: `${description} ISO 8601.`, examples });
};

export const USER = z.object({ user });
export const USER_AND_RETAILER = z.object({ user, retailer_id: retailer });
export const USER_AND_PURCHASE = z.object({ user, purchase_id: id('purchase') });
export const PLANT_ID = z.object({ plant_id: id('plant') });
export const UNAVAILABILITY_ID = z.object({ id: id('unavailability') });

export const RETAILER_QUERY = z.object({ retailer_id: retailer });
export const STRATEGIES_QUERY = z.object({ idretailer: retailer });

export const MODEL_QUERY = z.object({
  idmodel: z
    .string()
    .optional()
    .meta({
      description: 'Only the output of this model; compared as a number.',
      examples: ['3'],
    }),
});

export const PURCHASES_QUERY = z.object({
  status: z.array(PurchaseStatus).optional().meta({
    description: 'Only purchases in one of these; repeat it for several.',
  }),
  retailer_id: z.string().optional().meta({ description: 'Only of this retailer.' }),
  created_from: instant('Created at this instant or later.'),
  created_to: instant('Created before this instant.'),
  limit: z
    .int()
    .min(1)
    .max(PURCHASE_PAGE.most)
    .optional()
    .meta({
      description: `Purchases of a page; ${PURCHASE_PAGE.usual} where it is left out.`,
    }),
  cursor: z.string().optional().meta({
    description: 'The `next_cursor` of the page before; the other parameters stay the same.',
  }),
});

const count = (description: string) => {
  return z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional()
    .meta({ description });
};

export const PAGE_QUERY = z.object({
  limit: count('Rows at most. Left out: all of them.'),
  offset: count('Rows to pass over.'),
});

export const UNAVAILABILITIES_QUERY = PAGE_QUERY.extend({
  plant_id: z.string().optional().meta({ description: 'Name of a plant: only its own.' }),
});

export const FORMAT_QUERY = z.object({
  format: z.enum(['json', 'csv']).optional().meta({
    description: 'What the answer is written in; `json` where it is left out.',
  }),
});

export const IDEMPOTENCY_KEY = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      pattern: String.raw`^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$`,
      description:
        'Names the submission for 24 hours: sent again with the same body, it is answered as at first and nothing is recorded anew.',
      examples: ['6f1c6a52-7a51-4f0f-8e8a-0c9d6b7f7f01'],
    }),
});
