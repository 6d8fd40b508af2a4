import type {
  CancelledSession,
  DaySpreadCurves,
  MeanSpreads,
  PastErrors,
  Period,
  PriceCurve,
  PriceLimits,
  PricePrediction,
  Session,
} from '@solano/domain/market';
import type { StrategySetting } from './parameters.ts';

/** One submitted item: its label and the period that the label ends. */
export interface SeriesItem {
  readonly label: string;
  readonly period: Period;
  /** MW to buy; negative to sell. */
  readonly megawatts: number;
}

/** The inputs for splitting a purchase. */
export interface SplitTask {
  /** The submitted items in their order. */
  readonly items: readonly SeriesItem[];
  /** The instant of submission, in ms: it decides which gates are open. */
  readonly submittedAt: number;
  /** The models that are to run, with their parameters. */
  readonly settings: readonly StrategySetting[];
  /** Sessions known to be cancelled for a day of the items; default: none. */
  readonly cancelled?: readonly CancelledSession[];
}

/** The inputs of the models; plain data, so that it can be sent to another thread. */
export interface SplitInputs extends SplitTask {
  /** The predicted prices of each session's market; a session without predictions has no entry. */
  readonly curves: ReadonlyMap<Session, PriceCurve>;
  readonly history: ErrorsByVintage;
  /** Of the last 56 days known; default: none is known. */
  readonly spreads?: MeanSpreads;
  /** Of the items' days, the newest known of each pair of sessions; default: none is known. */
  readonly spreadCurves?: readonly DaySpreadCurves[];
  /** The prices that the markets take; default: those known to the service. */
  readonly priceLimits?: readonly PriceLimits[];
}

/** The models' inputs, and the predictions that they came from. */
export interface GatheredInputs extends SplitInputs {
  readonly used: ReadonlyMap<Session, readonly PricePrediction[]>;
}

/**
 * The past prediction errors of sessions, by the session before whose gate the predictions were
 * made and then by their own: only errors of one vintage are compared.
 */
export type ErrorsByVintage = ReadonlyMap<Session, ReadonlyMap<Session, PastErrors>>;
