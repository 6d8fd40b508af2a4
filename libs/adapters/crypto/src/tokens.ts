import { createHmac, timingSafeEqual } from 'node:crypto';

/** `cb_<expiry in ms>_<signature>`: no key has this prefix, and all of it may be sent in a header. */
const FORM = /^cb_(\d{1,16})_([0-9a-f]{64})$/;

/**
 * The tokens that authorise a callback of a worker: one purchase's update, nothing else. They carry
 * their expiry and an HMAC-SHA-256 over it and the purchase's id.
 */
export class HmacCallbackTokens {
  /** The current one first. */
  readonly #secrets: readonly [string, ...string[]];

  /**
   * Tokens are valid in every process that has their secret.
   *
   * @param secret signs the tokens that are issued, unless another is asked for.
   * @param previous secrets that tokens may still be signed with, the newest first.
   */
  constructor(secret: string, previous: readonly string[] = []) {
    this.#secrets = [secret, ...previous];
  }

  /** How many secrets can sign: the current one, and those before it. */
  get secretCount(): number {
    return this.#secrets.length;
  }

  /**
   * A token for this purchase that is valid until an instant.
   *
   * @param secret which one signs: 0, the default, is the current one, 1 the one before.
   */
  issue(purchaseId: string, expiresAt: Date, secret = 0): string {
    const expiry = String(expiresAt.getTime());
    const key = this.#secrets[secret] ?? this.#secrets[0];
    return `cb_${expiry}_${sign(key, expiry, purchaseId)}`;
  }

  /** Whether the text looks like such a token at all, valid or not. */
  recognises(token: string): boolean {
    return FORM.test(token);
  }

  /** Whether the token authorises the update of this purchase at an instant. */
  accepts(token: string, purchaseId: string, at: Date): boolean {
    const [, expiry, signature] = FORM.exec(token) ?? [];
    if (expiry === undefined || signature === undefined) return false;
    // The signature first: the expiry of an unsigned token means nothing.
    const isSigned = this.#secrets.some((secret) =>
      timingSafeEqual(Buffer.from(sign(secret, expiry, purchaseId)), Buffer.from(signature)),
    );
    return isSigned && at.getTime() < Number(expiry);
  }
}

/** The expiry is all digits, so that no two pairs of expiry and id make the same text. */
function sign(secret: string, expiry: string, purchaseId: string): string {
  return createHmac('sha256', secret).update(`${expiry} ${purchaseId}`).digest('hex');
}
