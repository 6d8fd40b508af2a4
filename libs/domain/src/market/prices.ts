import { SolanoError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import type { MilliEuro } from './decimal.ts';
import type { Market, Period } from './sessions.ts';
import { MARKETS, REGION } from './sessions.ts';

const MINUTE_MS = 60_000;
const MOST_AHEAD_MS = 5 * MINUTE_MS;
/** The shortest period that the market trades. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Prices of consecutive or separate periods of one length, in order of time. */
export interface PriceSeries {
  /** Length of every period, in minutes. */
  readonly stepMinutes: number;
  /** End of each period, in ms since the epoch, ascending. */
  readonly ends: readonly number[];
  readonly prices: readonly MilliEuro[];
}

/** What was predicted for one market at one moment. */
export interface PricePrediction extends PriceSeries {
  readonly market: Market;
  readonly generatedAt: Date;
}

/** What one market's auction for one day brought, from one published file. */
export interface RealisedPrices extends PriceSeries {
  readonly market: Market;
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Revision of the file; the highest one counts. */
  readonly version: number;
}

/** Keeps predictions with their history, and realised prices. Errors: `store_unavailable`. */
export interface PriceStore {
  /** Keeps a prediction; one of the same market and generation time is replaced. */
  putPrediction(prediction: PricePrediction): Promise<void>;
  /**
   * The predictions of a market with a period that may touch the time from `from` to `to` (ms),
   * newest generation first, fetched as they are asked for.
   */
  predictions(market: Market, from: number, to: number): AsyncIterable<PricePrediction>;
  /** Keeps realised prices; for each market and day the highest version stays. All or nothing. */
  putRealised(prices: readonly RealisedPrices[]): Promise<void>;
  /** The realised prices of a market for the days `from` to `to` (`YYYY-MM-DD`), by day. */
  realised(market: Market, from: string, to: string): Promise<RealisedPrices[]>;
}

/** @throws SolanoError `not_found` for a region or market that the service does not have. */
export function requireMarket(region: string, market: string): Market {
  if (region !== REGION) throw new SolanoError('not_found', `Unknown region: ${region}`);
  const found = MARKETS.find((name) => name === market);
  if (found) return found;
  throw new SolanoError('not_found', `Unknown market: ${market} (one of ${MARKETS.join(', ')})`);
}

/**
 * Stores a prediction. Errors: `invalid_request` for a generation time more than five minutes
 * ahead of the clock.
 */
export async function putPrediction(
  deps: { prices: PriceStore; clock: Clock },
  prediction: PricePrediction,
): Promise<void> {
  if (prediction.generatedAt.getTime() > deps.clock().getTime() + MOST_AHEAD_MS) {
    const time = prediction.generatedAt.toISOString();
    throw new SolanoError('invalid_request', `The generation time ${time} lies in the future.`);
  }
  await deps.prices.putPrediction(prediction);
}

/**
 * The predicted prices of one market at the quarter hours that a purchase needs. Predictions are
 * added from the newest to the oldest: the newest that covers a quarter wins for it.
 */
export class PriceCurve {
  readonly #wanted: Set<number>;
  readonly #quarters = new Map<number, MilliEuro>();

  /** @param periods what will be asked for; prices of other times are not kept. */
  constructor(periods: Iterable<Period>) {
    this.#wanted = new Set();
    for (const period of periods) {
      for (const quarter of quartersOf(period)) this.#wanted.add(quarter);
    }
  }

  /** Whether every quarter has its price, so that older predictions cannot add anything. */
  get complete(): boolean {
    return this.#wanted.size === 0;
  }

  /** Takes what a series knows of the quarters that are still without a price. */
  addOlder(series: PriceSeries): void {
    series.ends.forEach((end, i) => {
      for (const quarter of quartersOf({ end, minutes: series.stepMinutes })) {
        if (this.#wanted.delete(quarter))
          this.#quarters.set(quarter, series.prices[i] as MilliEuro);
      }
    });
  }

  /**
   * The sum over the period of price × minutes, in thousandths of EUR/MWh × minutes: divided by
   * the period's minutes it is the mean price, undivided it compares exactly. Undefined when any
   * minute has no price.
   */
  weigh(period: Period): number | undefined {
    const start = period.end - period.minutes * MINUTE_MS;
    let sum = 0;
    for (const quarter of quartersOf(period)) {
      const price = this.#quarters.get(quarter);
      if (price === undefined) return undefined;
      const covered = Math.min(quarter, period.end) - Math.max(quarter - QUARTER_MS, start);
      sum += (price * covered) / MINUTE_MS;
    }
    return sum;
  }
}

/** The ends (ms) of the quarter hours that a period touches, the last one first. */
function* quartersOf(period: Period): Generator<number> {
  const start = period.end - period.minutes * MINUTE_MS;
  const last = Math.ceil(period.end / QUARTER_MS) * QUARTER_MS;
  for (let quarter = last; quarter > start; quarter -= QUARTER_MS) yield quarter;
}

/** The newest predicted prices of a market for the given periods, as far as there are any. */
export async function predictedCurve(
  prices: PriceStore,
  market: Market,
  periods: readonly Period[],
): Promise<PriceCurve> {
  const curve = new PriceCurve(periods);
  let from = Infinity;
  let to = -Infinity;
  for (const { end, minutes } of periods) {
    from = Math.min(from, end - minutes * MINUTE_MS);
    to = Math.max(to, end + QUARTER_MS);
  }
  if (curve.complete) return curve;
  for await (const prediction of prices.predictions(market, from, to)) {
    curve.addOlder(prediction);
    if (curve.complete) break;
  }
  return curve;
}
