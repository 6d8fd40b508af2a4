export { FileSecret } from './file-secret.ts';
export { NodeSecrets } from './secrets.ts';
export { HmacCallbackTokens } from './tokens.ts';
