import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { SealKeys } from '@solano/domain/service';

/** Keys that seal the audit log, derived from those that encrypt secrets (HKDF, RFC 5869). */
export class HmacSealKeys implements SealKeys {
  readonly currentId: string | undefined;
  readonly #keys = new Map<string, Uint8Array>();

  /**
   * @param key undefined: nothing is sealed.
   * @param previous keys that seals may have been made with.
   */
  constructor(key: string | undefined, previous: readonly string[] = []) {
    for (const each of previous) this.#add(each);
    this.currentId = key === undefined ? undefined : this.#add(key);
  }

  mac(keyId: string, text: string): string | undefined {
    const key = this.#keys.get(keyId);
    return key && createHmac('sha256', key).update(text).digest('hex');
  }

  /** Returns its id. */
  #add(key: string): string {
    const bytes = new Uint8Array(hkdfSync('sha256', key, '', 'solano audit seals', 32));
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    this.#keys.set(id, bytes);
    return id;
  }
}
