import type { Purchase, PurchaseQuery, PurchaseStatus, StatusChange } from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import type { RowOf, Statement, Value } from '../database/statement.ts';
import {
  bool,
  float,
  instant,
  int,
  orNull,
  sameText,
  statement,
  text,
  uuid,
} from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

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
