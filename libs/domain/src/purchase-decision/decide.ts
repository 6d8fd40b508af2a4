import type { AuditSource } from '../audit/audit.ts';
import { invalidRequest } from '../errors.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { decisionDeliveries } from '../purchases/purchase-messages.ts';
import { type PurchaseAddress, readPurchase } from '../purchases/update.ts';
import type { Clock } from '../time/clock.ts';
import type { MessageDeps } from '../webhooks/message.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';
import type { Decision, DecisionStore } from './decision.ts';

export const MAX_NOTE_LENGTH = 2_000;

export interface DecideDeps extends MessageDeps {
  readonly purchases: PurchaseStore;
  readonly decisions: DecisionStore;
  readonly webhooks: Pick<WebhookStore, 'ofPurchase'>;
  readonly clock: Clock;
}

/** What a caller decides, as it was parsed. */
export interface DecisionBody {
  readonly idmodel?: unknown;
  readonly note?: unknown;
}

/**
 * Records which model the desk goes with, or that it withdraws its decision. Errors:
 * `purchase_not_found`, `invalid_request` also for a model without output, `store_unavailable`.
 */
export async function decide(
  deps: DecideDeps,
  address: PurchaseAddress,
  body: DecisionBody,
  author: AuditSource,
): Promise<Decision> {
  const { idmodel, note } = readDecision(body);
  const { purchase, outputs } = await readPurchase(
    deps.purchases,
    address,
    idmodel === null ? undefined : idmodel,
  );
  if (idmodel !== null && outputs.length === 0) {
    throw invalidRequest(`The purchase has no output of model ${idmodel}.`);
  }
  const decision = { idmodel, note, decidedAt: deps.clock(), decidedBy: author.actor };
  const webhooks = await deps.webhooks.ofPurchase(purchase.id);
  const { id: subject, customerId } = purchase;
  const action = 'purchase.decide' as const;
  await deps.decisions.add(purchase.id, decision, {
    entry: { ...author, at: decision.decidedAt, action, customerId, subject },
    deliveries: decisionDeliveries(deps, webhooks, purchase, decision),
  });
  return decision;
}

/** Checks a decision. Errors: `invalid_request` naming the first thing that is wrong. */
export function readDecision({
  idmodel,
  note = '',
}: DecisionBody): Pick<Decision, 'idmodel' | 'note'> {
  if (idmodel === undefined) throw invalidRequest('Missing required field: idmodel');
  if (idmodel !== null && (typeof idmodel !== 'number' || !Number.isFinite(idmodel))) {
    throw invalidRequest("Field 'idmodel' must be a number, or null to take a decision back");
  }
  if (note !== null && typeof note !== 'string')
    throw invalidRequest("Field 'note' must be a string");
  if ((note?.length ?? 0) > MAX_NOTE_LENGTH) {
    throw invalidRequest(`Field 'note' must not be longer than ${MAX_NOTE_LENGTH} characters`);
  }
  return { idmodel, note: note ?? '' };
}
