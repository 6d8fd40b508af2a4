import type { Receiver } from './sender.ts';
import type { Webhook } from './webhook.ts';

/** Encrypts the signing secrets of webhooks, which messages need again, for the store. */
export interface SecretCipher {
  /**
   * What is stored of a secret; only the same owner's can be decrypted. Errors: `webhooks_off` where
   * there is no key.
   */
  encrypt(secret: string, owner: string): string;
  /**
   * The secret. One that was stored before secrets were encrypted is returned as it is. Errors:
   * `webhook_unavailable` for what no known key has encrypted for this owner.
   */
  decrypt(stored: string, owner: string): string;
  /** What everything begins with that the current key encrypts; undefined where there is no key. */
  readonly prefix: string | undefined;
}

/** Where a webhook's messages go and what signs them. Errors: `webhook_unavailable`. */
export function receiverOf(cipher: Pick<SecretCipher, 'decrypt'>, webhook: Webhook): Receiver {
  const { id, url, secret, previousSecret: previous } = webhook;
  return {
    url,
    secret: cipher.decrypt(secret, id),
    ...(previous && {
      previousSecret: { secret: cipher.decrypt(previous.secret, id), until: previous.until },
    }),
  };
}
