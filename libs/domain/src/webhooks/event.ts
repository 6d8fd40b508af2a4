import type { Purchase, PurchaseChange } from '../purchases/purchase.ts';
import { isSettled } from '../purchases/purchase.ts';
import type { NewDelivery, Webhook, WebhookEvent } from './webhook.ts';

/** The messages that a change of a purchase makes, one for each webhook that is told of it. */
export function deliveriesOf(
  webhooks: readonly Webhook[],
  purchase: Purchase,
  change: PurchaseChange,
  newId: () => string,
): NewDelivery[] {
  const event = eventOf(purchase, change);
  if (!event) return [];
  const body = bodyOf(event, { ...purchase, ...change });
  return webhooks
    .filter(({ events }) => events.includes(event))
    .map(({ id }) => ({ id: newId(), webhookId: id, event, body, createdAt: change.updatedAt }));
}

function eventOf(purchase: Purchase, { status }: PurchaseChange): WebhookEvent | undefined {
  if (status === purchase.status || !isSettled({ status })) return undefined;
  return status === 'completed' ? 'purchase.completed' : 'purchase.failed';
}

/** As Standard Webhooks has it: what happened, when, and to what. */
function bodyOf(type: WebhookEvent, purchase: Purchase): string {
  const { id, user, retailer, status, error, rows, createdAt, updatedAt } = purchase;
  const data = {
    id,
    user,
    retailer_id: retailer,
    status,
    error,
    rows_uploaded: rows,
    created_at: createdAt,
    updated_at: updatedAt,
  };
  return JSON.stringify({ type, timestamp: updatedAt, data });
}
