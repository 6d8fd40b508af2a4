import { AUDIT_PAGE } from '@solano/domain';
import { z } from 'zod';
import { id, instant, not, wholeNumber } from './values.ts';

/** Of a key: not a UUID. */
export const KeyPath = z.object({ id: z.string().meta({ description: 'Of the key.' }) });

export const WebhookPath = z.object({ id: id('Of the webhook.') });

export const DeliveryPath = WebhookPath.extend({ delivery_id: id('Of the message.') });

/** The part of the audit log that is asked for. */
export const AuditListQuery = z.object({
  since: instant('since', 'Of this instant or later.'),
  limit: wholeNumber(
    { min: 1, max: AUDIT_PAGE.max },
    (text) => `Parameter 'limit' must be a whole number, 1 to ${AUDIT_PAGE.max}, ${not(text)}`,
  )
    .optional()
    .meta({ description: `Entries of a page; ${AUDIT_PAGE.usual} where it is left out.` }),
  cursor: z.string().optional().meta({
    description: 'The `next_cursor` of the page before; the other parameters stay the same.',
  }),
});
