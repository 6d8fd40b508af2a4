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

/** What a caller submits, as it was parsed. */
export interface SubmissionBody {
  readonly user: string;
  readonly retailer: string;
  /** The parsed `purchase` field, and its text as it was sent. */
  readonly items: unknown;
  readonly series: JsonText;
  /** All of the body, where it may be sent again under a key. */
  readonly body?: JsonText;
}

/** A submission whose items are checked. */
export interface ReadSubmission {
  readonly rows: number;
  readonly series: JsonText;
  /** A digest of all that was submitted, where that may be sent again under a key. */
  readonly fingerprint?: string;
}

export interface Submission extends ReadSubmission {
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
  /** Null where it comes by no request. */
  readonly requestId: string | null;
  /** The caller's key of the submission: with one fingerprint, within a day, it is the same. */
  readonly idempotencyKey?: string;
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
  readonly log: Log;
}

/**
 * Checks what was submitted. Takes tens of milliseconds for the items of a year. Errors:
 * `invalid_request` naming the first bad item.
 */
export function readSubmission(
  { user, retailer, items, series, body }: SubmissionBody,
  { maxItems, digest }: { readonly maxItems: number; readonly digest: Digest },
): ReadSubmission {
  const rows = countItems(items, maxItems);
  if (body === undefined) return { rows, series };
  // As JSON, so that no two submissions give one text.
  return { rows, series, fingerprint: digest(JSON.stringify([user, retailer, body])) };
}

/**
 * Records a purchase and hands it to the workflow engine. An engine that does not take it costs a
 * warning, not the submission: `handOver` does it later. A submission that is repeated under its
 * key records nothing and gives the purchase as it was at first. Errors: `invalid_request` for a bad
 * key, `submission_conflict` where the key was used for another submission, `store_unavailable`.
 */
export async function submitPurchase(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const { customerId, user, retailer, rows, series, requestId } = submission;
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

function submissionKey(
  { clock }: SubmitDeps,
  { idempotencyKey: key, fingerprint }: Submission,
): SubmissionKey | undefined {
  if (key === undefined) return undefined;
  if (fingerprint === undefined) throw new Error('The submission was read without its body.');
  if (!KEY.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 printable ASCII characters.';
    throw new SolanoError('invalid_request', message);
  }
  return { key, fingerprint, since: new Date(clock().getTime() - REMEMBERED_MS) };
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
