export { FileSecret } from './file-secret.ts';
export { HmacSealKeys } from './seal-keys.ts';
export { AesSecretCipher } from './secret-cipher.ts';
export { NodeSecrets } from './secrets.ts';
export { HmacCallbackTokens } from './tokens.ts';
