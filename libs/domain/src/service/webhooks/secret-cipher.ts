import { isSolanoError } from '@solano/domain/kernel';
import type { Receiver } from './sender.ts';
import type { Webhook } from './webhook.ts';

/** Encrypts the signing secrets of webhooks, which messages need again, for the store. */
export interface SecretCipher {
  /**
   * The stored form of a secret; only the same owner's can be decrypted. Errors: `webhooks_off`
   * where there is no key.
   */
  encrypt(secret: string, owner: string): string;
  /**
   * The secret. One that was stored before secrets were encrypted is returned as it is. Errors:
   * `webhook_unavailable` for what no known key has encrypted for this owner.
   */
  decrypt(stored: string, owner: string): string;
  /** Prefix of everything that the current key encrypts; undefined if there is no key. */
  readonly prefix: string | undefined;
}

/** Whether a known key has encrypted this for its owner. */
export function isReadable(
  cipher: Pick<SecretCipher, 'decrypt'>,
  stored: string,
  owner: string,
): boolean {
  try {
    cipher.decrypt(stored, owner);
    return true;
  } catch (error) {
    if (isSolanoError(error, 'webhook_unavailable')) return false;
    throw error;
  }
}

/**
 * Address of a webhook's messages, and the secrets that sign them. A secret before a rotation that
 * cannot be read, as its key is lost or a restored backup had none, signs nothing. Errors:
 * `webhook_unavailable`.
 */
export function receiverOf(cipher: Pick<SecretCipher, 'decrypt'>, webhook: Webhook): Receiver {
  const { id, url, previousSecret: previous } = webhook;
  const secret = cipher.decrypt(webhook.secret, id);
  if (!previous || !isReadable(cipher, previous.secret, id)) return { url, secret };
  const { until } = previous;
  return { url, secret, previousSecret: { secret: cipher.decrypt(previous.secret, id), until } };
}
