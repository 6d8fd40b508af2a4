import type { JsonText } from '@solano/domain/kernel';
import type { WebhookEvent } from './webhook.ts';

/** What webhooks are notified of, as Standard Webhooks has it: what happened, when, and to what. */
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
