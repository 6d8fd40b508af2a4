import { dateAt } from '@solano/domain/kernel';
import type { DaySpreadCurves, Session, SpreadCurveReader } from '@solano/domain/market';
import { limitBids } from '../models/limit-bids.ts';
import type { SplitTask } from '../models/split-inputs.ts';

/**
 * The newest curves of the items' days, between the sessions in which any can be bought; none where no
 * model needs them. One read, however many days there are. Errors: `store_unavailable`.
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
  const openOn = new Map<string, Set<Session>>();
  items.forEach(({ period }, i) => {
    const date = dateAt(period.end - 1);
    openOn.set(date, new Set([...(openOn.get(date) ?? []), ...(open[i] ?? [])]));
  });
  const dates = [...openOn.keys()].sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return [];
  const newest = await reader.newest({ from, to }, known);
  return newest.filter(({ date, earlier, later }) => {
    const own = openOn.get(date);
    return own?.has(earlier) && own.has(later);
  });
}
