import type { SolanoError } from '../errors.ts';
import { isSolanoError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type {
  JsonText,
  Purchase,
  PurchaseCursor,
  PurchaseStatus,
  PurchaseStore,
} from './purchase.ts';
import { purchaseFields } from './purchase.ts';
import { countItems } from './series.ts';
import type { PurchaseWorkflow } from './workflow.ts';

/** Purchases younger than this may still be on their way to the engine. */
const SETTLING_MS = 5_000;
/** Purchases older than this are all visible, however slow a writer or its clock was. */
const VISIBLE_MS = 60_000;
const PAGE = 100;
/** So many are offered to the engine at a time: each waits for its answer over the network. */
const AT_ONCE = 10;

export interface Submission {
  readonly customerId: string;
  readonly user: string;
  readonly retailer: string;
  /** The parsed `purchase` field, and its text as it was sent. */
  readonly items: unknown;
  readonly series: JsonText;
  /** Null where it comes by no request. */
  readonly requestId: string | null;
}

export interface SubmitDeps {
  readonly purchases: PurchaseStore;
  readonly workflow: PurchaseWorkflow;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly mostItems: number;
}

/**
 * Records a purchase and hands it to the workflow engine. An engine that does not take it costs a
 * warning, not the submission: {@link handOver} does it later. Errors: `invalid_request` naming
 * the first bad item, `store_unavailable`.
 */
export async function submitPurchase(deps: SubmitDeps, submission: Submission): Promise<Purchase> {
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
  await deps.purchases.add(purchase, series);
  try {
    await deps.workflow.submit(purchase.id);
  } catch (err) {
    const fields = { ...purchaseFields(purchase), err };
    deps.log.warn(fields, 'the workflow engine did not take the purchase');
  }
  return purchase;
}

export interface HandOverDeps {
  readonly purchases: PurchaseStore;
  readonly workflow: PurchaseWorkflow;
}

/**
 * Hands every purchase in one of the statuses, created before `until`, to the workflow engine
 * again, oldest first; one that the engine has already is not done twice. Stops where the engine
 * refuses. Returns how many were handed over before that one, and the cursor from which to go on.
 */
export async function handOver(
  deps: HandOverDeps,
  statuses: readonly PurchaseStatus[],
  until: Date,
  from?: PurchaseCursor,
): Promise<{ count: number; cursor: PurchaseCursor | undefined; stopped?: SolanoError }> {
  let cursor = from;
  let count = 0;
  for (;;) {
    const page = await deps.purchases.inStatus(statuses, until, cursor, PAGE);
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const batch = page.slice(at, at + AT_ONCE);
      const { taken, stopped } = await submitAll(deps.workflow, batch);
      cursor = batch[taken - 1] ?? cursor;
      count += taken;
      if (stopped) return { count, cursor, stopped };
    }
    if (page.length < PAGE) return { count, cursor };
  }
}

/** Offers all at once. Returns how many the engine took before the first that it refused. */
async function submitAll(
  workflow: PurchaseWorkflow,
  batch: readonly PurchaseCursor[],
): Promise<{ taken: number; stopped?: SolanoError }> {
  const outcomes = await Promise.allSettled(batch.map(({ id }) => workflow.submit(id)));
  const taken = outcomes.findIndex(({ status }) => status === 'rejected');
  const first = outcomes[taken];
  if (first?.status !== 'rejected') return { taken: batch.length };
  if (!isSolanoError(first.reason, 'engine_unavailable')) throw first.reason;
  return { taken, stopped: first.reason };
}

/**
 * One round of handing over what the engine did not take at submission. Returns the cursor for
 * the next round: what lies before it has reached the engine. Purchases of the last minute are
 * offered in each round, as others may yet appear among them. Errors: `store_unavailable`.
 */
export async function handOverPending(
  deps: HandOverDeps & { clock: Clock; log: Log },
  from: PurchaseCursor | undefined,
): Promise<PurchaseCursor | undefined> {
  const now = deps.clock().getTime();
  const old = await handOver(deps, ['pending'], new Date(now - VISIBLE_MS), from);
  if (old.stopped) return old.cursor;
  const young = await handOver(deps, ['pending'], new Date(now - SETTLING_MS), old.cursor);
  const count = old.count + young.count;
  if (count > 0) {
    deps.log.info({ purchases: count }, 'handed pending purchases to the workflow engine');
  }
  return old.cursor;
}
