import type { JsonText } from '@solano/domain/kernel';
import type { WebhookEvent } from './webhook.ts';

/** A message of webhooks in the form of Standard Webhooks: event, time and data. */
export interface WebhookMessage {
  readonly type: WebhookEvent | 'webhook.test';
  readonly timestamp: Date;
  readonly data: object;
}

/** Writes a message as receivers get it. */
export type MessageText = (message: WebhookMessage) => JsonText;

export interface MessageDeps {
  readonly newId: () => string;
  readonly messageText: MessageText;
}
