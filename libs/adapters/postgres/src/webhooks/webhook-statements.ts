import type { Statement } from '../database/statement.ts';

const WEBHOOK = `w.id, w.customer_id AS "customerId", w.url, w.events, w.secret,
  w.created_at AS "createdAt", w.disabled_at AS "disabledAt"`;

export const OF_PURCHASE: Statement = {
  name: 'webhook-of-purchase',
  text: `
    SELECT ${WEBHOOK} FROM webhook w JOIN purchase p ON p.customer_id = w.customer_id
    WHERE p.id = $1 AND w.disabled_at IS NULL
    ORDER BY w.created_at, w.id`,
};

/** The webhook's fields, and the delivery's own by names that no field of a webhook has. */
export const DELIVERY: Statement = {
  name: 'webhook-delivery',
  text: `
    SELECT ${WEBHOOK}, d.id AS "deliveryId", d.event, d.body, d.created_at AS "happenedAt",
      d.status, d.settled_at AS "settledAt", d.error
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
    WHERE d.id = $1`,
};

export const SETTLE: Statement = {
  name: 'webhook-settle',
  text: `
    UPDATE webhook_delivery SET status = $2, settled_at = $3, error = $4
    WHERE id = $1 AND status = 'pending'`,
};

export const FORGET_SETTLED: Statement = {
  name: 'webhook-forget-settled',
  text: `
    WITH old AS (
      SELECT id FROM webhook_delivery WHERE status <> 'pending' AND settled_at < $1
      ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), forgotten AS (
      DELETE FROM webhook_delivery d USING old WHERE d.id = old.id RETURNING 1
    )
    SELECT count(*)::int AS count FROM forgotten`,
};
