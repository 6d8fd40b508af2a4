export type { CallbackOptions } from './callback.ts';
export { HttpPurchaseCallback } from './callback.ts';
export { FileSecret } from './file-secret.ts';
export { NodeSecrets } from './secrets.ts';
export { ThreadSplitter } from './thread-splitter.ts';
export { HmacCallbackTokens } from './tokens.ts';
