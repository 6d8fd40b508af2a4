import type { KeyStore } from './key.ts';

/**
 * Uses of keys that are not written down yet: to write each of them would cost more than most
 * requests. Holds one instant a key.
 */
export class KeyUses {
  #uses = new Map<string, Date>();

  note(keyId: string, at: Date): void {
    this.#uses.set(keyId, at);
  }

  /** Writes them down. What cannot be written is kept for the next time. Errors: `store_unavailable`. */
  async write(keys: Pick<KeyStore, 'noteUses'>): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await keys.noteUses(uses);
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
