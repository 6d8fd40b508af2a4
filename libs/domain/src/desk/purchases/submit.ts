import { type Digest, type JsonText, SolanoError } from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { DeliveryTimes, Purchase } from './purchase.ts';
import { deliveryTimes, readSeries } from './series.ts';
import {
  asAtFirst,
  fingerprintOf,
  type KeyedSubmission,
  type SubmissionKeyDeps,
  submissionKey,
} from './submission-keys.ts';

/** A caller's submission, as it was parsed. */
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
export interface ReadSubmission extends DeliveryTimes {
  readonly rows: number;
  readonly series: JsonText;
  /** A digest of all that was submitted, where that may be sent again under a key. */
  readonly fingerprint?: string;
}

export interface Submission extends ReadSubmission, KeyedSubmission {
  readonly user: string;
  readonly retailer: string;
  readonly author: AuditSource;
  /** The forecast that the series came from, JSON. */
  readonly forecast?: JsonText;
}

export interface SubmitDeps extends SubmissionKeyDeps {
  readonly newId: () => string;
  /** Maximum of a customer's waiting purchases; 0: no limit. */
  readonly maxWaitingPurchases: number;
}

/**
 * Checks a submission; some tens of milliseconds for the items of a year. Errors:
 * `invalid_request` naming the first bad item.
 */
export function readSubmission(
  { user, retailer, items, series, body }: SubmissionBody,
  { maxItems, digest }: { readonly maxItems: number; readonly digest: Digest },
): ReadSubmission {
  const read = readSeries(items, maxItems);
  const checked = { rows: read.length, ...deliveryTimes(read), series };
  if (body === undefined) return checked;
  return { ...checked, fingerprint: fingerprintOf({ user, retailer, body }, digest) };
}

/**
 * Records a purchase with the job that carries it out. A submission that is repeated under its key
 * records nothing and gives the purchase as it was at first. Errors: `invalid_request` for a bad key,
 * `submission_conflict` where the key was used for another submission, `too_many_waiting` where too many of
 * the customer's purchases wait, `store_unavailable`.
 */
export async function submitPurchase(deps: SubmitDeps, submission: Submission): Promise<Purchase> {
  const { customerId, user, retailer, rows, deliversFrom, deliversTo, series, author } = submission;
  const now = deps.clock();
  const purchase: Purchase = {
    id: deps.newId(),
    customerId,
    user,
    retailer,
    status: 'pending',
    error: '',
    rows,
    deliversFrom,
    deliversTo,
    requestId: author.requestId,
    wasSettled: false,
    createdAt: now,
    updatedAt: now,
  };
  const key = submissionKey(deps, submission);
  const { maxWaitingPurchases: maxWaiting } = deps;
  const earlier = await deps.purchases.add(purchase, series, {
    entry: { ...author, at: now, action: 'purchase.submit', customerId, subject: purchase.id },
    ...(key && { key }),
    ...(maxWaiting > 0 && { maxWaiting }),
    ...(submission.forecast !== undefined && { forecast: submission.forecast }),
  });
  if (earlier === 'full') throw new SolanoError('too_many_waiting', 'Too many purchases wait.');
  return earlier ? asAtFirst(earlier, key) : purchase;
}
