import { QUARTER_MINUTES, QUARTER_MS } from '@solano/domain/kernel';
import type { ImbalanceDay } from '@solano/domain/market';
import { TRADE_SESSIONS } from '../trades/trade.ts';
import type { Basis, BoughtEnergy } from './bought-energy.ts';
import {
  type ComparedPeriod,
  type ComparedPeriods,
  LACKING,
  type Lacking,
  type SessionBought,
} from './compared-period.ts';
import type { DecidedEnergy } from './decided-energy.ts';
import { PER_MILLI } from './quarter-energy.ts';

/** Quarter hours of some days with what is known of them. */
interface KnownQuarters extends BoughtEnergy, Pick<DecidedEnergy, 'forecast'> {
  /** Undefined where a measurement is missing. */
  readonly measured: readonly (bigint | undefined)[];
  /** Thousandths of EUR/MWh. */
  readonly dayAhead: readonly (number | undefined)[];
}

/** A day's place in {@link KnownQuarters}: the quarter hours from `first` to before `after`. */
interface DayPlace {
  /** (ms) */
  readonly start: number;
  readonly first: number;
  readonly after: number;
}

/** A compared period: its time (ms), and its quarter hours from `first` to before `after`. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly after: number;
}

/** Prices of deviations, in thousandths of EUR/MWh. */
interface DeviationPrices {
  readonly short: number;
  readonly long: number;
}

interface SessionSum {
  bought: bigint;
  cost: bigint;
  restsOn: Basis | 'both' | undefined;
}

/** Compares quarter hours, or hours, day by day. */
export class Comparison {
  readonly #periods: ComparedPeriod[] = [];
  readonly #missing: { from: number; to: number; what: Lacking }[] = [];
  readonly #undecided = new Set<string>();
  readonly #notBought = new Map<string, bigint>();
  readonly #sessions = new Map<string, SessionSum>();

  get compared(): ComparedPeriods {
    return {
      periods: this.#periods,
      missing: this.#missing.toSorted(
        (a, b) => a.from - b.from || LACKING.indexOf(a.what) - LACKING.indexOf(b.what),
      ),
      undecided: [...this.#undecided],
      sessions: this.#boughtBySession(),
      notBought: Array.from(this.#notBought, ([session, energy]) => ({ session, energy })),
    };
  }

  #boughtBySession(): SessionBought[] {
    const names = new Set<string>([...TRADE_SESSIONS, ...this.#sessions.keys()]);
    return [...names].flatMap((session): SessionBought | [] => {
      const { restsOn, bought = 0n, cost = 0n } = this.#sessions.get(session) ?? {};
      if (!restsOn || (bought === 0n && cost === 0n)) return [];
      return { session, restsOn, bought, cost };
    });
  }

  /** Notes the purchases without a decision, once for some days. */
  addUndecided(ids: readonly string[]): void {
    for (const id of ids) this.#undecided.add(id);
  }

  /** @param prices of deviations; undefined where the day has none. */
  addDay(
    { start, first, after }: DayPlace,
    prices: ImbalanceDay | undefined,
    known: KnownQuarters,
  ): void {
    const width = (prices?.stepMinutes ?? QUARTER_MINUTES) / QUARTER_MINUTES;
    for (let quarter = first; quarter < after; quarter += width) {
      const from = start + (quarter - first) * QUARTER_MS;
      const end = from + width * QUARTER_MS;
      const span = { start: from, end, first: quarter, after: quarter + width };
      const lacking = lackingOf(known, span);
      if (!prices) lacking.push('price');
      for (const what of lacking) this.#addMissing(span, what);
      if (!prices || lacking.length > 0) continue;
      const i = (quarter - first) / width;
      const [short, long] = [prices.short[i] as number, prices.long[i] as number];
      this.#periods.push(comparedPeriod(span, { short, long }, known));
      this.#addSessions(known, span);
    }
  }

  #addMissing({ start, end }: Span, what: Lacking): void {
    const last = this.#missing.findLast((each) => each.what === what);
    if (last?.to === start) last.to = end;
    else this.#missing.push({ from: start, to: end, what });
  }

  #addSessions({ sessions, notBought }: KnownQuarters, { first, after }: Span): void {
    for (const { session, bought, cost, basis } of sessions) {
      const sums = this.#sessions.get(session) ?? { bought: 0n, cost: 0n, restsOn: undefined };
      this.#sessions.set(session, sums);
      for (let quarter = first; quarter < after; quarter += 1) {
        sums.bought += bought[quarter] as bigint;
        sums.cost += cost[quarter] as bigint;
        const own = basis[quarter];
        if (own && own !== sums.restsOn) sums.restsOn = sums.restsOn ? 'both' : own;
      }
    }
    for (const [session, energies] of notBought) {
      let sum = this.#notBought.get(session) ?? 0n;
      for (let quarter = first; quarter < after; quarter += 1) sum += energies[quarter] as bigint;
      if (sum !== 0n) this.#notBought.set(session, sum);
    }
  }
}

function lackingOf(
  { covered, unpriced, measured, dayAhead }: KnownQuarters,
  { first, after }: Span,
): Lacking[] {
  const isAny = (lacks: (quarter: number) => boolean) => {
    for (let quarter = first; quarter < after; quarter += 1) if (lacks(quarter)) return true;
    return false;
  };
  const lacking: Lacking[] = [];
  if (isAny((quarter) => measured[quarter] === undefined)) lacking.push('measurement');
  if (isAny((quarter) => covered[quarter] === 0)) lacking.push('decision');
  if (isAny((quarter) => unpriced[quarter] === 1 || dayAhead[quarter] === undefined)) {
    lacking.push('market_price');
  }
  return lacking;
}

/** Units of money in a unit of energy at a thousandth of EUR/MWh. */
const MONEY = Number(PER_MILLI);

function comparedPeriod(
  { start, end, first, after }: Span,
  { short, long }: DeviationPrices,
  { sessions, measured, dayAhead, forecast }: KnownQuarters,
): ComparedPeriod {
  const sums = { bought: 0n, forecast: 0n, measured: 0n, marketCost: 0n, dayAheadCost: 0n };
  let dayAheadSum = 0;
  for (let quarter = first; quarter < after; quarter += 1) {
    const price = dayAhead[quarter] as number;
    let energy = 0n;
    for (const session of sessions) {
      energy += session.bought[quarter] as bigint;
      sums.marketCost += session.cost[quarter] as bigint;
    }
    sums.bought += energy;
    sums.forecast += forecast[quarter] ?? energy;
    sums.measured += measured[quarter] as bigint;
    sums.dayAheadCost += energy * BigInt(MONEY * price);
    dayAheadSum += price;
  }
  const deviation = sums.measured - sums.bought;
  // The mean of four prices is whole in these units.
  const dayAheadMean = (MONEY / (after - first)) * dayAheadSum;
  const deviationPrice = (energy: bigint) => MONEY * (energy > 0n ? short : long);
  const overDayAhead = (energy: bigint) => energy * BigInt(deviationPrice(energy) - dayAheadMean);
  return {
    start,
    end,
    ...sums,
    deviationCost: deviation * BigInt(deviationPrice(deviation)),
    overDayAhead: overDayAhead(deviation),
    forecastOverDayAhead: overDayAhead(sums.measured - sums.forecast),
  };
}
