import type { Statement } from './database.ts';

const PURCHASE = `p.id, p.customer_id AS "customerId", p."user", p.retailer, p.status, p.error,
  p.rows, p.request_id AS "requestId", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

export const ADD: Statement = {
  name: 'purchase-add',
  text: `
    WITH added AS (
      INSERT INTO purchase
        (id, customer_id, "user", retailer, status, error, rows, request_id, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      RETURNING id, status, created_at
    ), submitted AS (
      INSERT INTO purchase_series (purchase_id, json) SELECT id, $11 FROM added
    )
    INSERT INTO purchase_status_change (purchase_id, status, at, source)
    SELECT id, status, created_at, 'submission' FROM added`,
};

export const GET: Statement = {
  name: 'purchase-get',
  text: `SELECT ${PURCHASE} FROM purchase p WHERE id = $1`,
};

export const LOCK: Statement = {
  name: 'purchase-lock',
  text: `${GET.text} FOR NO KEY UPDATE`,
};

export const SERIES: Statement = {
  name: 'purchase-series',
  text: 'SELECT json FROM purchase_series WHERE purchase_id = $1',
};

/** One row for each output, or one without any. */
export const READ: Statement = {
  name: 'purchase-read',
  text: `
    SELECT ${PURCHASE}, o.idmodel, o.json
    FROM purchase p LEFT JOIN purchase_output o
      ON o.purchase_id = p.id AND ($2::float8 IS NULL OR o.idmodel = $2)
    WHERE p.id = $1
    ORDER BY o.position`,
};

/** Changes the record, notes a new status, and makes room for new outputs. */
export const CHANGE: Statement = {
  name: 'purchase-change',
  text: `
    WITH noted AS (
      INSERT INTO purchase_status_change (purchase_id, status, at, source)
      SELECT $1, $2, $4, $5 WHERE $6::boolean
    ), removed AS (
      DELETE FROM purchase_output WHERE purchase_id = $1 AND $7::boolean
    )
    UPDATE purchase p SET status = $2, error = $3, updated_at = $4 WHERE id = $1
    RETURNING ${PURCHASE}`,
};

/** Takes the purchase's id, then position, idmodel and text of each output. */
export function addOutputs(count: number): Statement {
  const rows = Array.from({ length: count }, (_, i) => {
    return `($1, $${3 * i + 2}, $${3 * i + 3}, $${3 * i + 4})`;
  });
  return {
    name: `purchase-add-outputs-${count}`,
    text: `INSERT INTO purchase_output (purchase_id, position, idmodel, json) VALUES ${rows.join()}`,
  };
}

export const HISTORY: Statement = {
  name: 'purchase-history',
  text: `
    SELECT status, at, source FROM purchase_status_change
    WHERE purchase_id = $1 ORDER BY sequence`,
};

/** Without a name: the partial index serves only a plan that knows the statuses. */
export const IN_STATUS: Statement = {
  text: `
    SELECT created_at AS "createdAt", id FROM purchase
    WHERE status = ANY($1) AND created_at < $2 AND (created_at, id) > ($3, $4::uuid)
    ORDER BY created_at, id LIMIT $5`,
};
