import { clockQuarter, MINUTE_MS, QUARTER_MS } from '@solano/domain/kernel';
import type { Market, Period } from '../markets/sessions.ts';
import type { MilliEuro } from './milli-euro.ts';
import { PriceCache } from './price-cache.ts';
import type { PricePrediction, PriceReader, PriceSeries } from './prices.ts';

/** Prices of one market's quarter hours, by their end (ms). */
export type PriceCurve = ReadonlyMap<number, MilliEuro>;

/**
 * Gathers the prices of the requested quarter hours. Series are added from the newest to the
 * oldest: the newest that covers a quarter wins for it.
 */
export class CurveBuilder {
  readonly #requested: Set<number>;
  readonly #quarters = new Map<number, MilliEuro>();

  /** @param quarters ends (ms) of the requested quarter hours; other prices are dropped. */
  constructor(quarters: Iterable<number>) {
    this.#requested = new Set(quarters);
  }

  /** The curve gathered so far. */
  get curve(): PriceCurve {
    return this.#quarters;
  }

  /** Whether every quarter has its price, so that older series cannot add anything. */
  get complete(): boolean {
    return this.#requested.size === 0;
  }

  /** Adds a series' prices of the quarters that have none yet; returns whether it had any. */
  addOlder(series: PriceSeries): boolean {
    const missing = this.#requested.size;
    const { ends, prices, stepMinutes: minutes } = series;
    for (let i = 0; i < ends.length && !this.complete; i += 1) {
      const period = { end: ends[i] as number, minutes };
      const start = startOf(period);
      for (let quarter = lastQuarter(period); quarter > start; quarter -= QUARTER_MS) {
        if (this.#requested.delete(quarter)) this.#quarters.set(quarter, prices[i] as MilliEuro);
      }
    }
    return this.#requested.size < missing;
  }
}

/**
 * The sum over the period of price × minutes, in thousandths of EUR/MWh × minutes: divided by the
 * period's minutes it is the mean price, undivided it compares exactly. Undefined if any minute
 * has no price.
 */
export function priceMinutes(curve: PriceCurve, period: Period): number | undefined {
  let sum = 0;
  const start = startOf(period);
  for (let quarter = lastQuarter(period); quarter > start; quarter -= QUARTER_MS) {
    const price = curve.get(quarter);
    if (price === undefined) return undefined;
    sum += price * minutesWithin(quarter, period);
  }
  return sum;
}

/** The ends (ms) of the quarter hours that a period touches, the last one first. */
export function quartersOf(period: Period): number[] {
  const start = startOf(period);
  const quarters: number[] = [];
  for (let end = lastQuarter(period); end > start; end -= QUARTER_MS) quarters.push(end);
  return quarters;
}

function startOf({ end, minutes }: Period): number {
  return end - minutes * MINUTE_MS;
}

function lastQuarter({ end }: Period): number {
  return Math.ceil(end / QUARTER_MS) * QUARTER_MS;
}

/** How many minutes of the quarter hour that ends at `quarter` (ms) lie in a period. */
export function minutesWithin(quarter: number, { end, minutes }: Period): number {
  const start = end - minutes * MINUTE_MS;
  return (Math.min(quarter, end) - Math.max(quarter - QUARTER_MS, start)) / MINUTE_MS;
}

/** The quarter hours of the clock that a period lies in, and its minutes in each. */
export interface ClockParts {
  /** The same for periods at the same time of day. */
  readonly name: string;
  readonly quarters: readonly { readonly clock: number; readonly minutes: number }[];
}

/** Kept for as long as a period is: models and evaluations ask for each of its sessions. */
const partsOf = new WeakMap<Period, ClockParts>();

export function clockParts(period: Period): ClockParts {
  const known = partsOf.get(period);
  if (known) return known;
  const quarters = Array.from(quartersOf(period), (quarter) => ({
    clock: clockQuarter(quarter),
    minutes: minutesWithin(quarter, period),
  }));
  const name = quarters.map(({ clock, minutes }) => `${clock} ${minutes}`).join();
  const parts = { name, quarters };
  partsOf.set(period, parts);
  return parts;
}

/** Predicted prices, and where they came from. */
export interface PredictedCurve {
  readonly curve: PriceCurve;
  /** Whether every requested quarter hour has its price. */
  readonly complete: boolean;
  /** The predictions that it was gathered from, newest generation first. */
  readonly used: readonly PricePrediction[];
}

/**
 * The newest predicted prices of a market for the given periods, as far as there are any, from
 * predictions that were generated before `before` (ms; default: ever).
 */
export async function predictedCurve(
  prices: PriceReader,
  market: Market,
  periods: readonly Period[],
  before = Infinity,
): Promise<PredictedCurve> {
  const builder = new CurveBuilder(periods.flatMap((period) => quartersOf(period)));
  const used: PricePrediction[] = [];
  let from = Infinity;
  let to = -Infinity;
  for (const { end, minutes } of periods) {
    from = Math.min(from, end - minutes * MINUTE_MS);
    to = Math.max(to, end + QUARTER_MS);
  }
  if (!builder.complete) {
    for await (const prediction of prices.predictions(market, from, to, before)) {
      if (builder.addOlder(prediction)) used.push(prediction);
      if (builder.complete) break;
    }
  }
  return { curve: builder.curve, complete: builder.complete, used };
}

/** Quarter hours of all curves together: some eight years of them, and as many bytes as ten millions. */
const MAX_QUARTERS = 300_000;

/**
 * Caches {@link predictedCurve} for as long as no price of the market changes: most purchases are of
 * the same days.
 */
export class PredictedCurves {
  readonly #cache = new PriceCache<PredictedCurve>(MAX_QUARTERS);

  /** As {@link predictedCurve}. */
  of(prices: PriceReader, market: Market, periods: readonly Period[]): Promise<PredictedCurve> {
    const quarters = new Set(periods.flatMap((period) => quartersOf(period)));
    const read = () => predictedCurve(prices, market, periods);
    return this.#cache.get(prices, [market], spansOf(quarters), read, quarters.size);
  }
}

/** The quarter hours by their first end and how many follow each other from there on. */
function spansOf(quarters: ReadonlySet<number>): string {
  const spans: [first: number, count: number][] = [];
  for (const end of [...quarters].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && end === last[0] + last[1] * QUARTER_MS) last[1] += 1;
    else spans.push([end, 1]);
  }
  return spans.join(' ');
}
