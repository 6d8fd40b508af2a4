import { PURCHASE_JOB } from '@solano/domain/service';
import { statement, uuid } from '../database/statement.ts';
import { INPUT } from './addition-input.ts';

const [KEY, FINGERPRINT, SINCE] = [1, 2, 3].map((n) => `$${INPUT.length + n}`);

/** One row of them. */
const ONE = `SELECT ${INPUT.map(({ name, type }, i) => `$${i + 1}::${type} AS ${name}`).join(', ')}`;

/** The same, from an array of each column. */
const MANY = `
  SELECT * FROM unnest(${INPUT.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')})
    AS input (${INPUT.map(({ name }) => name).join(', ')})`;

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
 * Adds a purchase where its customer's submission key is free, or was used before `since`. A
 * concurrent user of the key waits, and then finds it used.
 */
export const ADD_KEYED = statement(
  { id: uuid },
  adding(
    ONE,
    `claimed AS (
      INSERT INTO submission_key AS k (customer_id, key, fingerprint, purchase_id, used_at)
      SELECT customer_id, ${KEY}::text, ${FINGERPRINT}::text, id, created_at FROM allowed
      ON CONFLICT (customer_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,
        purchase_id = EXCLUDED.purchase_id, used_at = EXCLUDED.used_at
      WHERE k.used_at < ${SINCE}
      RETURNING k.purchase_id
    ), accepted AS (SELECT allowed.* FROM allowed JOIN claimed ON claimed.purchase_id = allowed.id)`,
    FOR_ONE,
  ),
  'purchase-add-keyed',
);
