import type { Value } from './database.ts';
import { SLICE } from './pages.ts';
import { type Statement, statement, text } from './statement.ts';

/** Ids with commas between them: a million ids that are objects at once would keep everybody waiting. */
interface IdSlice {
  readonly ids: string;
}

const OVERLAPPING = `end_at > COALESCE($4::timestamptz, '-infinity')
  AND start_at < COALESCE($5::timestamptz, 'infinity')`;
const BY_START = 'start_at, id';

/** Long lists: whose rows they have, by their first value, and in which order. A limit and an offset follow. */
const LISTS = {
  plants: slices('plant', 'customer_id = $1', 'name, id'),
  unavailabilities: slices('unavailability', `customer_id = $1 AND ${OVERLAPPING}`, BY_START),
  unavailabilitiesOfPlant: slices('unavailability', `plant_id = $1 AND ${OVERLAPPING}`, BY_START),
  uploads: slices('outage_upload', 'customer_id = $1', 'uploaded_at DESC, id DESC'),
} as const;

/** The statement of the ids of a page, in the order of its list, as many in a row as one statement fetches, and its values. */
export function listIds(
  list: keyof typeof LISTS,
  owner: string,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
  ...more: readonly Value[]
): [Statement<IdSlice>, readonly Value[]] {
  return [LISTS[list], [owner, limit, offset, ...more]];
}

function slices(table: string, condition: string, order: string): Statement<IdSlice> {
  return statement(
    { ids: text() },
    `
    SELECT string_agg(id::text, ',' ORDER BY position) AS ids
    FROM (
      SELECT id, row_number() OVER (ORDER BY ${order}) - 1 AS position
      FROM (SELECT * FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT $2 OFFSET $3) AS page
    ) AS placed
    GROUP BY position / ${SLICE} ORDER BY position / ${SLICE}`,
  );
}
