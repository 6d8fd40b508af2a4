import type { FigureName } from '@solano/domain/desk';
import { int, orNull, sameText, statement, text } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

/** A part; its decimals are in thirds, as texts. */
export interface PartRow {
  readonly purchaseId: string;
  readonly shape: string;
  readonly expected: readonly FigureName[];
  readonly expectedMwh: readonly string[];
  readonly expectedCost: readonly string[];
  readonly expectedSaved: readonly string[];
  readonly realised: readonly FigureName[];
  readonly realisedMwh: readonly string[];
  readonly realisedCost: readonly string[];
  readonly realisedSaved: readonly string[];
  readonly executed: string | null;
  readonly recheckAt: Date | null;
}
export const PARTS = tableOf<PartRow>('summary_part', Prisma.SummaryPartScalarFieldEnum);

/** The number is a text, as the driver reads whole numbers of 64 bits. */
type StaleRow = Readonly<Record<'id' | 'customerId' | 'purchaseId', string>>;
const STALE_TABLE = 'stale_summary_part';
export const STALE = tableOf<StaleRow>(STALE_TABLE, Prisma.StaleSummaryPartScalarFieldEnum);
/** PostgreSQL numbers them. */
export const NEW_STALE = tableOf<Readonly<Record<'customerId' | 'purchaseId', string>>>(
  STALE_TABLE,
  { customerId: 'customerId', purchaseId: 'purchaseId' },
);

const CHOSEN = `customer_id = $1 AND ${sameText('"user"', '$2')}
        AND ($3::text IS NULL OR ${sameText('retailer', '$3::text')})
        AND created_at >= $4 AND created_at < $5`;

/** Purchases whose parts are computed before sums are read again. */
const MAX_STALE = 1_000;

/**
 * Sums by shape, kind and name, one row for each; those of a shape without a kind count its purchases, and the row
 * without a shape counts all. Where these are more than `$6`, it is the only one, with `$6 + 1`, and nothing else is
 * read. It also names purchases whose parts are stale: then no part is read. Without a name: the plan goes by the days.
 * By hand: Prisma has no sums over arrays.
 */
export const GROUPS = statement(
  {
    shape: orNull(text()),
    kind: orNull(text<'expected' | 'realised'>()),
    name: orNull(text<FigureName>()),
    purchases: int,
    mwh: orNull(text()),
    cost: orNull(text()),
    saved: orNull(text()),
    stale: orNull(text()),
  },
  `
    WITH beyond AS MATERIALIZED (
      SELECT FROM purchase WHERE ${CHOSEN} OFFSET $6::int LIMIT 1
    ), chosen AS MATERIALIZED (
      SELECT id FROM purchase WHERE ${CHOSEN} AND NOT EXISTS (SELECT FROM beyond)
    ), stale AS MATERIALIZED (
      SELECT DISTINCT purchase_id FROM stale_summary_part
      WHERE customer_id = $1 AND purchase_id IN (SELECT id FROM chosen) LIMIT ${MAX_STALE}
    ), part AS NOT MATERIALIZED (
      SELECT s.* FROM chosen JOIN summary_part s ON s.purchase_id = chosen.id
      WHERE NOT EXISTS (SELECT FROM stale)
    )
    SELECT NULL::text AS shape, NULL::text AS kind, NULL::text AS name,
      CASE WHEN EXISTS (SELECT FROM beyond) THEN $6::int + 1 ELSE (SELECT count(*)::int FROM chosen) END AS purchases,
      NULL::text AS mwh, NULL::text AS cost, NULL::text AS saved,
      (SELECT string_agg(purchase_id::text, ' ') FROM stale) AS stale
    UNION ALL
    SELECT shape, NULL, NULL, count(*)::int, NULL, NULL, NULL, NULL FROM part GROUP BY shape
    UNION ALL ${sums('expected')} UNION ALL ${sums('realised')}`,
);

/** Grouped apart by kind, and by a name of which the planner expects few values: else it sorts all figures on disk. */
function sums(kind: 'expected' | 'realised'): string {
  return `
    SELECT shape, '${kind}', name, count(*)::int, sum(mwh)::text, sum(cost)::text, sum(saved)::text, NULL
    FROM (
      SELECT shape, unnest(${kind}) AS name, unnest(${kind}_mwh) AS mwh, unnest(${kind}_cost) AS cost,
        unnest(${kind}_saved) AS saved FROM part
    ) AS figures GROUP BY shape, name`;
}
