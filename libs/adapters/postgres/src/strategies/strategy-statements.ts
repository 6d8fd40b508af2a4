import { int, statement } from '../database/statement.ts';

/** Two at once would take the same number. */
export const LOCK = statement(
  {},
  `SELECT FROM pg_advisory_xact_lock(hashtextextended('solano/strategies/' || $1, 0))`,
  'strategy-lock',
);

/** By hand, as Prisma cannot count on. */
export const ADD = statement(
  { version: int },
  `
    INSERT INTO strategy_setting (customer_id, "user", retailer, version, settings, at)
    SELECT $1, $2, $3, coalesce(max(version), 0) + 1, $4::json, $5 FROM strategy_setting
    WHERE customer_id = $1 AND "user" = $2 AND retailer = $3
    RETURNING version`,
  'strategy-add',
);
