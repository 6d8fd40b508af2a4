import { isSolanoError } from '../errors.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { Webhook, WebhookSecrets, WebhookStore } from './webhook.ts';

const BATCH_SIZE = 100;

export interface EncryptDeps {
  readonly webhooks: Pick<WebhookStore, 'encryptedOtherwise' | 'replaceSecrets'>;
  readonly cipher: SecretCipher;
}

/**
 * Encrypts with the current key what is stored otherwise: in plain text, by a release before secrets
 * were encrypted, or under a previous key. Without a key nothing is changed. Returns the ids of the
 * webhooks with a secret that no known key has encrypted: they stay. Errors: `store_unavailable`.
 */
export async function encryptSecrets({ webhooks, cipher }: EncryptDeps): Promise<string[]> {
  const { prefix } = cipher;
  if (prefix === undefined) return [];
  const unreadable: string[] = [];
  let after: string | undefined;
  for (;;) {
    const batch = await webhooks.encryptedOtherwise(prefix, BATCH_SIZE, after);
    for (const webhook of batch) {
      const secrets = underCurrentKey(cipher, webhook);
      if (secrets) await webhooks.replaceSecrets(webhook, secrets);
      else unreadable.push(webhook.id);
    }
    if (batch.length < BATCH_SIZE) return unreadable;
    after = batch.at(-1)?.id;
  }
}

/** Undefined where one of them cannot be read. */
function underCurrentKey(cipher: SecretCipher, webhook: Webhook): WebhookSecrets | undefined {
  const { id, secret, previousSecret: previous } = webhook;
  const again = (stored: string) => cipher.encrypt(cipher.decrypt(stored, id), id);
  try {
    return {
      secret: again(secret),
      ...(previous && { previousSecret: { ...previous, secret: again(previous.secret) } }),
    };
  } catch (error) {
    if (isSolanoError(error, 'webhook_unavailable')) return undefined;
    throw error;
  }
}
