import {
  type ClockParts,
  clockParts,
  type DayErrors,
  type Period,
  type Session,
} from '@solano/domain/market';
import type { PastDaysOfSlots } from '../models/slots/slots.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { ExactTrades } from './cost.ts';
import type { Fraction } from './fraction.ts';
import { dearestSum, type Row, sumsOf } from './row-sums.ts';
import type { ItemTrade } from './trades.ts';

/** Rows that are kept for a history: the quarter hours and hours of a day, those of clock changes too. */
const MAX_ROWS = 200;

/**
 * Costs of a purchase if predictions were off as on past days, each as likely: the scenarios of
 * model 5, with all delivery days of a purchase off as on the same past day.
 */
export class Scenarios {
  readonly #items: readonly SeriesItem[];
  readonly #past: PastDaysOfSlots;

  constructor(items: readonly SeriesItem[], past: PastDaysOfSlots) {
    this.#items = items;
    this.#past = past;
  }

  get count(): number {
    return this.#past.count;
  }

  /**
   * The mean of the dearest tenth of the scenarios, the number of these rounded up. Null where a
   * trade's session has no history.
   *
   * @param cost at predicted prices, in the units of `exact`.
   */
  dearestTenth(exact: ExactTrades, trades: readonly ItemTrade[], cost: bigint): Fraction | null {
    const { count } = this;
    const exposures = count > 0 && this.#exposures(exact, trades);
    if (!exposures) return null;
    const tenth = Math.ceil(count / 10);
    const extra = dearestSum([...exposures.values()], [...exposures.keys()], count, tenth);
    const { num, den } = exact.euros(BigInt(tenth) * cost + extra);
    return { num, den: den * BigInt(tenth) };
  }

  /**
   * The cost in each scenario, in the units of `exact`. Undefined where there are none, or a trade's
   * session has no history.
   *
   * @param cost at predicted prices, in the same units.
   */
  costs(exact: ExactTrades, trades: readonly ItemTrade[], cost: bigint): bigint[] | undefined {
    const exposures = this.count > 0 && this.#exposures(exact, trades);
    if (!exposures) return undefined;
    const sums = sumsOf([...exposures.values()], [...exposures.keys()], this.count);
    return sums.map((sum) => cost + sum);
  }

  /** What an item's price in a session is off by in each scenario; see {@link PastDaysOfSlots.errors}. */
  errors(item: number, session: Session): Float64Array | undefined {
    return this.#past.errors(item, session);
  }

  /** Traded MW × percent by the errors that they are exposed to. */
  #exposures(
    exact: ExactTrades,
    trades: readonly ItemTrade[],
  ): ReadonlyMap<Row, bigint> | undefined {
    const exposures = new Map<Row, bigint>();
    for (const trade of trades) {
      const days = this.#past.of(trade.item, trade.session as Session);
      const row = days && errorsOf(days, (this.#items[trade.item] as SeriesItem).period);
      if (!row) return undefined;
      exposures.set(row, (exposures.get(row) ?? 0n) + exact.traded(trade).net);
    }
    return exposures;
  }
}

/** Kept for as long as a history is, which many purchases share. */
const rowsOf = new WeakMap<readonly DayErrors[], Map<string, Row | undefined>>();

/** Minutes × errors of an item on each day; undefined where a quarter has no errors. */
function errorsOf(days: readonly DayErrors[], period: Period): Row | undefined {
  const parts = clockParts(period);
  const rows = rowsOf.get(days) ?? new Map<string, Row | undefined>();
  rowsOf.set(days, rows);
  if (rows.has(parts.name)) return rows.get(parts.name);
  if (rows.size >= MAX_ROWS) rows.clear();
  const values = rowOf(days, parts);
  const row = values && { values, largest: largest(values) };
  rows.set(parts.name, row);
  return row;
}

function rowOf(days: readonly DayErrors[], { quarters }: ClockParts): Float64Array | undefined {
  const row = new Float64Array(days.length);
  for (const { clock, minutes } of quarters) {
    // A session that does not cover the quarter has no errors in it.
    if (Number.isNaN(days[0]?.[clock])) return undefined;
    for (let k = 0; k < row.length; k += 1) {
      row[k] = (row[k] as number) + minutes * ((days[k] as DayErrors)[clock] as number);
    }
  }
  return row;
}

function largest(row: Float64Array): number {
  let max = 0;
  for (let k = 0; k < row.length; k += 1) max = Math.max(max, Math.abs(row[k] as number));
  return max;
}
