import { endsOf, madridHour } from './madrid.ts';
import {
  type PlacedBids,
  type PlannedDay,
  SESSION_NAMES,
  type SessionName,
  type ShownPlan,
  type ShownSession,
} from './planned-day.ts';

/** When gates close in Madrid, and from which hour of the day their sessions trade. */
const RULES: Readonly<Record<SessionName, { daysOff: number; hour: number; from: number }>> = {
  MD: { daysOff: -1, hour: 12, from: 0 },
  MID1: { daysOff: -1, hour: 15, from: 0 },
  MID2: { daysOff: -1, hour: 22, from: 0 },
  MID3: { daysOff: 0, hour: 10, from: 12 },
};
const MINUTE = 60_000;
/** Thousandths of EUR for each MWh that is bought or sold. */
const FEE_MILLI = 250n;
/** Watts: less is not bid again. */
const STEP_WATTS = 100_000;

interface Item {
  readonly label: string;
  readonly end: number;
  readonly watts: number;
}

/** What a session bought. `weighed`: thousandths of EUR/MWh × minutes; null: no price. */
interface Outcome {
  readonly status: 'cleared' | 'cancelled' | 'late' | 'bid';
  readonly bought: readonly {
    readonly item: number;
    readonly watts: number;
    readonly weighed: number | null;
  }[];
}

/**
 * Where a plan differs from what follows from its bids and the published prices, by whole numbers and none of
 * the service's code; each sentence is a difference.
 */
export function planDifferences(day: PlannedDay): string[] {
  const found: string[] = [];
  const recomputed = new Recomputation(day, found);
  compare(day.shown, recomputed.plan(), found);
  return found.map((each) => `${day.date}: ${each}`);
}

class Recomputation {
  readonly #day: PlannedDay;
  readonly #items: readonly Item[];
  readonly #found: string[];
  readonly #outcomes = new Map<SessionName, Outcome>();

