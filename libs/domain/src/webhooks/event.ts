import type { Decision } from '../purchase-decision/decision.ts';
import type { Purchase, PurchaseChange } from '../purchases/purchase.ts';
import { isSettled } from '../purchases/purchase.ts';
import type { NewDelivery, Webhook, WebhookEvent } from './webhook.ts';

/** The messages that a change of a purchase makes, one for each webhook that subscribes to it. */
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

/** The messages that a decision on a purchase makes, likewise. */
export function decisionDeliveries(
  webhooks: readonly Webhook[],
  purchase: Purchase,
  decision: Decision,
  newId: () => string,
): NewDelivery[] {
  const event = 'purchase.decided';
  const { idmodel, note, decidedAt, decidedBy } = decision;
  const data = {
    ...purchaseData(purchase),
    decision: { idmodel, note, decided_at: decidedAt, decided_by: decidedBy },
  };
  const body = JSON.stringify({ type: event, timestamp: decidedAt, data });
  return webhooks
    .filter(({ events }) => events.includes(event))
    .map(({ id }) => ({ id: newId(), webhookId: id, event, body, createdAt: decidedAt }));
}

function eventOf(purchase: Purchase, { status }: PurchaseChange): WebhookEvent | undefined {
  if (status === purchase.status || !isSettled({ status })) return undefined;
  return status === 'completed' ? 'purchase.completed' : 'purchase.failed';
}

/** As Standard Webhooks has it: what happened, when, and to what. */
function bodyOf(type: WebhookEvent, purchase: Purchase): string {
  const { updatedAt: timestamp } = purchase;
  return JSON.stringify({ type, timestamp, data: purchaseData(purchase) });
}

function purchaseData(purchase: Purchase): object {
  const { id, user, retailer, status, error, rows, createdAt, updatedAt } = purchase;
  return {
    id,
    user,
    retailer_id: retailer,
    status,
    error,
    rows_uploaded: rows,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
