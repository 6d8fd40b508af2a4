import type { ApiKey, Customer } from '@solano/domain/service';
import { statement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

export const KEYS = tableOf<ApiKey>('api_key', Prisma.ApiKeyScalarFieldEnum);
export const CUSTOMERS = tableOf<Customer>('customer', Prisma.CustomerScalarFieldEnum);

export const CHANGE = statement(
  {},
  'UPDATE api_key SET expires_at = $2, revoked_at = $3 WHERE id = $1',
  'key-change',
);

/**
 * Locks the keys in the order of their ids: two processes that record the same ones do not wait for each
 * other in a circle.
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
