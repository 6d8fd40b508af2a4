import { SolanoError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Digest } from '../objects/layout.ts';
import type { Clock } from '../time/clock.ts';
import type {
  EarlierSubmission,
  JsonText,
  Purchase,
  PurchaseStore,
  SubmissionKey,
} from './purchase.ts';
import { purchaseFields } from './purchase.ts';
import { countItems } from './series.ts';
import type { PurchaseWorkflow } from './workflow.ts';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const REMEMBERED_MS = 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 5_000;

export interface Submission {
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
  /** The parsed `purchase` field, and its text as it was sent. */
  readonly items: unknown;
  readonly series: JsonText;
  /** Null where it comes by no request. */
  readonly requestId: string | null;
  /** The caller's key of the submission, and all of the body: sent again within a day, it is the same. */
  readonly idempotency?: { readonly key: string; readonly body: JsonText };
}

/** A purchase as it was recorded, and whether that was now. */
export interface Submitted {
  readonly purchase: Purchase;
  readonly isNew: boolean;
}

export interface SubmitDeps {
  readonly purchases: PurchaseStore;
  readonly workflow: PurchaseWorkflow;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
  readonly log: Log;
  readonly mostItems: number;
}

/**
 * Records a purchase and hands it to the workflow engine. An engine that does not take it costs a
 * warning, not the submission: `handOver` does it later. A submission that is repeated under its
 * key records nothing and gives the purchase as it was at first. Errors: `invalid_request` naming
 * the first bad item, `submission_conflict` where the key was used for another submission,
 * `store_unavailable`.
 */
export async function submitPurchase(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const { customerId, user, retailer, items, series, requestId } = submission;
  const rows = countItems(items, deps.mostItems);
  const now = deps.clock();
  const purchase: Purchase = {
    id: deps.newId(),
    customerId,
    user,
    retailer,
    status: 'pending',
    error: '',
    rows,
    requestId,
    createdAt: now,
    updatedAt: now,
  };
  const key = submissionKey(deps, submission);
  const earlier = await deps.purchases.add(purchase, series, key);
  if (earlier) {
    requireSame(earlier, key);
    return { purchase: { ...earlier.purchase, status: 'pending', error: '' }, isNew: false };
  }
  await handOverNow(deps, purchase);
  return { purchase, isNew: true };
}

async function handOverNow(deps: SubmitDeps, purchase: Purchase): Promise<void> {
  try {
    await deps.workflow.submit(purchase.id);
  } catch (err) {
    const fields = { ...purchaseFields(purchase), err };
    deps.log.warn(fields, 'the workflow engine did not take the purchase');
  }
}

function submissionKey(deps: SubmitDeps, submission: Submission): SubmissionKey | undefined {
  const { idempotency, user, retailer } = submission;
  if (!idempotency) return undefined;
  const { key, body } = idempotency;
  if (!KEY.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters.';
    throw new SolanoError('invalid_request', message);
  }
  // As JSON, so that no two submissions give one text.
  const fingerprint = deps.digest(JSON.stringify([user, retailer, body]));
  const since = new Date(deps.clock().getTime() - REMEMBERED_MS);
  return { key, fingerprint, since };
}

function requireSame(earlier: EarlierSubmission, key: SubmissionKey | undefined): void {
  if (earlier.fingerprint === key?.fingerprint) return;
  const message = 'Idempotency-Key was used for another submission in the last 24 hours.';
  throw new SolanoError('submission_conflict', message);
}

/**
 * Forgets submission keys that are older than a day, some thousands at the most: the next round
 * takes the rest. Errors: `store_unavailable`.
 */
export async function forgetSubmissionKeys(
  deps: Pick<SubmitDeps, 'purchases' | 'clock'>,
): Promise<void> {
  const before = new Date(deps.clock().getTime() - REMEMBERED_MS);
  await deps.purchases.forgetSubmissionKeys(before, FORGOTTEN_AT_ONCE);
}
