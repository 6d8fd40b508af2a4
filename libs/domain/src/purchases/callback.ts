import { isSolanoError, SolanoError } from '../errors.ts';
import type { EvaluationText } from '../purchase-evaluation/evaluation.ts';
import type { JsonText } from '../values/text.ts';
import type { Purchase, PurchaseStatus } from './purchase.ts';

/** Calls the update endpoint of the service back. */
export interface PurchaseCallback {
  /**
   * Errors: `callback_unavailable` (transient), `callback_misconfigured` (a response that points to
   * a configuration: its message says what to check), `callback_rejected` (final),
   * `purchase_not_found` (the update endpoint knows no such purchase).
   */
  notify(purchase: CallbackPayload, update: CallbackUpdate): Promise<void>;
}

/** What the callback is made of: its path, and the request that its log lines are found by. */
export type CallbackPayload = Pick<Purchase, 'id' | 'user' | 'requestId'>;

export interface CallbackUpdate {
  readonly status: PurchaseStatus;
  /** The JSON of the `outputs` array. */
  readonly outputs: JsonText;
  readonly error?: string;
  /** Of the outputs. */
  readonly evaluation?: EvaluationText;
}

/** Signs and checks the tokens that authorise a callback: one purchase's update, nothing else. */
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

/**
 * Checks whether callbacks reach an API, by one for an unknown purchase: address,
 * secret and clock are right where the API says so. Returns what is wrong; undefined: nothing.
 */
export async function checkCallback(
  callback: PurchaseCallback,
  newId: () => string,
): Promise<SolanoError | undefined> {
  const purchase = { id: newId(), user: 'callback-check', requestId: null };
  try {
    await callback.notify(purchase, { status: 'in_progress', outputs: '[]' });
  } catch (error) {
    if (!isSolanoError(error)) throw error;
    return error.code === 'purchase_not_found' ? undefined : error;
  }
  const message = 'The update endpoint takes any purchase: check that CALLBACK_URL is an API.';
  return new SolanoError('callback_misconfigured', message);
}
