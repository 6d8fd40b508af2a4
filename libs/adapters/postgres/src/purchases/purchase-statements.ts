import type { PurchaseQuery } from '@solano/domain';
import { MESSAGE_JOB, PURCHASE_JOB } from '@solano/domain';
import type { Value } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';

const PURCHASE = `p.id, p.customer_id AS "customerId", p."user", p.retailer, p.status, p.error,
  p.rows, p.request_id AS "requestId", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** A purchase as {@link additionValues} gives it, with its entry in the audit log and the bound. */
const ONE = `
  SELECT $1::uuid AS id, $2::uuid AS customer_id, $3::text AS "user", $4::text AS retailer,
    $5::text AS status, $6::text AS error, $7::int AS rows, $8::text AS request_id,
    $9::timestamptz AS created_at, $10::timestamptz AS updated_at, $11::text AS json,
    $12::timestamptz AS at, $13::text AS actor, $14::text AS action, $15::uuid AS owner_id,
    $16::text AS subject, $17::text AS origin, $18::text AS entry_request_id,
    $19::int AS max_waiting`;

/** The same, from an array of each value. */
const MANY = `
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::int[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::timestamptz[],
    $13::text[], $14::text[], $15::uuid[], $16::text[], $17::text[], $18::text[], $19::int[])
    AS given (id, customer_id, "user", retailer, status, error, rows, request_id, created_at,
      updated_at, json, at, actor, action, owner_id, subject, origin, entry_request_id, max_waiting)`;

/**
 * Adds the purchases that are given and wanted: with their series, their history, their jobs and
 * their entries in the audit log. One row for each that is added.
 */
function adding(given: string, wanted: string): string {
  return `
    WITH given AS (${given}), fitting AS (
      SELECT g.* FROM (
        SELECT given.*, row_number() OVER (PARTITION BY customer_id) AS place FROM given
      ) g
      WHERE max_waiting IS NULL OR max_waiting >= place + (
        SELECT count(*) FROM (
          SELECT FROM job WHERE kind = '${PURCHASE_JOB}' AND lane = g.customer_id::text
          LIMIT g.max_waiting
        ) AS waiting
      )
    ), ${wanted}, added AS (
      INSERT INTO purchase
        (id, customer_id, "user", retailer, status, error, rows, request_id, created_at, updated_at)
      SELECT id, customer_id, "user", retailer, status, error, rows, request_id, created_at,
        updated_at FROM wanted
    ), submitted AS (
      INSERT INTO purchase_series (purchase_id, json) SELECT id, json FROM wanted
    ), changed AS (
      INSERT INTO purchase_status_change (purchase_id, status, at, source)
      SELECT id, status, created_at, 'submission' FROM wanted
    ), queued AS (
      INSERT INTO job (kind, subject, lane) SELECT '${PURCHASE_JOB}', id, customer_id FROM wanted
    ), audited AS (
      INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
      SELECT at, actor, action, owner_id, subject, origin, entry_request_id FROM wanted
    )
    SELECT id FROM wanted`;
}

const FITTING = 'wanted AS (SELECT * FROM fitting)';

export const ADD: Statement = { name: 'purchase-add', text: adding(ONE, FITTING) };

export const ADD_ALL: Statement = { name: 'purchase-add-all', text: adding(MANY, FITTING) };

/**
 * Adds a purchase where its customer's submission key is free, or was used before `$22`. Who uses the
 * key at the same time waits, and then finds it used.
 */
export const ADD_KEYED: Statement = {
  name: 'purchase-add-keyed',
  text: adding(
    ONE,
    `claimed AS (
      INSERT INTO submission_key AS k (customer_id, key, fingerprint, purchase_id, used_at)
      SELECT customer_id, $20::text, $21::text, id, created_at FROM fitting
      ON CONFLICT (customer_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,
        purchase_id = EXCLUDED.purchase_id, used_at = EXCLUDED.used_at
      WHERE k.used_at < $22
      RETURNING k.purchase_id
    ), wanted AS (SELECT fitting.* FROM fitting JOIN claimed ON claimed.purchase_id = fitting.id)`,
  ),
};

export const EARLIER: Statement = {
  name: 'purchase-earlier',
  text: `
    SELECT ${PURCHASE}, k.fingerprint, k.used_at AS "usedAt"
    FROM submission_key k JOIN purchase p ON p.id = k.purchase_id
    WHERE k.customer_id = $1 AND k.key = $2`,
};

/** Passes over a key that is being used anew. */
export const FORGET_KEYS: Statement = {
  name: 'purchase-forget-keys',
  text: `
    WITH old AS (
      SELECT customer_id, key FROM submission_key WHERE used_at < $1
      ORDER BY used_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), forgotten AS (
      DELETE FROM submission_key k USING old
      WHERE k.customer_id = old.customer_id AND k.key = old.key RETURNING 1
    )
    SELECT count(*)::int AS count FROM forgotten`,
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

/** Changes the record, notes a new status, makes room for new outputs, and writes the audit log. */
export const CHANGE: Statement = {
  name: 'purchase-change',
  text: `
    WITH noted AS (
      INSERT INTO purchase_status_change (purchase_id, status, at, source)
      SELECT $1, $2, $4, $5 WHERE $6::boolean
    ), removed AS (
      DELETE FROM purchase_output WHERE purchase_id = $1 AND $7::boolean
    ), audited AS (
      INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
      VALUES ($8, $9, $10, $11, $12, $13, $14)
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

/**
 * Takes the purchase's id, then an array of each field. A webhook that is found is held: it is
 * removed before, and its message left out, or after, along with its message. Each has its job.
 */
export const ADD_DELIVERIES: Statement = {
  name: 'purchase-add-deliveries',
  text: `
    WITH added AS (
      INSERT INTO webhook_delivery
        (id, webhook_id, purchase_id, event, body, created_at, status, settled_at, error)
      SELECT given.id, w.id, $1::uuid, given.event, given.body, given.at, 'pending', NULL, ''
      FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[])
        AS given (id, webhook_id, event, body, at)
      JOIN webhook w ON w.id = given.webhook_id
      WHERE w.disabled_at IS NULL
      FOR KEY SHARE OF w
      RETURNING id, webhook_id
    )
    INSERT INTO job (kind, subject, lane) SELECT '${MESSAGE_JOB}', id, webhook_id FROM added`,
};

/** The job of a purchase that has ended; one that waits is due. */
export const QUEUE: Statement = {
  name: 'purchase-queue',
  text: `
    INSERT INTO job (kind, subject, lane) VALUES ('${PURCHASE_JOB}', $1, $2)
    ON CONFLICT (kind, subject) DO UPDATE SET run_at = NULL WHERE job.worker IS NULL`,
};

export const HISTORY: Statement = {
  name: 'purchase-history',
  text: `
    SELECT status, at, source FROM purchase_status_change
    WHERE purchase_id = $1 ORDER BY sequence`,
};

/** Without a name: the partial index serves only a plan that knows the statuses. */
export const IN_STATUS: Statement = {
  text: `
    SELECT created_at AS "createdAt", id, customer_id AS "customerId" FROM purchase
    WHERE status = ANY($1) AND created_at < $2 AND (created_at, id) > ($3, $4::uuid)
    ORDER BY created_at, id LIMIT $5`,
};

/** Without a name: only a plan that knows the status may use its partial index. */
export const COUNT: Statement = {
  text: 'SELECT count(*)::int AS count FROM purchase WHERE status = $1',
};

/**
 * The statement of a list and its values. The hashes are what the indexes have of a user and a
 * retailer. Each status is a walk of its own through an index, in the order of the list: a filter
 * over all of a user's purchases would read those in other statuses too.
 */
export function list(query: PurchaseQuery): readonly [Statement, readonly Value[]] {
  const { customerId, user, statuses, retailer, from, to, after, limit } = query;
  const values: Value[] = [customerId, user, limit];
  const given = (value: Value) => `$${values.push(value)}`;
  const conditions = ['customer_id = $1', sameText('"user"', '$2')];
  if (retailer !== undefined) conditions.push(sameText('retailer', given(retailer)));
  if (from) conditions.push(`created_at >= ${given(from)}`);
  if (to) conditions.push(`created_at < ${given(to)}`);
  if (after) {
    conditions.push(`(created_at, id) < (${given(after.createdAt)}, ${given(after.id)}::uuid)`);
  }
  const walk = (...more: string[]) => `
    SELECT * FROM purchase WHERE ${[...conditions, ...more].join(' AND ')} ${NEWEST_FIRST}`;
  const walks = statuses
    ? [...new Set(statuses)].map((status) => `(${walk(`status = ${given(status)}`)})`)
    : [`(${walk()})`];
  const text = `SELECT ${PURCHASE} FROM (${walks.join(' UNION ALL ')}) AS p ${NEWEST_FIRST}`;
  return [{ text }, values];
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $3';

/** A condition that an index on the hash serves. */
function sameText(column: string, value: string): string {
  return `hashtextextended(${column}, 0) = hashtextextended(${value}, 0) AND ${column} = ${value}`;
}
