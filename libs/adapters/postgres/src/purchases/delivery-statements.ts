import type { JsonText } from '@solano/domain/kernel';
import { float, instant, orNull, sameText, statement, text } from '../database/statement.ts';
import { PURCHASE, PURCHASE_ROW } from './purchase-statements.ts';

/*
 * By hand: Prisma would take a statement for each table, and all outputs of a purchase.
 */

/**
 * The purchases that deliver from `$4` to `$5`, with the newest decision that was not too late, the output that it
 * chose, and the evaluation if it came later; after a cursor, in order of creation.
 */
export const DELIVERED = statement(
  {
    ...PURCHASE_ROW,
    series: text<JsonText>(),
    forecast: orNull(text<JsonText>()),
    idmodel: orNull(float),
    note: orNull(text()),
    decidedAt: orNull(instant),
    decidedBy: orNull(text()),
    output: orNull(text<JsonText>()),
    evaluatedAt: orNull(instant),
    figures: orNull(text<JsonText>()),
    realised: orNull(text<JsonText>()),
  },
  `
    WITH p AS MATERIALIZED (
      ${walk('delivers_to > $4 AND delivers_from < $5')}
      UNION ALL ${walk('delivers_to IS NULL')}
    )
    SELECT ${PURCHASE}, s.json AS series, s.forecast, d.idmodel, d.note, d.at AS "decidedAt",
      d.by AS "decidedBy", o.json AS output, e.evaluated_at AS "evaluatedAt", e.figures, e.realised
    FROM p JOIN purchase_series s ON s.purchase_id = p.id
    LEFT JOIN LATERAL (
      SELECT * FROM purchase_decision
      WHERE purchase_id = p.id AND cardinality(too_late) = 0 ORDER BY sequence DESC LIMIT 1
    ) AS d ON true
    LEFT JOIN LATERAL (
      SELECT json FROM purchase_output
      WHERE purchase_id = p.id AND idmodel = d.idmodel ORDER BY position LIMIT 1
    ) AS o ON true
    LEFT JOIN purchase_evaluation e ON e.purchase_id = p.id AND e.evaluated_at > d.at
    WHERE (p.created_at, p.id) > ($6, $7::uuid)
    ORDER BY p.created_at, p.id LIMIT $8`,
  'purchase-delivered',
);

/** The index ends with the times of delivery: each condition is a part of it. */
function walk(condition: string): string {
  return `
      SELECT * FROM purchase
      WHERE customer_id = $1 AND ${sameText('"user"', '$2')} AND ${sameText('retailer', '$3')}
        AND ${condition}`;
}
