import { WEBHOOK_EVENTS } from '@solano/domain';
import { z } from 'zod';
import { Decision, PurchaseSummary } from './purchase.ts';
import { responseInstant } from './values.ts';

/** The body of a webhook message, as Standard Webhooks has it. */
export const PurchaseEvent = z
  .object({
    type: z.enum(WEBHOOK_EVENTS),
    timestamp: responseInstant('When it happened.'),
    data: PurchaseSummary.extend({
      decision: Decision.optional().meta({ description: 'Of `purchase.decided` alone.' }),
      user: z.string().meta({ description: 'Who submitted the purchase.', examples: ['ana'] }),
    }).meta({ id: 'PurchaseEventData', description: 'The purchase as it is after the event.' }),
  })
  .meta({ id: 'PurchaseEvent' });
