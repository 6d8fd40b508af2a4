import { statement } from '../database/statement.ts';

/**
 * By hand, as it is part of every submission and callback, whose cost is a goal of
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