  constructor(day: PlannedDay, found: string[]) {
    this.#day = day;
    this.#found = found;
    const labels = day.items.map(({ datetime }) => datetime);
    const ends = endsOf(day.date, labels, day.minutes);
    this.#items = day.items.map(({ datetime, purchase }, i) => {
      return { label: datetime, end: ends[i] as number, watts: Math.round(purchase * 1e6) };
    });
    for (const [i, at] of day.looks.entries()) this.#look(at, day.looks[i + 1] ?? Infinity);
  }

  plan(): ShownPlan {
    const rests = this.#rests(SESSION_NAMES);
    const pending = new Set(
      SESSION_NAMES.flatMap((session) => {
        return this.#outcomes.has(session) ? [] : this.#bidsOf(session).map(({ item }) => item);
      }),
    );
    const minutes = BigInt(this.#day.minutes);
    const leftEnergy = rests.reduce((sum, watts) => sum + BigInt(watts) * minutes, 0n);
    return {
      sessions: SESSION_NAMES.flatMap((session) => this.#session(session) ?? []),
      left_mwh: Number(decimal(leftEnergy, 60_000_000n, 3)),
      left: this.#items.flatMap(({ label }, i) => {
        const watts = rests[i] as number;
        return watts === 0 || pending.has(i) ? [] : { datetime: label, left_mw: watts / 1e6 };
      }),
    };
  }

  /** What is known at an instant, session after session, until one has no result yet. */
  #look(at: number, next: number): void {
    for (const session of SESSION_NAMES) {
      if (!this.#covers(session)) continue;
      const bids = this.#bidsOf(session);
      const newest = this.#newest(session, at);
      const closesAt = this.#closesAt(session);
      const isCancelled = newest?.prices === null;
      if (at < closesAt && !isCancelled) {
        if (next >= closesAt) this.#checkBids(session);
        return;
      }
      const outcome = this.#outcome(session, at);
      if (outcome) this.#outcomes.set(session, outcome);
      else this.#outcomes.delete(session);
      if (!outcome && bids.length > 0) return;
    }
  }

  #outcome(session: SessionName, at: number): Outcome | undefined {
    const before = this.#outcomes.get(session);
    if (before?.status === 'cleared') return before;
    const bids = this.#bidsOf(session);
    const newest = this.#newest(session, at);
    const isClosed = at >= this.#closesAt(session);
    if (newest?.prices && bids.length > 0 && isClosed) {
      return this.#bought(session, 'cleared', (item) => this.#weighed(session, item, at));
    }
    if (newest?.prices === null) {
      return {
        status: 'cancelled',
        bought: bids.map(({ item }) => ({ item, watts: 0, weighed: null })),
      };
    }
    if (before?.status === 'late') return before;
    if (bids.length === 0 || at < this.#lateFrom(session, at)) return undefined;
    return this.#bought(session, 'late', (_, predicted) => {
      return predicted === null ? null : Math.round(predicted * 1000 * this.#day.minutes);
    });
  }

  #bought(
    session: SessionName,
    status: Outcome['status'],
    priceOf: (item: number, predicted: number | null) => number | null,
  ): Outcome {
    const bought = this.#bidsOf(session).map(({ item, direction, predicted, steps }) => {
      const weighed = priceOf(item, predicted);
      let watts = 0;
      for (const { price, mw } of steps) {
        // A limit in cents × minutes in thousandths.
        const limit = price === null ? null : Math.round(price * 100) * 10 * this.#day.minutes;
        const isMet =
          limit === null ||
          (weighed !== null && (direction > 0 ? weighed <= limit : weighed >= limit));
        if (isMet) watts += Math.round(mw * 1e6);
      }
      return { item, watts: direction < 0 ? -watts : watts, weighed };
    });
    return { status, bought };
  }

  /** Bids for a gate that closes before the next look are for what is left, each once. */
  #checkBids(session: SessionName): void {
    const earlier = SESSION_NAMES.slice(0, SESSION_NAMES.indexOf(session));
    const rests = this.#rests(earlier);
    for (const { item, direction, steps } of this.#bidsOf(session)) {
      const rest = rests[item] as number;
      const bid = steps.reduce((sum, { mw }) => sum + Math.round(mw * 1e6), 0);
      const isWhole = steps.every(({ price }) => price !== null) || bid === Math.abs(rest);
      if (
        Math.sign(rest) !== direction ||
        bid > Math.abs(rest) ||
        !isWhole ||
        Math.abs(rest) < STEP_WATTS
      ) {
        this.#found.push(`${session} bids ${bid} W of item ${item}, of which ${rest} W are left.`);
      }
    }
  }

  #rests(sessions: readonly SessionName[]): number[] {
    const rests = this.#items.map(({ watts }) => watts);
    for (const session of sessions) {
      for (const { item, watts } of this.#outcomes.get(session)?.bought ?? []) {
        rests[item] = (rests[item] as number) - watts;
      }
    }
    return rests;
  }

  #session(session: SessionName): ShownSession | undefined {
    const outcome = this.#outcomes.get(session) ?? this.#pending(session);
    if (!outcome) return undefined;
    const last = this.#day.looks.at(-1) as number;
    let [energy, turnover, value, revised] = [0n, 0n, 0n, 0n];
    let [isPriced, isRevised] = [true, false];
    for (const { item, watts, weighed } of outcome.bought) {
      const own = BigInt(watts) * BigInt(this.#day.minutes);
      energy += own;
      turnover += own < 0n ? -own : own;
      if (weighed === null && watts !== 0) isPriced = false;
      value += BigInt(watts) * BigInt(weighed ?? 0);
      const now = outcome.status === 'cleared' ? this.#weighed(session, item, last) : weighed;
      if (now !== weighed) isRevised = true;
      revised += BigInt(watts) * BigInt(now ?? 0);
    }
    const average = (sum: bigint) => {
      return isPriced && energy !== 0n ? decimal(sum, energy * 1000n, 2) : null;
    };
    return {
      session,
      status: outcome.status,
      bought_mwh: Number(decimal(energy, 60_000_000n, 3)),
      average_price: average(value),
      cost: isPriced ? decimal(value + turnover * FEE_MILLI, 60_000_000_000n, 2) : null,
      revised_price: isRevised ? average(revised) : null,
    };
  }

  /** What was bid and has no result yet. */
  #pending(session: SessionName): Outcome | undefined {
    return this.#bidsOf(session).length > 0 ? { status: 'bid', bought: [] } : undefined;
  }

  /** Thousandths of EUR/MWh × minutes of an item by the newest prices at an instant; null: there are none. */
  #weighed(session: SessionName, item: number, at: number): number | null {
    const prices = this.#newest(session, at)?.prices;
    if (!prices) return null;
    const { end } = this.#items[item] as Item;
    const start = end - this.#day.minutes * MINUTE;
    let sum = 0;
    for (const each of prices) {
      const from = Math.max(start, each.end - each.minutes * MINUTE);
      const shared = (Math.min(end, each.end) - from) / MINUTE;
      if (shared > 0) sum += each.milli * shared;
    }
    return sum;
  }

  #newest(session: SessionName, at: number) {
    return this.#day.publications.findLast((each) => each.session === session && each.at <= at);
  }

  #bidsOf(session: SessionName): PlacedBids['bids'] {
    return this.#day.placed.find((each) => each.session === session)?.bids ?? [];
  }

  #closesAt(session: SessionName): number {
    const { hour, daysOff } = RULES[session];
    return madridHour(this.#day.date, hour, daysOff);
  }

  /** Half an hour before the next gate of a session that is held; without one an hour after it was to be published. */
  #lateFrom(session: SessionName, at: number): number {
    const later = SESSION_NAMES.slice(SESSION_NAMES.indexOf(session) + 1);
    const next = later.find(
      (each) => this.#covers(each) && this.#newest(each, at)?.prices !== null,
    );
    return next ? this.#closesAt(next) - 30 * MINUTE : this.#closesAt(session) + 120 * MINUTE;
  }

  #covers(session: SessionName): boolean {
    const from = madridHour(this.#day.date, RULES[session].from);
    return this.#items.some(({ end }) => end - this.#day.minutes * MINUTE >= from);
  }
}

/** A quotient with some digits after the point, rounded half away from zero. */
function decimal(num: bigint, den: bigint, digits: number): string {
  const isNegative = num < 0n !== den < 0n;
  const [top, bottom] = [num < 0n ? -num : num, den < 0n ? -den : den];
  const units = (top * 10n ** BigInt(digits) * 2n + bottom) / (bottom * 2n);
  const text = units.toString().padStart(digits + 1, '0');
  const sign = isNegative && units > 0n ? '-' : '';
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function compare(shown: ShownPlan, expected: ShownPlan, found: string[]): void {
  const sessions = shown.sessions.map(
    ({ session, status, bought_mwh, average_price, cost, revised_price }): ShownSession => {
      return { session, status, bought_mwh, average_price, cost, revised_price };
    },
  );
  const own = { sessions, left_mwh: shown.left_mwh, left: shown.left };
  for (const key of ['sessions', 'left_mwh', 'left'] as const) {
    const [a, b] = [JSON.stringify(own[key]), JSON.stringify(expected[key])];
    if (a !== b) found.push(`${key} is ${a}, and prices give ${b}.`);
  }
}
