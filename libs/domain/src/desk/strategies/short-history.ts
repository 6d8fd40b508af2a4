import { byClock, clockQuarter } from '@solano/domain/kernel';
import {
  type BandedPrediction,
  type DayErrors,
  DRAWN_DAY,
  MIN_DAYS,
  type PastDay,
  type PastErrors,
  type Period,
  type PriceReader,
  QUANTILES,
  quartersOf,
  type Session,
  summed,
} from '@solano/domain/market';
import type { ErrorsByVintage } from '../models/split-inputs.ts';

const PERCENT = 100;
/** The fractional parts of its multiples lie evenly, and neighbours are far apart. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** How far each of the `QUANTILES` lies from the predicted price, by `clockQuarter`. */
export type BandDeviations = readonly DayErrors[];

/** Reads the past errors of a session, of predictions from before the gate of another. */
export type ReadSession = (vintage: Session, session: Session) => Promise<PastErrors>;

/**
 * How far the bands of a market's newest prediction lie from its prices, in thousandths of EUR/MWh;
 * over several days their mean for each quarter of the clock. Undefined if a period lacks them.
 *
 * @param before only predictions generated before this instant (ms) are known.
 */
export async function bandDeviations(
  prices: PriceReader,
  market: BandedPrediction['market'],
  periods: readonly Period[],
  before: number,
): Promise<BandDeviations | undefined> {
  const requested = new Set(periods.flatMap((period) => quartersOf(period)));
  const [from, to] = [Math.min(...requested) - 1, Math.max(...requested)];
  const [newest] = await prices.lastBanded(market, [{ from, to, before }]);
  if (!newest?.bands) return undefined;
  const positions = new Map(
    newest.ends.flatMap((end, i) => {
      return quartersOf({ end, minutes: newest.stepMinutes }).map((each) => [each, i] as const);
    }),
  );
  const { bands } = newest;
  const deviations = bands.map((band) => {
    const sums = new Map<number, { sum: number; count: number; end: number }>();
    for (const end of requested) {
      const position = positions.get(end);
      const value = position === undefined ? null : (band[position] ?? null);
      if (position === undefined || value === null) return undefined;
      const { sum, count } = sums.get(clockQuarter(end)) ?? { sum: 0, count: 0 };
      const deviation = value - (newest.prices[position] as number);
      sums.set(clockQuarter(end), { sum: sum + deviation, count: count + 1, end });
    }
    return byClock(new Map([...sums.values()].map(({ sum, count, end }) => [end, sum / count])));
  });
  const whole = deviations.filter((each) => each !== undefined);
  return whole.length === QUANTILES.length ? whole : undefined;
}

/**
 * The past errors of sessions that are compared, with as many days drawn from their bands as {@link
 * MIN_DAYS} needs beyond those that all of them have. Draws reverse how bands are made: a day's
 * prices of the first session are all off at one level of their bands, and the others by that and
 * by a level of their own spread over it, which are independent of each other. If hours move apart,
 * a day of one level is too good or too bad: scenarios are on the cautious side.
 *
 * @param sessions with their past errors and bands, in market order, at least one.
 */
export function withDrawnDays(
  sessions: readonly {
    readonly session: Session;
    readonly past: PastErrors;
    readonly bands: BandDeviations;
  }[],
): ReadonlyMap<Session, PastErrors> {
  const [first] = sessions;
  const shared = [...(first?.past.keys() ?? [])].filter((date) => {
    return sessions.every(({ past }) => past.has(date));
  });
  const count = Math.max(0, MIN_DAYS - shared.length);
  const base = first?.bands ?? [];
  return new Map(
    sessions.map(({ session, past, bands }, number) => {
      const known = shared.map((date) => [date, past.get(date) as PastDay] as const);
      const spreads = bands.map((band, i) => {
        return band.map((each, clock) => summed(each, -((base[i] as DayErrors)[clock] as number)));
      });
      const drawn = Array.from({ length: count }, (_, day) => {
        const level = (day + 0.5) / count;
        const own = (day * (number + 1) * GOLDEN + 0.5) % 1;
        const errors = (base[0] ?? []).map((__, clock) => {
          const shift = valueAt(base, clock, level);
          return Math.round(number === 0 ? shift : shift + valueAt(spreads, clock, own));
        });
        return [`${DRAWN_DAY} ${day + 1}`, { errors, origins: [] }] as const;
      });
      return [session, new Map<string, PastDay>([...known, ...drawn])];
    }),
  );
}

/**
 * The errors of the sessions of each set, of predictions from before the gate of its first session.
 * A first session that is too short of history is not used: then the next is the first.
 */
export async function errorsByVintage(
  sets: readonly (readonly Session[])[],
  read: ReadSession,
): Promise<ErrorsByVintage> {
  const history = new Map<Session, Map<Session, PastErrors>>();
  for (const sessions of sets) {
    for (const [i, vintage] of sessions.entries()) {
      const errors = history.get(vintage) ?? new Map<Session, PastErrors>();
      history.set(vintage, errors);
      const own = errors.get(vintage) ?? (await read(vintage, vintage));
      errors.set(vintage, own);
      if (own.size < MIN_DAYS) continue;
      for (const session of sessions.slice(i + 1)) {
        if (!errors.has(session)) errors.set(session, await read(vintage, session));
      }
      break;
    }
  }
  return history;
}

/**
 * The same with days drawn from the bands of predictions for the sets in which a session has too
 * few; sessions whose predictions have no bands stay as they are.
 */
export async function fillShort(
  known: ErrorsByVintage,
  sets: readonly (readonly Session[])[],
  from: {
    readonly read: ReadSession;
    readonly bandsOf: (session: Session) => Promise<BandDeviations | undefined>;
  },
): Promise<ErrorsByVintage> {
  const filled = new Map(known);
  for (const sessions of sets) {
    const vintage = sessions.find((each) => hasEnough(known.get(each)?.get(each)));
    const own = vintage && known.get(vintage);
    if (own && sessions.every((session) => hasEnough(own.get(session)))) continue;
    const banded: Parameters<typeof withDrawnDays>[0][number][] = [];
    for (const session of sessions) {
      const bands = await from.bandsOf(session);
      if (!bands) continue;
      const first = banded[0]?.session ?? session;
      banded.push({ session, past: await from.read(first, session), bands });
    }
    const [first] = banded;
    const isShort = banded.some(({ past }) => !hasEnough(past));
    if (!first || !isShort) continue;
    const others = filled.get(first.session) ?? [];
    filled.set(first.session, new Map([...others, ...withDrawnDays(banded)]));
  }
  return filled;
}

function hasEnough(errors: PastErrors | undefined): boolean {
  return errors !== undefined && errors.size >= MIN_DAYS;
}

/** The deviation at a level from 0 to 1: the line through the quantiles around, or the outermost. */
function valueAt(bands: BandDeviations, clock: number, level: number): number {
  const asked = level * PERCENT;
  const above = QUANTILES.findIndex((quantile, i) => i > 0 && quantile >= asked);
  const upper = above < 0 ? QUANTILES.length - 1 : above;
  const [low, high] = [QUANTILES[upper - 1] as number, QUANTILES[upper] as number];
  const [from, to] = [upper - 1, upper].map((i) => bands[i]?.[clock] as number) as [number, number];
  return from + ((asked - low) / (high - low)) * (to - from);
}
