import type { AuditEntry } from '@solano/domain';
import type { Run } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { timestamp } from '../database/values.ts';

/**
 * By hand, as it is part of every submission and call-back, whose cost is a goal of
 * docs/performance.md, and as one statement writes many. Ids, which count, are given in the order
 * of the arrays.
 */
const RECORD = statement(
  {},
  `
    INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
    SELECT at, actor, action, customer_id, subject, origin, request_id
    FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[],
      $7::text[]) WITH ORDINALITY
      AS given (at, actor, action, customer_id, subject, origin, request_id, place)
    ORDER BY place`,
  'audit-record',
);

/**
 * Writes entries down with `run`: that of a transaction, so that its change and they are stored
 * together or not at all. Errors: `invalid_request` for a text that cannot be stored.
 */
export async function writeAudit(run: Run, ...entries: readonly AuditEntry[]): Promise<void> {
  await run(RECORD, [
    entries.map(({ at }) => timestamp(at)),
    entries.map(({ actor }) => actor),
    entries.map(({ action }) => action),
    entries.map(({ customerId }) => customerId),
    entries.map(({ subject }) => subject),
    entries.map(({ origin }) => origin),
    entries.map(({ requestId }) => requestId),
  ]);
}
