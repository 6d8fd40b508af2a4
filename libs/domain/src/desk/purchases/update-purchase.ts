import { type Clock, invalidRequest, isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { AuditSource, MessageDeps, WebhookStore } from '@solano/domain/service';
import type { EvaluationText } from '../evaluation/evaluation.ts';
import type { PurchaseInputs } from './inputs.ts';
import type {
  ChangeSource,
  KnownPurchase,
  Purchase,
  PurchaseChange,
  PurchaseStatus,
  PurchaseStore,
  PurchaseWithOutputs,
  PurchaseWithSeries,
  StoredOutput,
} from './purchase.ts';
import { isOver, isSettled, PURCHASE_STATUSES } from './purchase.ts';
import { deliveriesOf } from './purchase-messages.ts';
import type { PurchaseSplitter } from './purchase-splitter.ts';

/** The purchase that a caller names; the workflow has no customer of its own. */
export interface PurchaseAddress {
  readonly id: string;
  readonly user: string;
  readonly customerId?: string;
  /** The purchase itself where it was read before: see {@link PurchaseStore.update}. */
  readonly known?: KnownPurchase;
}

export interface PurchaseUpdate {
  readonly outputs: readonly StoredOutput[];
  readonly status?: PurchaseStatus;
  readonly error?: string;
  readonly evaluation?: EvaluationText;
  readonly source: ChangeSource;
  readonly author: AuditSource;
}

export interface UpdateDeps extends MessageDeps {
  readonly purchases: PurchaseStore;
  readonly webhooks: Pick<WebhookStore, 'ofPurchase'>;
  readonly clock: Clock;
  /** Called once for each purchase that becomes completed or failed. */
  readonly onSettled?: (status: SettledStatus) => void;
}

/**
 * Stores strategy outputs and, where given, status and error. Reports of the workflow change
 * nothing once the purchase was settled. If the status becomes a final one, a message for each
 * webhook is stored in the same change, with its job. Errors: `purchase_not_found` (also another
 * customer's or another user's), `store_unavailable`.
 */
export async function updatePurchase(
  deps: UpdateDeps,
  address: PurchaseAddress,
  update: PurchaseUpdate,
): Promise<Purchase> {
  const settles = update.status !== undefined && isSettled({ status: update.status });
  const webhooks = settles ? await deps.webhooks.ofPurchase(address.id) : [];
  let settled: SettledStatus | undefined;
  const changing = (purchase: Purchase) => {
    requireAddressed(purchase, address);
    const change = changeOf(purchase, update, deps.clock());
    settled = change && !isSettled(purchase) ? settledStatus(change.status) : undefined;
    return change && { ...change, deliveries: deliveriesOf(deps, webhooks, purchase, change) };
  };
  const updated = await deps.purchases.update(address.id, changing, address.known);
  if (!updated) throw notFound();
  if (settled) deps.onSettled?.(settled);
  return updated;
}

/** A status that settles a purchase. */
type SettledStatus = Extract<PurchaseStatus, 'completed' | 'failed'>;

function settledStatus(status: PurchaseStatus): SettledStatus | undefined {
  return status === 'completed' || status === 'failed' ? status : undefined;
}

/** Dependencies of evaluating customers' own outputs. */
export interface OutputDeps extends UpdateDeps {
  readonly inputs: PurchaseInputs;
  readonly splitter: Pick<PurchaseSplitter, 'evaluate'>;
}

/**
 * {@link updatePurchase} by the customer, whose outputs are evaluated as they come. Errors: as there,
 * `engine_unavailable`.
 */
export async function putOutputs(
  deps: OutputDeps,
  address: PurchaseAddress,
  update: PurchaseUpdate,
): Promise<Purchase> {
  if (update.outputs.length === 0) return updatePurchase(deps, address, update);
  const found = await deps.purchases.readWithSeries(address.id);
  if (!found) throw notFound();
  requireAddressed(found.purchase, address);
  const evaluation = await evaluate(deps, found, update.outputs);
  return updatePurchase(deps, address, { ...update, ...(evaluation && { evaluation }) });
}

/** Undefined if it cannot be computed: the outputs are stored without it. */
async function evaluate(
  { inputs, splitter }: OutputDeps,
  found: PurchaseWithSeries,
  outputs: readonly StoredOutput[],
): Promise<EvaluationText | undefined> {
  try {
    const task = await inputs.of(found);
    const provenance = { ...task.provenance, settings: null };
    const texts = outputs.map(({ json }) => json);
    return await splitter.evaluate({ ...task, provenance }, texts);
  } catch (error) {
    if (isSolanoError(error, 'computation_failed')) return undefined;
    throw error;
  }
}

/** The purchase of an address. Errors: as {@link updatePurchase}. */
export async function findPurchase(
  purchases: Pick<PurchaseStore, 'get'>,
  address: PurchaseAddress,
): Promise<Purchase> {
  const purchase = await purchases.get(address.id);
  if (!purchase) throw notFound();
  requireAddressed(purchase, address);
  return purchase;
}

/** Reads a purchase with its outputs. Errors: as {@link updatePurchase}. */
export async function readPurchase(
  purchases: PurchaseStore,
  address: PurchaseAddress,
  idmodel?: number,
): Promise<PurchaseWithOutputs> {
  const found = await purchases.read(address.id, idmodel);
  if (!found) throw notFound();
  requireAddressed(found.purchase, address);
  return found;
}

/** Reads the `status` of an update. Errors: `invalid_request`. */
export function readStatus(value: unknown): PurchaseStatus | undefined {
  if (value === undefined) return undefined;
  const status = PURCHASE_STATUSES.find((known) => known === value);
  if (status) return status;
  const allowed = PURCHASE_STATUSES.join(', ');
  throw invalidRequest(`Field 'status' must be one of: ${allowed}`);
}

/** Reads the `error` of an update; null is not an error. Errors: `invalid_request`. */
export function readError(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (typeof value === 'string') return value;
  throw invalidRequest("Field 'error' must be a string");
}

function changeOf(
  purchase: Purchase,
  update: PurchaseUpdate,
  now: Date,
): PurchaseChange | undefined {
  const byWorkflow = update.source === 'workflow';
  if (byWorkflow && isOver(purchase)) return undefined;
  const status = update.status ?? purchase.status;
  const change = {
    status,
    error: update.error ?? purchase.error,
    updatedAt: now,
    source: update.source,
    ...(isSettled({ status }) && { wasSettled: true }),
    entry: {
      ...update.author,
      at: now,
      action: 'purchase.update' as const,
      customerId: purchase.customerId,
      subject: purchase.id,
    },
  };
  // Only a result has outputs of the workflow's own: those it sends along otherwise may be older than ours.
  const keepsOutputs = byWorkflow && update.status !== 'completed';
  if (keepsOutputs) return change;
  const { outputs, evaluation } = update;
  return { ...change, outputs, ...(evaluation && { evaluation }) };
}

function requireAddressed(purchase: Purchase, { user, customerId }: PurchaseAddress): void {
  if (purchase.user !== user) throw notFound();
  if (customerId !== undefined && purchase.customerId !== customerId) throw notFound();
}

function notFound(): SolanoError {
  return new SolanoError('purchase_not_found', 'Purchase not found.');
}
