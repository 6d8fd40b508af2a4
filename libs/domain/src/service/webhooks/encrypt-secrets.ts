import type { Clock, Log } from '@solano/domain/kernel';
import { isReadable, type SecretCipher } from './secret-cipher.ts';
import type { Webhook, WebhookSecrets, WebhookStore } from './webhook.ts';

const BATCH_SIZE = 100;
/** No stored secret begins with this: without a key none is under the current key. */
const NO_PREFIX = 'none:';
const UNREADABLE =
  'the signing secrets of webhooks cannot be read, and their messages wait: add the key that encrypted them to SECRETS_KEY_PREVIOUS';

interface ExamineDeps {
  readonly webhooks: Pick<WebhookStore, 'notEncryptedWith'>;
  readonly cipher: Pick<SecretCipher, 'decrypt' | 'prefix'>;
}

export interface EncryptDeps {
  readonly webhooks: ExamineDeps['webhooks'] & Pick<WebhookStore, 'replaceSecrets'>;
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly log: Log;
}

/** Webhooks whose signing secrets are not under the current key. */
export interface SecretsReport {
  /** How many can be read: they are in plain text or under a previous key. */
  readonly others: number;
  /** The ids of those in use that no known key can read: their messages wait. */
  readonly unreadable: readonly string[];
}

/** How signing secrets are stored. Errors: `store_unavailable`. */
export async function examineSecrets(deps: ExamineDeps): Promise<SecretsReport> {
  const { cipher } = deps;
  let others = 0;
  const unreadable: string[] = [];
  for await (const webhook of notUnderCurrentKey(deps)) {
    const { id, secret, previousSecret: previous, disabledAt } = webhook;
    if (!isReadable(cipher, secret, id)) {
      if (disabledAt === null) unreadable.push(id);
    } else if ([secret, previous?.secret ?? ''].some((each) => needsEncryption(cipher, each, id))) {
      others += 1;
    }
  }
  return { others, unreadable };
}

/**
 * Encrypts with the current key what is stored otherwise: in plain text, by a release before
 * secrets were encrypted, or under a previous key. Drops secrets before a rotation that are no
 * longer valid. A secret that no known key can read stays, and is logged. Without a key nothing is
 * changed. Errors: `store_unavailable`.
 */
export async function encryptSecrets(deps: EncryptDeps): Promise<void> {
  const { webhooks, cipher, clock, log } = deps;
  const unreadable: string[] = [];
  let count = 0;
  for await (const webhook of notUnderCurrentKey(deps)) {
    const { id, secret, disabledAt } = webhook;
    if (!isReadable(cipher, secret, id)) {
      if (disabledAt === null) unreadable.push(id);
    } else if (cipher.prefix !== undefined) {
      const secrets = underCurrentKey(cipher, webhook, clock());
      if (isSame(secrets, webhook)) continue;
      await webhooks.replaceSecrets(webhook, secrets);
      count += 1;
    }
  }
  if (count > 0) log.info({ webhooks: count }, 'signing secrets encrypted with SECRETS_KEY');
  if (unreadable.length > 0) log.error({ webhooks: unreadable }, UNREADABLE);
}

/** Webhooks with a secret that the current key has not encrypted. */
async function* notUnderCurrentKey({ webhooks, cipher }: ExamineDeps): AsyncGenerator<Webhook> {
  let after: string | undefined;
  for (;;) {
    const batch = await webhooks.notEncryptedWith(cipher.prefix ?? NO_PREFIX, BATCH_SIZE, after);
    yield* batch;
    if (batch.length < BATCH_SIZE) return;
    after = batch.at(-1)?.id;
  }
}

/** A secret before a rotation that cannot be read stays as it is until it is no longer valid. */
function underCurrentKey(cipher: SecretCipher, webhook: Webhook, now: Date): WebhookSecrets {
  const { id, secret, previousSecret: previous } = webhook;
  const reencrypted = (stored: string) =>
    needsEncryption(cipher, stored, id) ? cipher.encrypt(cipher.decrypt(stored, id), id) : stored;
  return {
    secret: reencrypted(secret),
    ...(previous &&
      now < previous.until && {
        previousSecret: { ...previous, secret: reencrypted(previous.secret) },
      }),
  };
}

function isSame(one: WebhookSecrets, other: WebhookSecrets): boolean {
  return one.secret === other.secret && one.previousSecret?.secret === other.previousSecret?.secret;
}

/** Whether a secret can be read, and is not under the current key. */
function needsEncryption(cipher: ExamineDeps['cipher'], stored: string, owner: string): boolean {
  const isCurrent = stored.startsWith(cipher.prefix ?? NO_PREFIX);
  return !isCurrent && isReadable(cipher, stored, owner);
}
