export type { CallbackOptions } from './callback.ts';
export { HttpPurchaseCallback } from './callback.ts';
export { startCallbackCheck } from './callback-check.ts';
export { FileSecret } from './file-secret.ts';
export { NodeSecrets } from './secrets.ts';
export { ThreadSplitter } from './thread-splitter.ts';
export { HmacCallbackTokens } from './tokens.ts';
export type { WebhookOptions } from './webhook-sender.ts';
export { HttpWebhookSender } from './webhook-sender.ts';
