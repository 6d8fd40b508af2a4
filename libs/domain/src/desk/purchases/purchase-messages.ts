import type { MessageDeps, NewDelivery, PURCHASE_EVENTS, Webhook } from '@solano/domain/service';
import type { Decision } from '../decisions/decision.ts';
import { isSettled, type Purchase, type PurchaseChange } from './purchase.ts';

type PurchaseEvent = (typeof PURCHASE_EVENTS)[number];

/** The purchase in a message, as it is after the event. */
interface PurchaseMessageData
  extends Pick<
    Purchase,
    'id' | 'user' | 'retailer' | 'status' | 'error' | 'rows' | 'createdAt' | 'updatedAt'
  > {
  /** Only of `purchase.decided`. */
  readonly decision?: Decision;
}

/** The messages that a change of a purchase makes, one for each webhook that subscribes to it. */
export function deliveriesOf(
  deps: MessageDeps,
  webhooks: readonly Webhook[],
  purchase: Purchase,
  change: PurchaseChange,
): NewDelivery[] {
  const event = eventOf(purchase, change);
  if (!event) return [];
  const data = purchaseData({ ...purchase, ...change });
  return deliveries(deps, webhooks, event, { timestamp: change.updatedAt, data });
}

/** The messages that a decision on a purchase makes. */
export function decisionDeliveries(
  deps: MessageDeps,
  webhooks: readonly Webhook[],
  purchase: Purchase,
  decision: Decision,
): NewDelivery[] {
  const data = { ...purchaseData(purchase), decision };
  return deliveries(deps, webhooks, 'purchase.decided', { timestamp: decision.decidedAt, data });
}

function eventOf(purchase: Purchase, { status }: PurchaseChange): PurchaseEvent | undefined {
  if (status === purchase.status || !isSettled({ status })) return undefined;
  return status === 'completed' ? 'purchase.completed' : 'purchase.failed';
}

function deliveries(
  { newId, messageText }: MessageDeps,
  webhooks: readonly Webhook[],
  event: PurchaseEvent,
  { timestamp, data }: { readonly timestamp: Date; readonly data: PurchaseMessageData },
): NewDelivery[] {
  const body = messageText({ type: event, timestamp, data });
  return webhooks
    .filter(({ events }) => events.includes(event))
    .map(({ id }) => ({ id: newId(), webhookId: id, event, body, createdAt: timestamp }));
}

function purchaseData(purchase: Purchase): PurchaseMessageData {
  const { id, user, retailer, status, error, rows, createdAt, updatedAt } = purchase;
  return { id, user, retailer, status, error, rows, createdAt, updatedAt };
}
