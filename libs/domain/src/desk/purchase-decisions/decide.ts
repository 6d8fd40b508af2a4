import { invalidRequest, isSolanoError } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import type { AuditSource, MessageDeps, WebhookStore } from '@solano/domain/service';
import { closedSessions } from '../decisions/counted-model.ts';
import type { Decision, DecisionStore } from '../decisions/decision.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import {
  type ReadEvaluationDeps,
  storedEvaluation,
} from '../purchase-evaluation/stored-evaluation.ts';
import { decisionDeliveries } from '../purchases/purchase-messages.ts';
import { type PurchaseAddress, readPurchase } from '../purchases/update-purchase.ts';

export const MAX_NOTE_LENGTH = 2_000;

export interface DecideDeps extends MessageDeps, ReadEvaluationDeps {
  readonly decisions: DecisionStore;
  readonly webhooks: Pick<WebhookStore, 'ofPurchase'>;
}

/** A caller's decision, as it was parsed. */
export interface DecisionBody {
  readonly idmodel?: unknown;
  readonly note?: unknown;
}

/**
 * Records which model the desk goes with, or that it withdraws its decision, and whether that came
 * too late. Errors: `purchase_not_found`, `invalid_request` also for a model without output,
 * `store_unavailable`, `computation_failed`.
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
  const decidedAt = deps.clock();
  const tooLate = await lateSessions(deps, address, idmodel, decidedAt);
  const late = tooLate.length > 0 && { tooLate };
  const decision = { idmodel, note, decidedAt, decidedBy: author.actor, ...late };
  const webhooks = await deps.webhooks.ofPurchase(purchase.id);
  const { id: subject, customerId } = purchase;
  const action = 'purchase.decide' as const;
  await deps.decisions.add(purchase.id, decision, {
    entry: { ...author, at: decision.decidedAt, action, customerId, subject },
    deliveries: decisionDeliveries(deps, webhooks, purchase, decision),
  });
  return decision;
}

/** The gates that have closed of the model's trades; of a withdrawal, of the model it withdraws. */
async function lateSessions(
  deps: DecideDeps,
  address: PurchaseAddress,
  idmodel: number | null,
  at: Date,
): Promise<Session[]> {
  const { id } = address;
  const decided = idmodel ?? (await deps.decisions.newestInTime([id])).get(id)?.idmodel ?? null;
  if (decided === null) return [];
  const evaluation = await evaluationOf(deps, address);
  return evaluation ? closedSessions(parseEvaluation(evaluation), decided, at.getTime()) : [];
}

/** Undefined for a withdrawal where the outputs were removed. */
async function evaluationOf(deps: DecideDeps, address: PurchaseAddress) {
  try {
    return (await storedEvaluation(deps, address)).stored;
  } catch (error) {
    if (isSolanoError(error, 'no_outputs')) return undefined;
    throw error;
  }
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
