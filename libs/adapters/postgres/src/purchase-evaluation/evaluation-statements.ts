import { instant, statement, text, uuid } from '../database/statement.ts';

/**
 * By hand: Prisma does not compare rows, by which this walks the partial index. Without a name: the
 * index serves only a plan that sees its condition and the bounds.
 */
export const UNREALISED = statement(
  {
    purchaseId: uuid,
    customerId: uuid,
    evaluatedAt: instant,
    deliveredAt: instant,
    realisedFrom: text(),
  },
  `
    SELECT e.purchase_id AS "purchaseId", p.customer_id AS "customerId",
      e.evaluated_at AS "evaluatedAt", e.delivered_at AS "deliveredAt",
      coalesce(e.realised_from, '') AS "realisedFrom"
    FROM purchase_evaluation e JOIN purchase p ON p.id = e.purchase_id
    WHERE e.realised_from IS NOT NULL AND e.delivered_at >= $1 AND e.delivered_at < $2
      AND (e.delivered_at, e.purchase_id) > ($3, $4::uuid)
    ORDER BY e.delivered_at, e.purchase_id LIMIT $5`,
);
