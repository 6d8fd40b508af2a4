import { type Clock, invalidRequest, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { MARKETS, type Market, REGION } from '../markets/sessions.ts';
import type { MilliEuro } from './milli-euro.ts';
import type { Bands } from './quantiles.ts';

/** How far a generation time may be from the clock and still be now. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Prices of consecutive or separate periods of one length, in order of time. */
export interface PriceSeries {
  /** Length of every period, in minutes. */
  readonly stepMinutes: number;
  /** End of each period, in ms since the epoch, ascending. */
  readonly ends: readonly number[];
  readonly prices: readonly MilliEuro[];
}

/**
 * How a prediction came to be: `live`, made by the service for then; `hindcast`, made by it later
 * for an earlier instant; `imported`, put at most five minutes old; `backdated`, put older.
 */
export type PredictionOrigin = (typeof PREDICTION_ORIGINS)[number];
export const PREDICTION_ORIGINS = ['live', 'hindcast', 'imported', 'backdated'] as const;

/** A prediction for one market, made at one moment. */
export interface PricePrediction extends PriceSeries {
  readonly market: Market;
  readonly generatedAt: Date;
  readonly origin: PredictionOrigin;
  /** End of the realised prices that it was made from; null if unknown. */
  readonly inputsUntil: Date | null;
}

/** A prediction with how sure it is. */
export interface BandedPrediction extends PricePrediction {
  /** Null where the prediction has no bands. */
  readonly bands: Bands | null;
  /** Left out where the service did not make it. */
  readonly trace?: PredictionTrace | undefined;
}

/** The trace of a prediction of the service, on the first day that is not realised. */
export interface PredictionTrace {
  /** `prices`, and the names of the exogenous series that it had. */
  readonly inputs: readonly string[];
  /** Mean weights over the hours, the leading member first. */
  readonly members: readonly { readonly name: string; readonly weight: number }[];
  /** The last days (`YYYY-MM-DD`) from which the fits of its models learned. */
  readonly fits: readonly { readonly member: string; readonly until: string }[];
  /**
   * How each day-ahead price that was not realised came about; left out where the baseline made
   * them, and of intraday prices, which follow the day-ahead ones.
   */
  readonly days?: readonly TracedDay[];
}

/** Inputs from which one day's prices can be computed again, beside the realised prices. */
export interface TracedDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly inputs: readonly string[];
  /** For each member its weight in every four hours of the day. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
  /**
   * What was added to the members' weighted mean in each of 24 hours, EUR/MWh; none in traces of
   * predictions that are that mean.
   */
  readonly correction?: readonly number[];
  /** Digests of the models (`PriceModelStore`) that members have. */
  readonly models: readonly string[];
}

/** A prediction as it is put. */
export type NewPrediction = PricePrediction & Partial<Pick<BandedPrediction, 'bands' | 'trace'>>;

/** Source of realised prices: a source, an operator's CSV file, or no market at all. */
export type PriceSource = 'omie' | 'esios' | 'entsoe' | 'csv' | 'synthetic';

/** The version of realised prices that are not OMIE's, whose revisions count from 1 and win. */
export const UNPUBLISHED = 0;

/** Result of one market's auction for one day, from one file. */
export interface RealisedPrices extends PriceSeries {
  readonly market: Market;
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly source: PriceSource;
  /** Revision of OMIE's file, or {@link UNPUBLISHED}; the highest one counts. */
  readonly version: number;
  /**
   * Since when prices that an operator imported can be read; left out where it is not known, and
   * where they came from a source, whose documents have it.
   */
  readonly knownAt?: Date;
}

/** Reads predictions with their history, and realised prices. Errors: `store_unavailable`. */
export interface PriceReader {
  /**
   * The predictions of a market that were generated before `before` (ms; default: ever) with a
   * period that may touch the time from `from` to `to` (ms), newest generation first, fetched as
   * they are read.
   */
  predictions(
    market: Market,
    from: number,
    to: number,
    before?: number,
  ): AsyncIterable<PricePrediction>;
  /**
   * For each window, the newest prediction of the market that was generated before it closed and
   * whose time, from its first period to its last, overlaps the window's; undefined if there is
   * none. It holds only those of its periods that overlap the window.
   *
   * @param origin if given, other predictions are passed over.
   */
  lastPredictions(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(PricePrediction | undefined)[]>;
  /** As {@link lastPredictions}, with their bands, which are seven times a prediction's prices. */
  lastBanded(
    market: Market,
    windows: readonly PredictionWindow[],
    origin?: PredictionOrigin,
  ): Promise<(BandedPrediction | undefined)[]>;
  /**
   * A text that is another one after any price that this reader sees of the market was put or
   * removed. Readers with the same text see the same prices.
   */
  revision(market: Market): Promise<string>;
  /** As {@link revision}, of all that any process had committed when it was asked for. */
  committedRevision(market: Market): Promise<string>;
  /**
   * The realised prices of a market for the days `from` to `to` (`YYYY-MM-DD`), newest day first,
   * fetched as they are asked for.
   */
  realised(market: Market, from: string, to: string): AsyncIterable<RealisedPrices>;
}

/**
 * Keeps the prices of the markets, and synthetic ones. A change by an operator comes with its audit
 * entry, and both are stored or neither. Errors: `store_unavailable`.
 */
export interface PriceStore extends PriceReader {
  /**
   * The prices as a customer sees them: those of the markets, and the synthetic ones that are this
   * customer's alone. A market's own come before synthetic ones of the same generation time or day.
   * Prices put here are synthetic. Without such a view, synthetic prices are not seen.
   */
  seenBy(customerId: string): PriceStore;
  /** Keeps predictions; one of the same market and generation time is replaced. All or nothing. */
  putPredictions(predictions: readonly NewPrediction[], entry?: AuditEntry): Promise<void>;
  /** Keeps realised prices; for each market and day the highest version stays. All or nothing. */
  putRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void>;
  /** Keeps realised prices in the place of any other of their markets and days. All or nothing. */
  replaceRealised(prices: readonly RealisedPrices[], entry?: AuditEntry): Promise<void>;
  /** Deletes the synthetic realised prices of all customers, those of deviations as well. */
  removeSynthetic(): Promise<void>;
}

/** The time from `from` to `to`, as seen just before `before`; all in ms, infinite where open. */
export interface PredictionWindow {
  readonly from: number;
  readonly to: number;
  readonly before: number;
}

/** @throws SolanoError `not_found` for a region or market that the service does not have. */
export function requireMarket(region: string, market: string): Market {
  if (region !== REGION) throw new SolanoError('not_found', `Unknown region: ${region}`);
  const found = MARKETS.find((name) => name === market);
  if (found) return found;
  throw new SolanoError('not_found', `Unknown market: ${market} (one of ${MARKETS.join(', ')})`);
}

/**
 * Stores a prediction that was made elsewhere. Errors: `invalid_request` for a generation time more
 * than five minutes ahead of the clock.
 */
export async function putPrediction(
  deps: { prices: PriceStore; clock: Clock },
  prediction: Omit<BandedPrediction, 'origin' | 'inputsUntil'>,
  entry?: AuditEntry,
): Promise<void> {
  const age = deps.clock().getTime() - prediction.generatedAt.getTime();
  if (age < -TOLERANCE_MS) {
    const time = prediction.generatedAt.toISOString();
    throw invalidRequest(`The generation time ${time} lies in the future.`);
  }
  const origin = age <= TOLERANCE_MS ? 'imported' : 'backdated';
  await deps.prices.putPredictions([{ ...prediction, origin, inputsUntil: null }], entry);
}
