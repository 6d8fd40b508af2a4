import {
  type Clock,
  DAY_MS,
  type Digest,
  inferStep,
  invalidRequest,
  type JsonText,
  LabelReader,
  MINUTE_MS,
  SolanoError,
} from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { SeriesItem } from '../models/split-inputs.ts';
import { isObject } from './outputs.ts';
import type {
  DeliveryTimes,
  EarlierSubmission,
  Purchase,
  PurchaseStore,
  SubmissionKey,
} from './purchase.ts';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const SUBMISSION_KEY_TTL_MS = DAY_MS;
const BATCH_SIZE = 5_000;

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

/** What a submission that is sent again is known by. */
interface KeyedSubmission {
  readonly customerId: string;
  /** The caller's key of the submission: with one fingerprint, within a day, it is the same. */
  readonly idempotencyKey?: string;
  /** A digest of all that was submitted. */
  readonly fingerprint?: string;
}

export interface Submission extends ReadSubmission, KeyedSubmission {
  readonly user: string;
  readonly retailer: string;
  readonly author: AuditSource;
  /** The forecast that the series came from, JSON. */
  readonly forecast?: JsonText;
}

interface SubmissionKeyDeps {
  readonly purchases: PurchaseStore;
  readonly clock: Clock;
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

/** A digest of all that is submitted, by which a submission that is sent again is known. */
export function fingerprintOf(
  { user, retailer, body }: { user: string; retailer: string; body: string },
  digest: Digest,
): string {
  // As JSON, so that no two submissions give one text.
  return digest(JSON.stringify([user, retailer, body]));
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

function asAtFirst(earlier: EarlierSubmission, key: SubmissionKey | undefined): Purchase {
  requireSame(earlier, key);
  return { ...earlier.purchase, status: 'pending', error: '' };
}

function submissionKey(
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

/** When the items of a purchase deliver. */
export function deliveryTimes(items: readonly SeriesItem[]): DeliveryTimes {
  let [from, to] = [Infinity, -Infinity];
  for (const { period } of items) {
    from = Math.min(from, period.end - period.minutes * MINUTE_MS);
    to = Math.max(to, period.end);
  }
  return { deliversFrom: new Date(from), deliversTo: new Date(to) };
}

/** A submitted item with the instant (ms) that its label means. */
interface PurchaseItem {
  readonly label: string;
  readonly end: number;
  readonly megawatts: number;
}

/** The series in messages. */
interface SeriesNames {
  readonly field: string;
  readonly item: string;
}

const PURCHASE: SeriesNames = { field: 'purchase', item: 'Purchase item' };

/**
 * The items of a submitted `purchase` array in their order, each with its period. The step is inferred
 * from the whole series. Errors: `invalid_request` naming the first bad item.
 *
 * @param value the parsed JSON value.
 * @param max the greatest number of items that is accepted.
 */
export function readSeries(value: unknown, max = Infinity, names = PURCHASE): SeriesItem[] {
  const items = readItems(value, max, names);
  const minutes = inferStep(items.map(({ end }) => end));
  return items.map(({ label, end, megawatts }) => ({ label, period: { end, minutes }, megawatts }));
}

function readItems(value: unknown, max: number, { field, item }: SeriesNames): PurchaseItem[] {
  if (value === undefined || value === null)
    throw invalidRequest(`Missing required field: ${field}`);
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw invalidRequest(`Field '${field}' must be an array of objects`);
  }
  if (value.length === 0) throw invalidRequest(`Field '${field}' must not be empty`);
  if (value.length > max) {
    throw invalidRequest(`Field '${field}' must not hold more than ${max} items`);
  }
  const labels = new LabelReader();
  return value.map((each, index) => readItem(each, `${item} at index ${index}`, labels));
}

function readItem(item: Record<string, unknown>, name: string, labels: LabelReader): PurchaseItem {
  const label = item.datetime;
  if (label === undefined || label === null) {
    throw invalidRequest(`${name} is missing required field: datetime`);
  }
  const end = typeof label === 'string' ? labels.read(label) : 'invalid';
  if (end === 'invalid') {
    throw invalidRequest(`${name} has an invalid datetime format (expected YYYY-MM-DD HH:MM)`);
  }
  if (typeof item.purchase !== 'number' || !Number.isFinite(item.purchase)) {
    throw invalidRequest(`${name} has a 'purchase' field that is not a number (MW)`);
  }
  if (end === 'repeated') throw invalidRequest(`${name} repeats the datetime ${label as string}`);
  return { label: label as string, end, megawatts: item.purchase };
}
