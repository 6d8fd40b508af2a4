import type { NewDelivery, Webhook } from './webhook.ts';

/** Sends signed messages to customers' endpoints (Standard Webhooks). */
export interface WebhookSender {
  /**
   * Checks a URL before anything is sent to it: it is https, without credentials and fragment, and
   * names no address or host that is not public. The host is not looked up. If private addresses
   * are allowed, they may be named, and http too. Errors: `invalid_request` saying what is wrong.
   */
  check(url: string): void;
  /**
   * Signs the message for this instant and posts it. Errors: `webhook_unavailable` (not reached, too
   * slow, any status but 2xx: retry); `webhook_rejected` (an address that is not allowed, also
   * one that the host has by now) and `webhook_gone` (the endpoint wants no more messages), both
   * with a message for the customer: never again.
   */
  send(receiver: Receiver, message: SentMessage, at: Date): Promise<void>;
  /**
   * Signs and posts as `send` does, and returns any response. Errors: `webhook_unavailable` if there
   * is none, `webhook_rejected`.
   */
  post(
    receiver: Receiver,
    message: Pick<NewDelivery, 'id' | 'body'>,
    at: Date,
  ): Promise<{ readonly status: number; readonly isAccepted: boolean }>;
}

/** A message, and the purchase that it is about, which the receiver is not told of beside the body. */
interface SentMessage extends Pick<NewDelivery, 'id' | 'body'> {
  readonly purchaseId?: string | null;
}

/**
 * Address of a message, and the decrypted secrets that sign it: both while the older one is valid.
 */
export type Receiver = Pick<Webhook, 'url' | 'secret' | 'previousSecret'>;
