import type { Period, Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { DayErrors, PastErrors } from '../prices/past-errors.ts';
import { minutesWithin, quartersOf, weigh } from '../prices/prices.ts';
import type { SeriesItem, SplitInputs } from '../strategies/split.ts';
import { clockQuarter } from '../time/madrid-day.ts';
import type { Slot, StrategyModel } from './model.ts';

/** The days of history with which a session is of use to the models that learn from it. */
const LEAST_DAYS = 60;
const MILLI = 1000;

/**
 * The slots of a model. A session that lacks what the model needs is not in its S; where that
 * leaves an item without any session, `gap` says what is missing, for the earliest such item.
 *
 * @param open the sessions in which each item can be bought.
 */
export function slotsFor(
  model: StrategyModel,
  { items, curves, history }: SplitInputs,
  open: readonly (readonly Session[])[],
): { slots: readonly Slot[]; gap?: string } {
  if (!model.inputs.includes('price_predictions')) {
    return { slots: items.map((item, i) => slotOf(item, open[i] as Session[])) };
  }
  const priced = items.map((item, i) => pricedSlot(item, open[i] as Session[], curves));
  const unpriced = earliest(priced.filter(({ sessions }) => sessions.length === 0));
  if (unpriced) return { slots: [], gap: `no price prediction for ${unpriced.label}` };
  if (!model.inputs.includes('price_history')) return { slots: priced };

  const known = sharedDays(history, new Set(priced.flatMap(({ sessions }) => sessions)));
  const slots = priced.map((slot) => withErrors(slot, known));
  if (slots.every(({ sessions }) => sessions.length > 0)) return { slots };
  const gap = `fewer than ${LEAST_DAYS} days of past predictions and realised prices`;
  return { slots: [], gap };
}

function slotOf({ label, period, megawatts }: SeriesItem, sessions: readonly Session[]): Slot {
  const megawattHours = (megawatts * period.minutes) / 60;
  return { label, period, megawattHours, sessions, weighed: [], errors: [] };
}

function pricedSlot(
  item: SeriesItem,
  sessions: readonly Session[],
  curves: SplitInputs['curves'],
): Slot {
  const weighed = new Map<Session, number>();
  for (const session of sessions) {
    const curve = curves.get(session);
    const cost = curve && weigh(curve, item.period);
    if (cost !== undefined) weighed.set(session, cost);
  }
  return { ...slotOf(item, [...weighed.keys()]), weighed: [...weighed.values()] };
}

function earliest(slots: readonly Slot[]): Slot | undefined {
  return slots.reduce<Slot | undefined>(
    (first, slot) => (first && first.period.end <= slot.period.end ? first : slot),
    undefined,
  );
}

/**
 * The history that sessions share: the days that all of them have, in the order of the first. A
 * session joins, in market order, while enough days are left.
 */
function sharedDays(
  history: ReadonlyMap<Session, PastErrors>,
  inUse: ReadonlySet<Session>,
): ReadonlyMap<Session, readonly DayErrors[]> {
  const joined: PastErrors[] = [];
  const sessions: Session[] = [];
  let dates: readonly string[] = [];
  for (const { session } of SESSIONS.filter((each) => inUse.has(each.session))) {
    const errors = history.get(session);
    if (!errors) continue;
    const left = joined.length === 0 ? [...errors.keys()] : dates.filter((day) => errors.has(day));
    if (left.length < LEAST_DAYS) continue;
    dates = left;
    joined.push(errors);
    sessions.push(session);
  }
  return new Map(
    sessions.map((session, i) => {
      return [session, dates.map((date) => joined[i]?.get(date) as DayErrors)];
    }),
  );
}

/** The slot with the sessions that have a history, and the errors of its period. */
function withErrors(slot: Slot, known: ReadonlyMap<Session, readonly DayErrors[]>): Slot {
  const kept = slot.sessions.flatMap((session, i) => {
    const days = known.get(session);
    return days ? [{ session, weighed: slot.weighed[i] as number, days }] : [];
  });
  return {
    ...slot,
    sessions: kept.map(({ session }) => session),
    weighed: kept.map(({ weighed }) => weighed),
    errors: kept.map(({ days }) => periodErrors(slot.period, days)),
  };
}

/** The mean error over a period on each of the days, in EUR/MWh. */
function periodErrors(period: Period, days: readonly DayErrors[]): Float64Array {
  const quarters = [...quartersOf(period)].map((end) => ({
    clock: clockQuarter(end),
    weight: minutesWithin(end, period) / period.minutes / MILLI,
  }));
  return Float64Array.from(days, (day) => {
    return quarters.reduce((sum, { clock, weight }) => sum + weight * (day[clock] as number), 0);
  });
}
