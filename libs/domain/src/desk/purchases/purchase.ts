import type { JsonText } from '@solano/domain/kernel';
import type { AuditEntry, NewDelivery } from '@solano/domain/service';
import type { Decision } from '../decisions/decision.ts';
import type { EvaluationText, StoredEvaluation } from '../evaluation/evaluation.ts';

export const PURCHASE_STATUSES = ['failed', 'pending', 'in_progress', 'completed'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** A purchase record without its two large parts, the submitted series and the outputs. */
export interface Purchase {
  readonly id: string;
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
  readonly status: PurchaseStatus;
  /** Empty when there is none. */
  readonly error: string;
  /** Number of items accepted at submission. */
  readonly rows: number;
  /** First start and last end of its items; null until a job has filled them in. */
  readonly deliversFrom: Date | null;
  readonly deliversTo: Date | null;
  /** The id of the request that submitted it, as in the log; null where unknown. */
  readonly requestId: string | null;
  /** Whether it was settled since a run was last requested: the workflow leaves it alone. */
  readonly wasSettled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One model object of `strategy_output`, as it was sent. */
export interface StoredOutput {
  readonly idmodel: number;
  readonly json: JsonText;
}

/** A caller's name for a submission: sent again, it is the same submission. */
export interface SubmissionKey {
  readonly key: string;
  /** A digest of all that was submitted. */
  readonly fingerprint: string;
  /** A key that was used before this instant has expired. */
  readonly since: Date;
}

/** The purchase that a key was used for before, and with what. */
export interface EarlierSubmission {
  readonly purchase: Purchase;
  readonly fingerprint: string;
}

/** The parts that are added along with a purchase. */
export interface Addition {
  readonly entry: AuditEntry;
  readonly key?: SubmissionKey;
  /** Maximum of a customer's purchases that wait for the workflow; undefined: no limit. */
  readonly maxWaiting?: number;
  /** The forecast that the series came from, JSON. */
  readonly forecast?: JsonText;
}

/** Filters of a list of a user's purchases. */
export interface PurchaseQuery {
  readonly customerId: string;
  readonly user: string;
  /** Left out: in any status. */
  readonly statuses?: readonly PurchaseStatus[];
  readonly retailer?: string;
  /** Created at this instant or later. */
  readonly from?: Date;
  /** Created before this instant. */
  readonly to?: Date;
  /** The last one of the page before. */
  readonly after?: PurchaseCursor;
  readonly limit: number;
}

/** A purchase with the decision on it by which sums go. */
export interface DeliveredPurchase extends PurchaseWithSeries {
  /** The newest that was not too late. */
  readonly decision: Decision | undefined;
  /** The output of the model that was decided. */
  readonly output: JsonText | undefined;
  /** Of outputs that were evaluated after the decision. */
  readonly evaluation: StoredEvaluation | undefined;
}

/** The source of a status change. */
export type ChangeSource = 'submission' | 'customer' | 'workflow' | 'operator';

export interface StatusChange {
  readonly status: PurchaseStatus;
  readonly at: Date;
  readonly source: ChangeSource;
}

/** An update of a purchase. `outputs` replace the ones that are there; undefined leaves them. */
export interface PurchaseChange {
  readonly status: PurchaseStatus;
  readonly error: string;
  readonly updatedAt: Date;
  readonly source: ChangeSource;
  /** Left out: as it was. With true its job ends too, unless a worker has it and will end it. */
  readonly wasSettled?: boolean;
  readonly entry: AuditEntry;
  readonly outputs?: readonly StoredOutput[];
  /**
   * Evaluation of the outputs, of the time {@link updatedAt}; outputs that come without one have
   * none.
   */
  readonly evaluation?: EvaluationText;
  /** Messages to webhooks, stored with their jobs; one whose webhook was removed is left out. */
  readonly deliveries?: readonly NewDelivery[];
  /** The purchase gets its job again from its beginning, once a worker that holds it has finished. */
  readonly queues?: true;
}

/** A purchase of the past, settled, with all that came of it: nobody else works on it. */
export interface PastPurchase extends PurchaseWithOutputs {
  readonly series: JsonText;
  readonly history: readonly StatusChange[];
  /** Of the outputs, of the time at which the purchase was last updated. */
  readonly evaluation: EvaluationText;
  /** The JSON of all its realised costs; undefined: they are still to come. */
  readonly realised: JsonText | undefined;
  readonly decision: Decision;
  readonly entries: readonly AuditEntry[];
}

/** The position of a walk over purchases in the order of creation. */
export interface PurchaseCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** A purchase found by a walk. */
export type PurchaseInStatus = PurchaseCursor & Pick<Purchase, 'customerId'>;

/** A purchase that a store gave: the object itself. */
export type KnownPurchase = Pick<Purchase, 'id'>;

/** Stores purchases, their outputs and the history of their status. Errors: `store_unavailable`. */
export interface PurchaseStore {
  /**
   * Adds a purchase with its submitted `purchase` array, its job and the entry in the audit log,
   * all or none. Its status opens the history. With a submission key that its customer has used
   * before, nothing is added and the earlier purchase, as it is now, is returned; of two at once
   * with one key one is added. `full`: nothing is added, as too many of its customer wait.
   * Concurrent additions do not count each other.
   */
  add(
    purchase: Purchase,
    series: JsonText,
    addition: Addition,
  ): Promise<EarlierSubmission | 'full' | undefined>;
  /**
   * Adds purchases of the past with all that came of them and without a job, all or none. Errors: `already_exists`
   * where the id of one is taken.
   */
  addPast(past: readonly PastPurchase[]): Promise<void>;
  /** The purchase that a customer submitted under a key, as it is now; undefined where there is none. */
  submitted(
    customerId: string,
    key: Pick<SubmissionKey, 'key' | 'since'>,
  ): Promise<EarlierSubmission | undefined>;
  /** Deletes up to `limit` submission keys used before a time. Returns how many. */
  purgeSubmissionKeys(before: Date, limit: number): Promise<number>;
  /** The purchase with this id, of any customer. */
  get(id: string): Promise<Purchase | undefined>;
  /** The submitted `purchase` array as {@link add} got it. */
  series(id: string): Promise<JsonText | undefined>;
  /** A purchase with its outputs in the order stored; with only that model's where one is named. */
  read(id: string, idmodel?: number): Promise<PurchaseWithOutputs | undefined>;
  /** A purchase with what {@link series} gives. */
  readWithSeries(id: string): Promise<PurchaseWithSeries | undefined>;
  /**
   * Changes a purchase atomically: `change` sees the record as it is and no other update
   * comes between: where one did, it is called again. Undefined from it leaves the record alone, an error
   * from it too. A new status goes into the history. The change, its messages with a job each, and its entry in the audit log
   * are written, all or none. Returns the record afterwards, if there is one.
   *
   * @param known the purchase as this store gave it: `change` sees it first, and the store is not read
   *   where the record is still the same.
   */
  update(
    id: string,
    change: (purchase: Purchase) => PurchaseChange | undefined,
    known?: KnownPurchase,
  ): Promise<Purchase | undefined>;
  /** Every status that a purchase has had, in order. */
  history(id: string): Promise<StatusChange[]>;
  /** The purchases of a user, newest first, those of one instant by descending id. */
  list(query: PurchaseQuery): Promise<Purchase[]>;
  /**
   * The purchases of a user and a retailer that deliver between two instants, and those of which it is
   * not known when; in order of creation, fetched as they are read.
   */
  delivered(
    customerId: string,
    parties: PurchaseParties,
    window: { readonly from: Date; readonly to: Date },
  ): AsyncIterable<DeliveredPurchase>;
  /** Up to `limit` of the users and retailers that a customer's purchases are for, each once, in any order. */
  parties(customerId: string, limit: number): Promise<PurchaseParties[]>;
  /** How many there are in a status. */
  count(status: PurchaseStatus): Promise<number>;
  /** Up to `limit` purchases in one of the statuses, created before a time, after a cursor, oldest first. */
  inStatus(
    statuses: readonly PurchaseStatus[],
    createdBefore: Date,
    after: PurchaseCursor | undefined,
    limit: number,
  ): Promise<PurchaseInStatus[]>;
}

/** First start and last end of the items of a purchase. */
export interface DeliveryTimes {
  readonly deliversFrom: Date;
  readonly deliversTo: Date;
}

/** For whom purchases are. */
export interface PurchaseParties {
  readonly user: string;
  readonly retailer: string;
}

export interface PurchaseWithOutputs {
  readonly purchase: Purchase;
  readonly outputs: readonly StoredOutput[];
}

export interface PurchaseWithSeries {
  readonly purchase: Purchase;
  readonly series: JsonText;
  /** The forecast that the series came from, where it came from one. */
  readonly forecast?: JsonText;
}

/** The fields by which the log lines of a purchase are found. */
export function purchaseFields({ id, requestId }: Pick<Purchase, 'id' | 'requestId'>): object {
  return { purchaseId: id, ...(requestId !== null && { requestId }) };
}

/**
 * Whether the workflow has nothing left to do: a purchase is run once. A customer who calls a settled
 * one pending does not ask for another run, an operator does.
 */
export function isOver(purchase: Pick<Purchase, 'status' | 'wasSettled'>): boolean {
  return purchase.wasSettled || isSettled(purchase);
}

/** Whether its status is a final one. */
export function isSettled({ status }: Pick<Purchase, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}
