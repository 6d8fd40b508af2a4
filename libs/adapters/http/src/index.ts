export { checkCallback, startCallbackCheck } from './callback-check.ts';
export { HttpPurchaseUpdates } from './purchase-updates.ts';
export type { WebhookOptions } from './webhook-sender.ts';
export { HttpWebhookSender } from './webhook-sender.ts';
