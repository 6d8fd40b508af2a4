import { int, modelColumns, statement } from '../database/statement.ts';
import type { Webhook as WebhookRow } from '../generated/prisma/client.ts';

const WEBHOOK = `w.id, w.customer_id AS "customerId", w.url, w.events, w.secret,
  w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil",
  w.created_at AS "createdAt", w.disabled_at AS "disabledAt",
  w.gate_closing_minutes AS "gateClosingMinutes"`;
const ROW = modelColumns<WebhookRow>('webhook', [
  'id',
  'customerId',
  'url',
  'events',
  'secret',
  'previousSecret',
  'previousSecretUntil',
  'createdAt',
  'disabledAt',
  'gateClosingMinutes',
]);

/** By hand: a part of every purchase, whose cost is a goal of docs/performance.md. */
export const OF_PURCHASE = statement(
  ROW,
  `
    SELECT ${WEBHOOK} FROM webhook w JOIN purchase p ON p.customer_id = w.customer_id
    WHERE p.id = $1 AND w.disabled_at IS NULL
    ORDER BY w.created_at, w.id`,
  'webhook-of-purchase',
);

/** By hand: Prisma does not pass over rows that are locked. */
export const PURGE_SETTLED = statement(
  { count: int },
  `
    WITH old AS (
      SELECT id FROM webhook_delivery WHERE status <> 'pending' AND settled_at < $1
      ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), purged AS (
      DELETE FROM webhook_delivery d USING old WHERE d.id = old.id RETURNING 1
    )
    SELECT count(*)::int AS count FROM purged`,
  'webhook-purge-settled',
);
