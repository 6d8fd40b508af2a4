import type {
  EvaluationText,
  Purchase,
  PurchaseChange,
  StatusChange,
  StoredOutput,
} from '@solano/domain/desk';
import {
  type AuditEntry,
  MESSAGE_JOB,
  type NewDelivery,
  PURCHASE_JOB,
} from '@solano/domain/service';
import { entryValues } from '../audit/write-audit.ts';
import type { Value } from '../database/statement.ts';
import { type Statement, statement } from '../database/statement.ts';
import { timestamp } from '../database/values.ts';
import { PURCHASE, PURCHASE_ROW, type VersionedPurchase } from './purchase-statements.ts';

/** Outputs that one statement writes, each as parameters of its own: arrays would be escaped. */
export const MAX_OUTPUTS = 100;

/** Adds a value to those of a statement, and gives the parameter that stands for it. */
type Bind = (value: Value) => string;

/**
 * Changes a purchase and its dependent rows; returns no row if another request changed it first. By
 * hand: Prisma would take a transaction of five statements and a lock. Unneeded parts are left out:
 * there are as many statements as combinations.
 */
export function change(
  current: VersionedPurchase,
  made: PurchaseChange,
): readonly [Statement<Purchase>, readonly Value[]] {
  const values: Value[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { status, source, updatedAt, outputs, evaluation, deliveries = [], queues } = made;
  const parts = [changed(current, made, bind), audited(made.entry, bind)];
  let name = 'purchase-change';
  if (status !== current.status) {
    parts.push(recorded({ status, at: updatedAt, source }, bind));
    name += '-status';
  }
  if (outputs) {
    const first = outputs.slice(0, MAX_OUTPUTS);
    parts.push(...replaced(first, bind));
    parts.push(evaluation ? evaluated(evaluation, updatedAt, bind) : OUTDATED);
    name += `-outputs-${first.length}${evaluation ? '-evaluation' : ''}`;
  }
  if (made.wasSettled) {
    parts.push(ENDED);
    name += '-settled';
  }
  if (queues) {
    parts.push(QUEUED);
    name += '-job';
  }
  if (deliveries.length > 0) {
    parts.push(...sent(deliveries, bind));
    name += '-messages';
  }
  const text = `WITH ${parts.join(', ')} SELECT * FROM changed`;
  return [statement(PURCHASE_ROW, text, name), values];
}

function changed(current: VersionedPurchase, made: PurchaseChange, bind: Bind): string {
  const { status, error, updatedAt, wasSettled = current.wasSettled } = made;
  const { id, version } = current;
  return `changed AS (
    UPDATE purchase p
    SET status = ${bind(status)}, error = ${bind(error)}, updated_at = ${bind(updatedAt)},
      was_settled = ${bind(wasSettled)}
    WHERE id = ${bind(id)} AND xmin = ${bind(version)}::text::xid RETURNING ${PURCHASE})`;
}

function audited(entry: AuditEntry, bind: Bind): string {
  const [at, actor, action, customer, subject, origin, request] = entryValues(entry).map(bind);
  return `audited AS (
    INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
    SELECT ${at}::timestamptz, ${actor}, ${action}, ${customer}::uuid, ${subject}, ${origin},
      ${request} FROM changed)`;
}

function recorded({ status, at, source }: StatusChange, bind: Bind): string {
  return `recorded AS (
    INSERT INTO purchase_status_change (purchase_id, status, at, source)
    SELECT id, ${bind(status)}, ${bind(at)}::timestamptz, ${bind(source)} FROM changed)`;
}

/** Ends the job of a settled purchase unless a worker holds it. */
const ENDED = `ended AS (
  DELETE FROM job USING changed
  WHERE kind = '${PURCHASE_JOB}' AND subject = changed.id::text AND worker IS NULL)`;

/**
 * The job of a purchase, from its beginning and due. If a worker has claimed it, attempt 0 means
 * that it begins again when the worker is done.
 */
const QUEUED = `queued AS (
  INSERT INTO job (kind, subject, lane) SELECT '${PURCHASE_JOB}', id, "customerId" FROM changed
  ON CONFLICT (kind, subject) DO UPDATE SET step = '', reason = '', misconfigured = 0, run_at = NULL,
    attempt = CASE WHEN job.worker IS NULL THEN 1 ELSE 0 END)`;

/** Writes over the outputs that are there, and removes those beyond: no row is touched by both. */
function replaced(outputs: readonly StoredOutput[], bind: Bind): string[] {
  const removed = `removed AS (
    DELETE FROM purchase_output o USING changed
    WHERE o.purchase_id = changed.id AND o.position >= ${outputs.length})`;
  if (outputs.length === 0) return [removed];
  const rows = outputs.map(({ idmodel, json }, position) => {
    return `(${position}, ${bind(idmodel)}::float8, ${bind(json)})`;
  });
  const added = `added AS (
    INSERT INTO purchase_output (purchase_id, position, idmodel, json)
    SELECT changed.id, o.* FROM changed, (VALUES ${rows.join()}) AS o
    ON CONFLICT (purchase_id, position) DO UPDATE SET
      idmodel = EXCLUDED.idmodel, json = EXCLUDED.json)`;
  return [removed, added];
}

/** The evaluation of outputs that were replaced goes with them. */
const OUTDATED = `outdated AS (
  DELETE FROM purchase_evaluation e USING changed WHERE e.purchase_id = changed.id)`;

/** Nothing is realised yet of an evaluation that replaces another. */
function evaluated(evaluation: EvaluationText, at: Date, bind: Bind): string {
  const { figures, prices, deliveredAt } = evaluation;
  return `evaluated AS (
    INSERT INTO purchase_evaluation (purchase_id, evaluated_at, figures, prices, delivered_at)
    SELECT id, ${bind(at)}::timestamptz, ${bind(figures)}, ${bind(prices)},
      ${bind(deliveredAt)}::text::timestamptz FROM changed
    ON CONFLICT (purchase_id) DO UPDATE SET evaluated_at = EXCLUDED.evaluated_at,
      figures = EXCLUDED.figures, prices = EXCLUDED.prices, delivered_at = EXCLUDED.delivered_at,
      realised = EXCLUDED.realised, realised_from = EXCLUDED.realised_from)`;
}

/**
 * The messages, each with its job. A webhook that is found is held: it is removed before, and its
 * message left out, or after, along with its message.
 */
function sent(deliveries: readonly NewDelivery[], bind: Bind): string[] {
  const [ids, webhooks, events, bodies, times] = deliveryColumns(deliveries).map(bind);
  const added = `sent AS (
    INSERT INTO webhook_delivery
      (id, webhook_id, purchase_id, event, body, created_at, status, settled_at, error)
    SELECT input.id, w.id, changed.id, input.event, input.body, input.at, 'pending', NULL, ''
    FROM unnest(${ids}::uuid[], ${webhooks}::uuid[], ${events}::text[], ${bodies}::text[],
      ${times}::timestamptz[]) AS input (id, webhook_id, event, body, at)
    JOIN webhook w ON w.id = input.webhook_id
    CROSS JOIN changed
    WHERE w.disabled_at IS NULL
    FOR KEY SHARE OF w
    RETURNING id, webhook_id)`;
  const notified = `notified AS (
    INSERT INTO job (kind, subject, lane) SELECT '${MESSAGE_JOB}', id, webhook_id FROM sent)`;
  return [added, notified];
}

function deliveryColumns(deliveries: readonly NewDelivery[]): string[][] {
  return [
    deliveries.map(({ id }) => id),
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ event }) => event),
    deliveries.map(({ body }) => body),
    deliveries.map(({ createdAt }) => timestamp(createdAt)),
  ];
}

/** The outputs from a position on, {@link MAX_OUTPUTS} at most, in the transaction of the change. */
export function addOutputs(
  purchaseId: string,
  from: number,
  outputs: readonly StoredOutput[],
): readonly [Statement<unknown>, readonly Value[]] {
  const rows = outputs.map((_, i) => `($1, $${3 * i + 2}, $${3 * i + 3}, $${3 * i + 4})`);
  const values = outputs.flatMap(({ idmodel, json }, i) => [from + i, idmodel, json]);
  const columns = 'purchase_id, position, idmodel, json';
  const text = `INSERT INTO purchase_output (${columns}) VALUES ${rows.join()}`;
  return [statement({}, text, `purchase-add-outputs-${outputs.length}`), [purchaseId, ...values]];
}
