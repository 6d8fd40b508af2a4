import type { Purchase, PurchaseQuery, PurchaseStatus, StatusChange } from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { PURCHASE_JOB } from '@solano/domain/service';
import type { RowOf, Statement, Value } from '../database/statement.ts';
import { bool, float, instant, int, orNull, statement, text, uuid } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';
import { sameText } from './same-text.ts';

/*
 * What a submission, a step of its workflow and a callback do is a statement for each: what a purchase
 * costs is a goal of docs/performance.md.
 */

export const PURCHASE = `p.id, p.customer_id AS "customerId", p."user", p.retailer, p.status, p.error,
  p.rows, p.delivers_from AS "deliversFrom", p.delivers_to AS "deliversTo", p.request_id AS "requestId", p.was_settled AS "wasSettled", p.created_at AS "createdAt",
  p.updated_at AS "updatedAt"`;
export const PURCHASE_ROW = {
  id: uuid,
  customerId: uuid,
  user: text(),
  retailer: text(),
  status: text<PurchaseStatus>(),
  error: text(),
  rows: int,
  deliversFrom: orNull(instant),
  deliversTo: orNull(instant),
  requestId: orNull(text()),
  wasSettled: bool,
  createdAt: instant,
  updatedAt: instant,
};

/** A purchase with its entry in the audit log and the bound. */
const ONE = `
  SELECT $1::uuid AS id, $2::uuid AS customer_id, $3::text AS "user", $4::text AS retailer,
    $5::text AS status, $6::text AS error, $7::int AS rows, $8::text AS request_id,
    $9::timestamptz AS created_at, $10::timestamptz AS updated_at,
    $11::timestamptz AS delivers_from, $12::timestamptz AS delivers_to, $13::text AS json,
    $14::timestamptz AS at, $15::text AS actor, $16::text AS action, $17::uuid AS owner_id,
    $18::text AS subject, $19::text AS origin, $20::text AS entry_request_id,
    $21::int AS max_waiting, $22::text AS forecast`;

/** The same, from an array of each value. */
const MANY = `
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::int[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[],
    $12::timestamptz[], $13::text[], $14::timestamptz[], $15::text[], $16::text[], $17::uuid[],
    $18::text[], $19::text[], $20::text[], $21::int[], $22::text[])
    AS input (id, customer_id, "user", retailer, status, error, rows, request_id, created_at,
      updated_at, delivers_from, delivers_to, json, at, actor, action, owner_id, subject, origin, entry_request_id, max_waiting,
      forecast)`;

/** How the waiting purchases of the customer of a row `g` are counted, and what is read before. */
interface Waiting {
  readonly before: string;
  readonly waiting: string;
}

const FOR_ONE: Waiting = {
  before: '',
  waiting: `
        SELECT count(*) FROM (
          SELECT FROM job WHERE kind = '${PURCHASE_JOB}' AND lane = g.customer_id::text
          LIMIT g.max_waiting
        ) AS jobs
      `,
};

/** Once for all rows of a customer: 9,999 that wait cost 3 ms each time. */
const FOR_MANY: Waiting = {
  before: `waiting AS MATERIALIZED (
      SELECT customer_id, (${FOR_ONE.waiting}) AS jobs
      FROM (SELECT DISTINCT customer_id, max_waiting FROM input WHERE max_waiting IS NOT NULL) AS g
    ),`,
  waiting: 'SELECT max(jobs) FROM waiting w WHERE w.customer_id = g.customer_id',
};

/**
 * Adds the purchases that are given and wanted: with their series, their history, their jobs and
 * their entries in the audit log. One row for each that is added.
 */
function adding(input: string, accepted: string, { before, waiting }: Waiting): string {
  return `
    WITH input AS (${input}), ${before} allowed AS (
      SELECT g.* FROM (
        SELECT input.*, row_number() OVER (PARTITION BY customer_id) AS position FROM input
      ) g
      WHERE max_waiting IS NULL OR max_waiting >= position + (${waiting})
    ), ${accepted}, added AS (
      INSERT INTO purchase
        (id, customer_id, "user", retailer, status, error, rows, request_id, created_at, updated_at,
          delivers_from, delivers_to)
      SELECT id, customer_id, "user", retailer, status, error, rows, request_id, created_at,
        updated_at, delivers_from, delivers_to FROM accepted
    ), submitted AS (
      INSERT INTO purchase_series (purchase_id, json, forecast) SELECT id, json, forecast FROM accepted
    ), changed AS (
      INSERT INTO purchase_status_change (purchase_id, status, at, source)
      SELECT id, status, created_at, 'submission' FROM accepted
    ), queued AS (
      INSERT INTO job (kind, subject, lane) SELECT '${PURCHASE_JOB}', id, customer_id FROM accepted
    ), audited AS (
      INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
      SELECT at, actor, action, owner_id, subject, origin, entry_request_id FROM accepted
    )
    SELECT id FROM accepted`;
}

const ALLOWED = 'accepted AS (SELECT * FROM allowed)';

export const ADD = statement({ id: uuid }, adding(ONE, ALLOWED, FOR_ONE), 'purchase-add');

export const ADD_ALL = statement({ id: uuid }, adding(MANY, ALLOWED, FOR_MANY), 'purchase-add-all');

/**
 * Adds a purchase where its customer's submission key is free, or was used before `$25`. A
 * concurrent user of the key waits, and then finds it used.
 */
