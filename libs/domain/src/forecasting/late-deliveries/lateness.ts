import {
  DAY_MS,
  dateAfter,
  dateAt,
  dayOf,
  HOUR_MS,
  MADRID,
  madridInstant,
} from '@solano/domain/kernel';

/** How long after the usual time a delivery is late. */
const GRACE_MS = HOUR_MS;

/** A delivery that did not come. */
export interface MissedDelivery {
  /** The Madrid day of which nothing came. */
  readonly day: string;
  /** When it should have come at the latest. */
  readonly expectedBy: Date;
}

/**
 * The first day after the last delivery of which nothing came in time: an hour after the latest of the
 * deliveries' times of day on the Madrid clock, which may fall into the next day. Undefined while
 * nothing is late, and where nothing ever came.
 *
 * @param deliveredAt the times of the last deliveries, newest first.
 */
export function firstMissed(deliveredAt: readonly Date[], now: Date): MissedDelivery | undefined {
  const newest = deliveredAt[0];
  if (!newest) return undefined;
  const missed = deliveryOf(deliveredAt, dateAfter(dateAt(newest.getTime()), 1));
  return missed.expectedBy <= now ? missed : undefined;
}

/** The last such day, if it is today or yesterday; see {@link firstMissed}. */
export function lastMissed(deliveredAt: readonly Date[], now: Date): MissedDelivery | undefined {
  if (!firstMissed(deliveredAt, now)) return undefined;
  const today = dateAt(now.getTime());
  const last = [today, dateAfter(today, -1)].map((day) => deliveryOf(deliveredAt, day));
  return last.find(({ expectedBy }) => expectedBy <= now);
}

function deliveryOf(deliveredAt: readonly Date[], day: string): MissedDelivery {
  const usual = Math.max(...deliveredAt.map(timeOfDay));
  const wall = madridInstant(dayOf(day), 0) + MADRID.offsetAt(madridInstant(dayOf(day), 0));
  const [instant] = MADRID.instantsOf(wall + usual + GRACE_MS);
  // In the gap of spring the clock shows no such time: as long after midnight.
  const expectedBy = instant ?? madridInstant(dayOf(day), 0) + usual + GRACE_MS;
  return { day, expectedBy: new Date(expectedBy) };
}

/** Of the Madrid clock, in ms. */
function timeOfDay(at: Date): number {
  const wall = at.getTime() + MADRID.offsetAt(at.getTime());
  return wall - Math.floor(wall / DAY_MS) * DAY_MS;
}
