import { statement, text } from '../database/statement.ts';

/** By hand: Prisma has no row locks. */
export const LOCK_KEY = statement(
  { id: text() },
  'SELECT id FROM api_key WHERE id = $1 FOR NO KEY UPDATE',
  'key-lock',
);

/**
 * By hand: Prisma changes no rows to a value for each. Locks the keys in the order of their ids:
 * two processes that record the same ones do not wait for each other in a circle.
 */
export const RECORD_LAST_USED = statement(
  {},
  `
    WITH used AS (
      SELECT k.id, input.at
      FROM unnest($1::text[], $2::timestamptz[]) AS input (id, at) JOIN api_key k USING (id)
      WHERE k.last_used_at IS NULL OR k.last_used_at < input.at
      ORDER BY k.id FOR NO KEY UPDATE OF k
    )
    UPDATE api_key k SET last_used_at = GREATEST(k.last_used_at, used.at)
    FROM used WHERE k.id = used.id`,
  'key-record-last-used',
);
