import { dateAt } from '@solano/domain/kernel';
import {
  type DaySpreadCurves,
  SESSIONS,
  type Session,
  type SpreadCurveReader,
} from '@solano/domain/market';
import { limitBids } from '../models/limit-bids.ts';
import type { SeriesItem, SplitTask } from '../models/split-inputs.ts';

/**
 * The newest curves of the items' days, between the sessions in which any can be bought; none where no
 * model needs them. Errors: `store_unavailable`.
 *
 * @param open the sessions in which each item can be bought.
 * @param before only curves generated before this instant (ms), and the submission, are known.
 */
export async function learnedCurves(
  reader: SpreadCurveReader,
  { items, settings, submittedAt }: SplitTask,
  open: readonly (readonly Session[])[],
  before: number,
): Promise<readonly DaySpreadCurves[]> {
  const isBid = settings.some(({ idmodel, enabled }) => enabled && idmodel === limitBids.idmodel);
  if (!isBid) return [];
  const known = new Date(Math.min(before, submittedAt));
  const byDate = Map.groupBy(items.keys(), (i) => dateAt((items[i] as SeriesItem).period.end - 1));
  const curves: DaySpreadCurves[] = [];
  for (const [date, indices] of byDate) {
    const sessions = SESSIONS.map(({ session }) => session).filter((session) => {
      return indices.some((i) => open[i]?.includes(session));
    });
    for (const [i, earlier] of sessions.entries()) {
      for (const later of sessions.slice(i + 1)) {
        const found = await reader.newest({ date, earlier, later }, known);
        if (found) curves.push(found);
      }
    }
  }
  return curves;
}
