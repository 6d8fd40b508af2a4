import { QUARTER_MINUTES, QUARTER_MS } from '@solano/domain/kernel';
import type { ImbalanceDay } from '@solano/domain/market';
import { TRADE_SESSIONS } from '../trades/trade.ts';
import { type BoughtEnergy, DECIDED, EXECUTED, type SessionQuarters } from './bought-energy.ts';
import {
  type ComparedPeriod,
  type ComparedPeriods,
  LACKING,
  type Lacking,
  type SessionBought,
} from './compared-period.ts';

/** Quarter hours of some days with what is known of them. */
interface KnownQuarters
  extends Pick<BoughtEnergy, 'covered' | 'unpriced' | 'notBought' | 'forecast'> {
  readonly sessions: readonly SessionQuarters[];
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

const NOTHING = { bought: 0n, cost: 0n, basis: 0 };
const RESTS_ON: Readonly<Record<number, SessionBought['restsOn']>> = {
  [DECIDED]: 'decision',
  [EXECUTED]: 'executed',
  [DECIDED | EXECUTED]: 'both',
};

/** Compares quarter hours, or hours, day by day. */
export class Comparison {
  readonly #periods: ComparedPeriod[] = [];
  readonly #missing: { from: number; to: number; what: Lacking }[] = [];
  readonly #undecided = new Set<string>();
  readonly #notBought = new Map<string, bigint>();
  readonly #sessions = new Map<string, typeof NOTHING>();

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
      const { basis, ...sums } = this.#sessions.get(session) ?? NOTHING;
      const restsOn = RESTS_ON[basis];
      if (!restsOn || (sums.bought === 0n && sums.cost === 0n)) return [];
      return { session, restsOn, ...sums };
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
      const span = { start: from, end: from + width * QUARTER_MS };
      const lacking = lackingOf(known, quarter, quarter + width);
      if (!prices) lacking.push('price');
      for (const what of lacking) this.#addMissing(span, what);
      if (!prices || lacking.length > 0) continue;
      const i = (quarter - first) / width;
      const [short, long] = [prices.short[i] as number, prices.long[i] as number];
      this.#periods.push(comparedPeriod(span, { short, long }, known, quarter, quarter + width));
      this.#addSessions(known, quarter, quarter + width);
    }
  }

  #addMissing({ start, end }: { start: number; end: number }, what: Lacking): void {
    const last = this.#missing.findLast((each) => each.what === what);
    if (last?.to === start) last.to = end;
    else this.#missing.push({ from: start, to: end, what });
  }

  #addSessions({ sessions, notBought }: KnownQuarters, first: number, after: number): void {
    for (const { session, bought, cost, basis } of sessions) {
      const sums = this.#sessions.get(session) ?? { ...NOTHING };
      this.#sessions.set(session, sums);
      for (let quarter = first; quarter < after; quarter += 1) {
        sums.bought += bought[quarter] as bigint;
        sums.cost += cost[quarter] as bigint;
        sums.basis |= basis[quarter] as number;
      }
    }
    for (const [session, energies] of notBought) {
      let sum = this.#notBought.get(session) ?? 0n;
      for (let quarter = first; quarter < after; quarter += 1) sum += energies[quarter] as bigint;
      if (sum !== 0n) this.#notBought.set(session, sum);
    }
  }
}

/** What is missing of the quarter hours from `first` to before `after`. */
function lackingOf(
  { covered, unpriced, measured, dayAhead }: KnownQuarters,
  first: number,
  after: number,
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

function comparedPeriod(
  span: { readonly start: number; readonly end: number },
  price: { readonly short: number; readonly long: number },
  { sessions, measured, dayAhead, forecast }: KnownQuarters,
  first: number,
  after: number,
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
    sums.dayAheadCost += energy * BigInt(4 * price);
    dayAheadSum += price;
  }
  const deviation = sums.measured - sums.bought;
  const quarters = (energy: bigint) => 4 * (energy > 0n ? price.short : price.long);
  const overDayAhead = (energy: bigint) =>
    energy * BigInt(quarters(energy) - (4 / (after - first)) * dayAheadSum);
  return {
    ...span,
    ...sums,
    deviationCost: deviation * BigInt(quarters(deviation)),
    overDayAhead: overDayAhead(deviation),
    forecastOverDayAhead: overDayAhead(sums.measured - sums.forecast),
  };
}
