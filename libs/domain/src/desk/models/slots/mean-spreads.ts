import { type MeanSpreads, type Session, spreadsAt } from '@solano/domain/market';
import { type Slot, slotOf } from '../model.ts';
import type { SeriesItem } from '../split-inputs.ts';

/**
 * The slots of a series by the mean spread that each session had over the day-ahead price in the
 * item's hour, which is their `weighed`: as the split depends on differences alone, the predicted
 * day-ahead price is left out. A session without a mean is not in S, but the first where none has one.
 *
 * @param open the sessions in which each item can be bought.
 */
export function meanSpreadSlots(
  items: readonly SeriesItem[],
  open: readonly (readonly Session[])[],
  spreads: MeanSpreads,
): Slot[] {
  return items.map((item, i) => {
    const sessions = open[i] as readonly Session[];
    const spreadOf = spreadsAt(spreads, item.period.end);
    const known = sessions.flatMap((session) => {
      const spread = session === 'MD' ? 0 : spreadOf(session);
      return spread === undefined ? [] : [{ session, weighed: spread * item.period.minutes }];
    });
    const used = known.length > 0 ? known : [{ session: sessions[0] as Session, weighed: 0 }];
    return {
      ...slotOf(
        item,
        used.map(({ session }) => session),
      ),
      weighed: used.map(({ weighed }) => weighed),
    };
  });
}
