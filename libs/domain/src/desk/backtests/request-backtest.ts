import {
  type Clock,
  DAY_MS,
  dateAt,
  invalidRequest,
  isDate,
  type JsonText,
  SolanoError,
} from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { StrategySetting } from '../models/parameters.ts';
import { readSeries } from '../purchases/series.ts';
import type { StrategyOwner, StrategyStore } from '../strategies/catalogue.ts';
import { listStrategies, readSettings } from '../strategies/catalogue.ts';
import { itemsOfSeries } from './backtest-items.ts';
import { backtestDates, type DayRange } from './backtest-range.ts';
import type { BacktestState, BacktestStore } from './backtest-store.ts';

/** Days of one backtest: a year of all models is computed within a minute. */
const MAX_REQUEST_DAYS = 366;
/** Of one customer: one that runs and ten that wait. */
const MAX_UNSETTLED = 11;
const RETENTION_MS = 30 * DAY_MS;
const SERIES = { field: 'series', item: 'Series item' };

interface PurgeBacktestsDeps {
  readonly backtests: BacktestStore;
  readonly clock: Clock;
}

export interface BacktestDeps extends PurgeBacktestsDeps {
  readonly strategies: Pick<StrategyStore, 'get'>;
  readonly newId: () => string;
}

/** A request as it was parsed. */
export interface BacktestBody {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly series?: unknown;
  readonly settings?: unknown;
}

/** A request that was checked. */
export interface ReadBacktest extends DayRange {
  readonly series: JsonText | null;
  /** Null: those of the owner. */
  readonly settings: readonly StrategySetting[] | null;
}

/**
 * Checks a request for a backtest. Errors: `invalid_request` naming the first thing that is wrong,
 * of the days and the settings all.
 *
 * @param now in ms.
 */
export function readBacktest(
  { from, to, series, settings }: BacktestBody,
  { maxItems, now }: { readonly maxItems: number; readonly now: number },
): ReadBacktest {
  const range = { from: readDay('from', from), to: readDay('to', to) };
  const dates = backtestDates(range, { today: dateAt(now), maxDays: MAX_REQUEST_DAYS });
  return {
    ...range,
    series: isGiven(series) ? readItems(series, maxItems, dates) : null,
    settings: isGiven(settings) ? readSettings(settings) : null,
  };
}

/** Null counts as omitted. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readDay(name: string, value: unknown): string {
  if (!isGiven(value)) throw invalidRequest(`Missing required field: ${name}`);
  if (typeof value === 'string' && isDate(value)) return value;
  throw invalidRequest(`Field '${name}' must be a day such as 2026-11-22`);
}

function readItems(value: unknown, maxItems: number, dates: readonly string[]): JsonText {
  const items = readSeries(value, maxItems, SERIES);
  const itemsOf = itemsOfSeries(items);
  if (dates.every((date) => itemsOf(date).length === 0)) {
    throw invalidRequest(`No item of the series is in a day from ${dates[0]} to ${dates.at(-1)}.`);
  }
  return JSON.stringify(
    items.map(({ label, megawatts }) => ({ datetime: label, purchase: megawatts })),
  );
}

/**
 * Requests a backtest; returns its id. Errors: `too_many_waiting` where too many of the customer wait,
 * `invalid_request`, `store_unavailable`.
 */
export async function requestBacktest(
  { backtests, strategies, clock, newId }: BacktestDeps,
  source: AuditSource,
  owner: StrategyOwner,
  read: ReadBacktest,
): Promise<string> {
  const { from, to, series } = read;
  const newest = read.settings ? undefined : await listStrategies(strategies, owner);
  const id = newId();
  const request = {
    ...owner,
    id,
    from,
    to,
    series,
    settings: (read.settings ?? newest?.models ?? []).map(({ idmodel, enabled, parameters }) => {
      return { idmodel, enabled, parameters };
    }),
    settingsVersion: newest?.version ?? null,
    createdAt: clock(),
  };
  const entry = {
    ...source,
    at: request.createdAt,
    action: 'backtest.request',
    customerId: owner.customerId,
    subject: id,
  } as const;
  if (await backtests.add(request, MAX_UNSETTLED, entry)) return id;
  throw new SolanoError('too_many_waiting', 'One backtest is running and ten are waiting.');
}

/** A backtest of a customer's user. Errors: `not_found`, `store_unavailable`. */
export async function getBacktest(
  { backtests }: BacktestDeps,
  owner: Pick<StrategyOwner, 'customerId' | 'user'>,
  id: string,
): Promise<BacktestState> {
  const found = await backtests.get(owner, id);
  if (found) return found;
  throw new SolanoError('not_found', 'Backtest not found.');
}

/** Deletes backtests that were settled 30 days ago. Errors: `store_unavailable`. */
export function purgeBacktests({ backtests, clock }: PurgeBacktestsDeps): Promise<void> {
  return backtests.purge(new Date(clock().getTime() - RETENTION_MS));
}
