import { AUDIT_PAGE } from '@solano/domain/service';
import { z } from 'zod';
import { cursor, id, instant, pageLimit } from './values.ts';

/** Path of a key, whose id is not a UUID. */
export const KeyPath = z.object({ id: z.string().meta({ description: 'Of the key.' }) });

export const WebhookPath = z.object({ id: id('Of the webhook.') });

export const DeliveryPath = WebhookPath.extend({ delivery_id: id('Of the message.') });

/** The part of the audit log that is asked for. */
export const AuditListQuery = z.object({
  since: instant('since', 'Of this instant or later.'),
  limit: pageLimit(AUDIT_PAGE, 'Entries'),
  cursor,
});
