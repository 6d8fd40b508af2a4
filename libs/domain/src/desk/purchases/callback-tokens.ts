/** Signs and checks the tokens that authorise a callback of a worker: one purchase's update, nothing else. */
export interface CallbackTokens {
  /** How many secrets can sign: the current one, and those before it. */
  readonly secretCount: number;
  /**
   * A token for this purchase that is valid until an instant.
   *
   * @param secret which one signs: 0, the default, is the current one, 1 the one before.
   */
  issue(purchaseId: string, expiresAt: Date, secret?: number): string;
  /** Whether the text looks like such a token at all, valid or not. */
  recognises(token: string): boolean;
  /** Whether the token authorises the update of this purchase at an instant. */
  accepts(token: string, purchaseId: string, at: Date): boolean;
}
