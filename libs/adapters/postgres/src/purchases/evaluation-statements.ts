import { statement } from '../database/statement.ts';

/** By hand, as Prisma knows no insert from a select. */
export const ADD = statement(
  {},
  `
    INSERT INTO purchase_evaluation (purchase_id, evaluated_at, figures, prices, delivered_at)
    SELECT id, $2, $3, $4, $5::text::timestamptz FROM purchase WHERE id = $1
    ON CONFLICT (purchase_id) DO NOTHING`,
  'evaluation-add',
);
