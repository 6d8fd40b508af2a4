import type { JsonText } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { StrategySetting } from '../models/parameters.ts';
import type { StrategyOwner } from '../strategies/catalogue.ts';
import type { DayRange } from './backtest-range.ts';

export const BACKTEST_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

/** What follows from a lead over model 8 with its 95 % interval; nothing from few days. */
export type RuleVerdict = (typeof RULE_VERDICTS)[number];
export const RULE_VERDICTS = ['better', 'not_distinguishable', 'worse', 'few_days'] as const;
/** Days of prices from which on one way of buying is said to be better than another: 8 weeks and more. */
export const MIN_VERDICT_DAYS = 60;

/** A requested backtest. */
export interface BacktestRequest extends StrategyOwner, DayRange {
  readonly id: string;
  readonly settings: readonly StrategySetting[];
  /** Null: the request brought settings of its own. */
  readonly settingsVersion: number | null;
  /** The JSON of an array of items; null: 1 MW throughout each day. */
  readonly series: JsonText | null;
  readonly createdAt: Date;
}

/** How far a backtest has come. */
export interface BacktestState extends Pick<BacktestRequest, 'id' | 'settingsVersion'> {
  readonly status: BacktestStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** The JSON of a {@link Backtest}; null until it is completed. */
  readonly result: JsonText | null;
  /** Empty where there is none. */
  readonly error: string;
}

/** Keeps the backtests that customers ask for. Errors: `store_unavailable`. */
export interface BacktestStore {
  /**
   * Adds a backtest with its job and its audit entry, all or none, unless `maxUnsettled` of its customer are queued
   * or running: false. Of some that are added at once no more are added. Errors: `not_found` for
   * the customer, `invalid_request` for texts that cannot be stored.
   */
  add(request: BacktestRequest, maxUnsettled: number, entry: AuditEntry): Promise<boolean>;
  /** A backtest of a customer's user. */
  get(
    owner: Pick<StrategyOwner, 'customerId' | 'user'>,
    id: string,
  ): Promise<BacktestState | undefined>;
  /** Calls it running, from its beginning; undefined if there is none, or it is settled. */
  begin(id: string): Promise<BacktestRequest | undefined>;
  /** Stores the progress of a running backtest, 0 to 1. */
  report(id: string, progress: number): Promise<void>;
  /** Ends one that is not settled yet. */
  settle(
    id: string,
    outcome: { readonly result: JsonText } | { readonly error: string },
    at: Date,
  ): Promise<void>;
  /** Deletes what was settled before a time. */
  purge(before: Date): Promise<void>;
}
