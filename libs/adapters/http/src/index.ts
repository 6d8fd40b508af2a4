export type { CallbackOptions } from './callback.ts';
export { HttpPurchaseCallback } from './callback.ts';
export { startCallbackCheck } from './callback-check.ts';
export type { WebhookOptions } from './webhook-sender.ts';
export { HttpWebhookSender } from './webhook-sender.ts';
