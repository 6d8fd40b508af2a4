import {
  clockParts,
  type DayErrors,
  DRAWN_DAY,
  Gates,
  MILLI,
  MIN_DAYS,
  type PastErrors,
  type Period,
  priceMinutes,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import { type Slot, type StrategyModel, slotOf } from '../model.ts';
import type { ErrorsByVintage, SeriesItem, SplitInputs } from '../split-inputs.ts';
import { withExpectedSpreads } from './expected-spreads.ts';
import { meanSpreadSlots } from './mean-spreads.ts';

/** Periods whose errors are kept: the quarter hours and hours of a day, those of clock changes too. */
const MAX_PERIODS = 200;

/**
 * The slots of a model. A session that lacks what the model needs is not in its S; where that
 * leaves an item without any session, `gap` names the missing input of the earliest one.
 *
 * @param open the sessions in which each item can be bought.
 */
export function slotsFor(
  model: StrategyModel,
  inputs: SplitInputs,
  open: readonly (readonly Session[])[],
): { slots: readonly Slot[]; gap?: string } {
  const { items, history, spreads = {} } = inputs;
  if (!model.inputs.includes('price_predictions')) {
    return { slots: items.map((item, i) => slotOf(item, open[i] as Session[])) };
  }
  const priced = pricedSlots(inputs, open);
  const byMeans = model.inputs.includes('mean_spreads');
  const unpriced = earliest(
    priced.filter(({ sessions }, i) => {
      if (byMeans) return open[i]?.includes('MD') && !sessions.includes('MD');
      return sessions.length === 0;
    }),
  );
  if (unpriced) return { slots: [], gap: `no price prediction for ${unpriced.label}` };
  if (byMeans) return { slots: meanSpreadSlots(items, open, spreads) };
  if (!model.inputs.includes('price_history')) return { slots: priced };

  const known = sharedDays(history, priced);
  const slots = priced.map((slot) => withErrors(slot, known));
  if (slots.every(({ sessions }) => sessions.length > 0)) {
    return {
      slots: model.inputs.includes('spread_curves') ? withExpectedSpreads(slots, inputs) : slots,
    };
  }
  const gap = `fewer than ${MIN_DAYS} days of past predictions and realised prices`;
  return { slots: [], gap };
}

/** Kept for as long as the inputs are: each model asks, and so does the evaluation. */
const openOf = new WeakMap<SplitInputs, readonly (readonly Session[])[]>();

/** The sessions in which each item can be bought; the same array for the same inputs. */
export function openSessions(inputs: SplitInputs): readonly (readonly Session[])[] {
  const known = openOf.get(inputs);
  if (known) return known;
  const gates = new Gates(inputs.submittedAt, inputs.cancelled);
  const open = inputs.items.map(({ period }) => gates.open(period));
  openOf.set(inputs, open);
  return open;
}

/** Kept for as long as the sessions in which items can be bought. */
const pricedOf = new WeakMap<readonly unknown[], { inputs: SplitInputs; slots: readonly Slot[] }>();

/** Each item with the open sessions that have a predicted price. */
function pricedSlots(inputs: SplitInputs, open: readonly (readonly Session[])[]): readonly Slot[] {
  const known = pricedOf.get(open);
  if (known?.inputs === inputs) return known.slots;
  const { items, curves } = inputs;
  const slots = items.map((item, i) => pricedSlot(item, open[i] as Session[], curves));
  pricedOf.set(open, { inputs, slots });
  return slots;
}

function pricedSlot(
  item: SeriesItem,
  sessions: readonly Session[],
  curves: SplitInputs['curves'],
): Slot {
  const weighed = new Map<Session, number>();
  for (const session of sessions) {
    const curve = curves.get(session);
    const cost = curve && priceMinutes(curve, item.period);
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
 * The past days by which the models that learn from history judge a series, whether or not they
 * run. If the days are too few, there are none.
 *
 * @param open the sessions in which each item can be bought.
 */
export function pastDays(
  inputs: SplitInputs,
  open: readonly (readonly Session[])[],
): PastDaysOfSlots {
  const slots = pricedSlots(inputs, open);
  const { vintageOf, errors } = sharedDays(inputs.history, slots);
  const [first] = errors.values();
  return {
    count: first?.days.length ?? 0,
    knownCount: first?.dates.split(',').filter((date) => !date.startsWith(DRAWN_DAY)).length ?? 0,
    of(item, session) {
      const vintage = vintageOf(slots[item] as Slot);
      return vintage && errors.get(pairOf(vintage, session))?.days;
    },
    errors(item, session) {
      const slot = slots[item] as Slot;
      const vintage = vintageOf(slot);
      const own = vintage && errors.get(pairOf(vintage, session));
      return own && periodErrors(slot.period, own);
    },
  };
}

/** Past prediction errors, item by item. */
export interface PastDaysOfSlots {
  /** How many days all sessions in use have. */
  readonly count: number;
  /** How many of them are past days: the others are drawn from bands. */
  readonly knownCount: number;
  /**
   * The errors of an item's session on each of these days; undefined if they are not known. The
   * same array for all items with the same predictions.
   */
  of(item: number, session: Session): readonly DayErrors[] | undefined;
  /** The mean of them over the item's period on each of these days, as {@link Slot.errors}. */
  errors(item: number, session: Session): Float64Array | undefined;
}

/** Errors of the days that all slots share, and the vintage that each slot compares by. */
interface SharedHistory {
  readonly vintageOf: (slot: Slot) => Session | undefined;
  /** By {@link pairOf}. */
  readonly errors: ReadonlyMap<string, DerivedErrors>;
}

/** Errors on some days, newest first, and what periods have been asked of them. */
interface DerivedErrors {
  readonly dates: string;
  readonly days: readonly DayErrors[];
  readonly periods: Map<string, Float64Array>;
}

/** Cached as long as a history is: the next purchase of its time needs the same. */
const derived = new WeakMap<PastErrors, DerivedErrors>();

function derivedFrom(errors: PastErrors, dates: readonly string[]): DerivedErrors {
  const known = derived.get(errors);
  const names = dates.join();
  if (known?.dates === names) return known;
  const days = dates.map((date) => errors.get(date)?.errors ?? []);
  const made = { dates: names, days, periods: new Map<string, Float64Array>() };
  derived.set(errors, made);
  return made;
}

/** Names the errors of a session's predictions from before the gate of another. */
function pairOf(vintage: Session, session: Session): string {
  return `${vintage} ${session}`;
}

/**
 * The history that the slots share: the days that all sessions in use have. A session joins, in
 * market order, while enough days are left. A slot's vintage is that of its first session that has
 * enough days and joins.
 */
function sharedDays(history: ErrorsByVintage, slots: readonly Slot[]): SharedHistory {
  const known = sharedOf.get(slots) ?? findSharedDays(history, slots);
  sharedOf.set(slots, known);
  return known;
}

/** Kept for as long as {@link pricedSlots} are, which have one history. */
const sharedOf = new WeakMap<readonly Slot[], SharedHistory>();

function findSharedDays(history: ErrorsByVintage, slots: readonly Slot[]): SharedHistory {
  const excluded = new Set<Session>();
  for (;;) {
    const vintageOf = ({ sessions }: Slot) => {
      return sessions.find(
        (each) => !excluded.has(each) && hasEnough(history.get(each)?.get(each)),
      );
    };
    const errors = joinedDays(history, slots, vintageOf);
    const vintages = new Set(slots.map(vintageOf));
    const left = SESSIONS.find(({ session }) => {
      return vintages.has(session) && !errors.has(pairOf(session, session));
    });
    if (!left) return { vintageOf, errors };
    excluded.add(left.session);
  }
}

function joinedDays(
  history: ErrorsByVintage,
  slots: readonly Slot[],
  vintageOf: SharedHistory['vintageOf'],
): SharedHistory['errors'] {
  const inUse = new Set<string>();
  for (const slot of slots) {
    const vintage = vintageOf(slot);
    for (const each of slot.sessions) if (vintage) inUse.add(pairOf(vintage, each));
  }
  const joined = new Map<string, PastErrors>();
  let dates: readonly string[] | undefined;
  for (const { session } of SESSIONS) {
    for (const { session: vintage } of SESSIONS) {
      const errors = history.get(vintage)?.get(session);
      if (!errors || !inUse.has(pairOf(vintage, session))) continue;
      const left: readonly string[] = (dates ?? [...errors.keys()]).filter((day) =>
        errors.has(day),
      );
      if (left.length < MIN_DAYS) continue;
      dates = left;
      joined.set(pairOf(vintage, session), errors);
    }
  }
  const shared = dates ?? [];
  return new Map([...joined].map(([pair, errors]) => [pair, derivedFrom(errors, shared)]));
}

function hasEnough(errors: PastErrors | undefined): boolean {
  return errors !== undefined && errors.size >= MIN_DAYS;
}

/** The slot with the sessions that have a history of its vintage, and the errors of its period. */
function withErrors(slot: Slot, { vintageOf, errors }: SharedHistory): Slot {
  const vintage = vintageOf(slot);
  const usable = slot.sessions.flatMap((session, i) => {
    const own = vintage && errors.get(pairOf(vintage, session));
    return own ? [{ session, weighed: slot.weighed[i] as number, own }] : [];
  });
  return {
    ...slot,
    sessions: usable.map(({ session }) => session),
    weighed: usable.map(({ weighed }) => weighed),
    errors: usable.map(({ own }) => periodErrors(slot.period, own)),
  };
}

/** The mean error over a period on each of the days, in EUR/MWh. */
function periodErrors(period: Period, { days, periods }: DerivedErrors): Float64Array {
  const { name, quarters } = clockParts(period);
  const known = periods.get(name);
  if (known) return known;
  const errors = new Float64Array(days.length);
  const parts = quarters.map(({ clock, minutes }) => {
    return { clock, weight: minutes / period.minutes / MILLI };
  });
  // A loop over indices: most of the time of a long series is spent here.
  for (let k = 0; k < days.length; k += 1) {
    const day = days[k] as DayErrors;
    let sum = 0;
    for (const { clock, weight } of parts) sum += weight * (day[clock] as number);
    errors[k] = sum;
  }
  if (periods.size < MAX_PERIODS) periods.set(name, errors);
  return errors;
}
