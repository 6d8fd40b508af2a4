import type { Market } from '../markets/sessions.ts';
import type { Decision } from '../purchase-decision/decision.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { JsonText } from '../values/text.ts';
import type { PRICE_EVENTS, PURCHASE_EVENTS, WebhookEvent } from './webhook.ts';

/** What a message says of a purchase, as it is after the event. */
export interface PurchaseMessageData
  extends Pick<
    Purchase,
    'id' | 'user' | 'retailer' | 'status' | 'error' | 'rows' | 'createdAt' | 'updatedAt'
  > {
  /** Of `purchase.decided` alone. */
  readonly decision?: Decision;
}

/** What a message says of a market's day, without its prices. */
interface PriceMessageData {
  readonly region: string;
  readonly market: Market;
  readonly session: string;
  readonly day: string;
  readonly status: string;
  readonly source: string | null;
  readonly revision: number | null;
  readonly expectedAt: Date;
}

/** What a message says of a gate that is about to close, and of the purchase without a decision. */
interface GateMessageData extends Pick<Purchase, 'id' | 'user' | 'retailer'> {
  readonly session: string;
  readonly market: Market | undefined;
  readonly day: string;
  readonly closesAt: Date;
  readonly minutesLeft: number;
}

interface Message<Type extends WebhookEvent | 'webhook.test', Data> {
  readonly type: Type;
  readonly timestamp: Date;
  readonly data: Data;
}

/** What webhooks are notified of, as Standard Webhooks has it: what happened, when, and to what. */
export type WebhookMessage =
  | Message<(typeof PURCHASE_EVENTS)[number], PurchaseMessageData>
  | Message<(typeof PRICE_EVENTS)[number], PriceMessageData>
  | Message<'gate.closing', GateMessageData>
  | Message<'webhook.test', Record<string, never>>;

/** Writes a message as receivers get it. */
export type MessageText = (message: WebhookMessage) => JsonText;

export interface MessageDeps {
  readonly newId: () => string;
  readonly messageText: MessageText;
}
