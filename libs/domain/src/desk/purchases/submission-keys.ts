import {
  type Clock,
  DAY_MS,
  type Digest,
  invalidRequest,
  SolanoError,
} from '@solano/domain/kernel';
import type { EarlierSubmission, Purchase, PurchaseStore, SubmissionKey } from './purchase.ts';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const SUBMISSION_KEY_TTL_MS = DAY_MS;
const BATCH_SIZE = 5_000;

/** What a submission that is sent again is known by. */
export interface KeyedSubmission {
  readonly customerId: string;
  /** The caller's key of the submission: with one fingerprint, within a day, it is the same. */
  readonly idempotencyKey?: string;
  /** A digest of all that was submitted. */
  readonly fingerprint?: string;
}

export interface SubmissionKeyDeps {
  readonly purchases: PurchaseStore;
  readonly clock: Clock;
}

/** A digest of all that is submitted, by which a submission that is sent again is known. */
export function fingerprintOf(
  { user, retailer, body }: { user: string; retailer: string; body: string },
  digest: Digest,
): string {
  // As JSON, so that no two submissions give one text.
  return digest(JSON.stringify([user, retailer, body]));
}

/**
 * The purchase that was submitted under the key of a submission, as it was at first; undefined where there is none.
 * Errors: `invalid_request` for a bad key, `submission_conflict` where the key was used for another submission,
 * `store_unavailable`.
 */
export async function submittedPurchase(
  deps: SubmissionKeyDeps,
  submission: KeyedSubmission,
): Promise<Purchase | undefined> {
  const key = submissionKey(deps, submission);
  const earlier = key && (await deps.purchases.submitted(submission.customerId, key));
  return earlier && asAtFirst(earlier, key);
}

/** What a submission that is sent again gives. Errors: `submission_conflict` where it is another one. */
export function asAtFirst(earlier: EarlierSubmission, key: SubmissionKey | undefined): Purchase {
  requireSame(earlier, key);
  return { ...earlier.purchase, status: 'pending', error: '' };
}

/** The key of a submission; undefined where it has none. Errors: `invalid_request`. */
export function submissionKey(
  { clock }: SubmissionKeyDeps,
  { idempotencyKey: key, fingerprint }: KeyedSubmission,
): SubmissionKey | undefined {
  if (key === undefined) return undefined;
  if (fingerprint === undefined) throw new Error('The submission was read without its body.');
  if (!KEY.test(key)) {
    throw invalidRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return { key, fingerprint, since: new Date(clock().getTime() - SUBMISSION_KEY_TTL_MS) };
}

function requireSame(earlier: EarlierSubmission, key: SubmissionKey | undefined): void {
  if (earlier.fingerprint === key?.fingerprint) return;
  const message = 'Idempotency-Key was used for another submission in the last 24 hours.';
  throw new SolanoError('submission_conflict', message);
}

/** Purges submission keys that are older than a day. Errors: `store_unavailable`. */
export async function purgeSubmissionKeys(deps: SubmissionKeyDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - SUBMISSION_KEY_TTL_MS);
  let count: number;
  do count = await deps.purchases.purgeSubmissionKeys(before, BATCH_SIZE);
  while (count === BATCH_SIZE);
}
