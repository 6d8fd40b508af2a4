import type { AuditAction } from '@solano/domain/service';
import { instant, orNull, statement, text, uuid } from '../database/statement.ts';

/**
 * A part of every submission and callback, whose cost is a goal of
 * docs/performance.md, and as one statement writes many. Ids, which count, are given in the order
 * of the arrays.
 */
export const RECORD = statement(
  {},
  `
    INSERT INTO audit_entry (at, actor, action, customer_id, subject, origin, request_id)
    SELECT at, actor, action, customer_id, subject, origin, request_id
    FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[],
      $7::text[]) WITH ORDINALITY
      AS input (at, actor, action, customer_id, subject, origin, request_id, position)
    ORDER BY position`,
  'audit-record',
);

export const PAGE_ROW = {
  number: text(),
  at: instant,
  actor: text(),
  action: text<AuditAction>(),
  customerId: orNull(uuid),
  subject: text(),
  origin: text(),
  requestId: orNull(text()),
};

/** Without a name: it is planned for the conditions that there are. */
export const PAGE = statement(
  PAGE_ROW,
  `
    SELECT id::text AS number, at, actor, action, customer_id AS "customerId", subject, origin,
      request_id AS "requestId"
    FROM audit_entry
    WHERE ($1::uuid IS NULL OR customer_id = $1) AND ($2::text IS NULL OR action = $2)
      AND ($3::timestamptz IS NULL OR at >= $3)
      AND ($4::timestamptz IS NULL OR (at, id) < ($4, $5::bigint))
    ORDER BY audit_entry.at DESC, id DESC LIMIT $6`,
);