export const ADD_KEYED = statement(
  { id: uuid },
  adding(
    ONE,
    `claimed AS (
      INSERT INTO submission_key AS k (customer_id, key, fingerprint, purchase_id, used_at)
      SELECT customer_id, $23::text, $24::text, id, created_at FROM allowed
      ON CONFLICT (customer_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,
        purchase_id = EXCLUDED.purchase_id, used_at = EXCLUDED.used_at
      WHERE k.used_at < $25
      RETURNING k.purchase_id
    ), accepted AS (SELECT allowed.* FROM allowed JOIN claimed ON claimed.purchase_id = allowed.id)`,
    FOR_ONE,
  ),
  'purchase-add-keyed',
);

/** The purchase of a key that was used at `$3` or later. */
export const EARLIER = statement(
  { ...PURCHASE_ROW, fingerprint: text() },
  `
    SELECT ${PURCHASE}, k.fingerprint
    FROM submission_key k JOIN purchase p ON p.id = k.purchase_id
    WHERE k.customer_id = $1 AND k.key = $2 AND k.used_at >= $3`,
  'purchase-earlier',
);

/** Passes over a key that is being used again. */
export const PURGE_KEYS = statement(
  { count: int },
  `
    WITH old AS (
      SELECT customer_id, key FROM submission_key WHERE used_at < $1
      ORDER BY used_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), purged AS (
      DELETE FROM submission_key k USING old
      WHERE k.customer_id = old.customer_id AND k.key = old.key RETURNING 1
    )
    SELECT count(*)::int AS count FROM purged`,
  'purchase-purge-keys',
);

/** The record, and which version of it was seen: `xmin` names the transaction that wrote it. */
const VERSIONED = `${PURCHASE}, p.xmin::text AS version`;
const VERSIONED_ROW = { ...PURCHASE_ROW, version: text() };

export type VersionedPurchase = RowOf<typeof VERSIONED_ROW>;

export const READ_VERSION = statement(
  VERSIONED_ROW,
  `SELECT ${VERSIONED} FROM purchase p WHERE id = $1`,
  'purchase-see',
);

export const PURCHASES = tableOf<Purchase>('purchase', Prisma.PurchaseScalarFieldEnum);

export const CHANGES = tableOf<StatusChange & { readonly purchaseId: string }>(
  'purchase_status_change',
  { purchaseId: 'purchaseId', status: 'status', at: 'at', source: 'source' },
);

export const WITH_SERIES = statement(
  { ...VERSIONED_ROW, json: text<JsonText>(), forecast: orNull(text<JsonText>()) },
  `
    SELECT ${VERSIONED}, s.json, s.forecast FROM purchase p JOIN purchase_series s ON s.purchase_id = p.id
    WHERE p.id = $1`,
  'purchase-with-series',
);

/** One row for each output, or one without any. */
export const READ = statement(
  { ...VERSIONED_ROW, idmodel: orNull(float), json: orNull(text<JsonText>()) },
  `
    SELECT ${VERSIONED}, o.idmodel, o.json
    FROM purchase p LEFT JOIN purchase_output o
      ON o.purchase_id = p.id AND ($2::float8 IS NULL OR o.idmodel = $2)
    WHERE p.id = $1
    ORDER BY o.position`,
  'purchase-read',
);

/** Without a name: the partial index serves only a plan that knows the statuses. */
export const IN_STATUS = statement(
  { createdAt: instant, id: uuid, customerId: uuid },
  `
    SELECT created_at AS "createdAt", id, customer_id AS "customerId" FROM purchase
    WHERE status = ANY($1) AND created_at < $2 AND (created_at, id) > ($3, $4::uuid)
    ORDER BY created_at, id LIMIT $5`,
);

/**
 * The statement of a list and its values. The hashes are what the indexes have of a user and a
 * retailer. Each status is a walk of its own through an index, in the order of the list: a filter
 * over all of a user's purchases would read those in other statuses too.
 */
export function list(query: PurchaseQuery): readonly [Statement<Purchase>, readonly Value[]] {
  const { customerId, user, statuses, retailer, from, to, after, limit } = query;
  const values: Value[] = [customerId, user, limit];
  const bind = (value: Value) => `$${values.push(value)}`;
  const conditions = ['customer_id = $1', sameText('"user"', '$2')];
  if (retailer !== undefined) conditions.push(sameText('retailer', bind(retailer)));
  if (from) conditions.push(`created_at >= ${bind(from)}`);
  if (to) conditions.push(`created_at < ${bind(to)}`);
  if (after) {
    conditions.push(`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)}::uuid)`);
  }
  const walk = (...more: string[]) => `
    SELECT * FROM purchase WHERE ${[...conditions, ...more].join(' AND ')} ${NEWEST_FIRST}`;
  const walks = statuses
    ? [...new Set(statuses)].map((status) => `(${walk(`status = ${bind(status)}`)})`)
    : [`(${walk()})`];
  const text = `SELECT ${PURCHASE} FROM (${walks.join(' UNION ALL ')}) AS p ${NEWEST_FIRST}`;
  return [statement(PURCHASE_ROW, text), values];
}

const HASHES = 'hashtextextended("user", 0), hashtextextended(retailer, 0)';

/**
 * Users and retailers by their hashes, one look into an index for each: however many purchases they have.
 */
export const PARTIES = statement(
  { user: text(), retailer: text() },
  `WITH RECURSIVE found AS (
    (SELECT "user", retailer FROM purchase WHERE customer_id = $1
      ORDER BY ${HASHES} LIMIT 1)
    UNION ALL
    SELECT next.* FROM found CROSS JOIN LATERAL (
      SELECT "user", retailer FROM purchase
      WHERE customer_id = $1
        AND (${HASHES}) > (hashtextextended(found."user", 0), hashtextextended(found.retailer, 0))
      ORDER BY ${HASHES} LIMIT 1
    ) AS next
  )
  SELECT "user", retailer FROM found LIMIT $2`,
  'purchase-parties',
);

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $3';
