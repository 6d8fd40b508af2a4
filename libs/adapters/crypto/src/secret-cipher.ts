import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { SolanoError } from '@solano/domain/kernel';
import type { SecretCipher } from '@solano/domain/service';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** `aes256gcm:<id of the key>:<Base64 of IV, tag and ciphertext>` */
const FORM = /^aes256gcm:([0-9a-f]{8}):([A-Za-z0-9+/]+=*)$/;
/** Secrets of releases that did not encrypt them. */
const PLAIN = /^whsec_/;

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Encrypts with AES-256-GCM; the owner is authenticated along with the secret. */
export class AesSecretCipher implements SecretCipher {
  readonly #current: Key | undefined;
  readonly #keys: ReadonlyMap<string, Key>;

  /**
   * @param key any text of at least 32 characters; undefined: nothing can be encrypted.
   * @param previous keys under which secrets may still be stored.
   */
  constructor(key: string | undefined, previous: readonly string[] = []) {
    this.#current = key === undefined ? undefined : derive(key);
    const all = [...previous.map(derive), ...(this.#current ? [this.#current] : [])];
    this.#keys = new Map(all.map((each) => [each.id, each]));
  }

  get prefix(): string | undefined {
    return this.#current && `aes256gcm:${this.#current.id}:`;
  }

  encrypt(secret: string, owner: string): string {
    if (!this.#current) {
      throw new SolanoError('webhooks_off', 'Webhooks are not configured: SECRETS_KEY is not set.');
    }
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#current.bytes, iv).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const stored = Buffer.concat([iv, cipher.getAuthTag(), text]);
    return `${this.prefix}${stored.toString('base64')}`;
  }

  decrypt(stored: string, owner: string): string {
    if (PLAIN.test(stored)) return stored;
    const [, id = '', text = ''] = FORM.exec(stored) ?? [];
    const key = this.#keys.get(id);
    if (!key) throw unreadable();
    try {
      return decipher(key, Buffer.from(text, 'base64'), owner);
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

function decipher({ bytes }: Key, stored: Buffer, owner: string): string {
  const iv = stored.subarray(0, IV_BYTES);
  const tag = stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const opening = createDecipheriv(ALGORITHM, bytes, iv, options)
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  const text = opening.update(stored.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, opening.final()]).toString('utf8');
}

/** A key for this purpose alone (HKDF, RFC 5869), and its id. */
function derive(key: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', key, '', 'solano webhook secrets', 32));
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

function unreadable(cause?: unknown): SolanoError {
  const message =
    'The signing secret cannot be read: neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS has encrypted it.';
  return new SolanoError('webhook_unavailable', message, { cause });
}
