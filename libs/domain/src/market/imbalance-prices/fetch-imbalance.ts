import { dateAfter, dateAt, datesBetween } from '@solano/domain/kernel';
import type { SourceOutcome } from '../market-data/store-document.ts';
import {
  type CollectImbalanceDeps,
  type CollectImbalanceOptions,
  collectImbalance,
} from './collect-imbalance.ts';
import { IMBALANCE_SERIES } from './imbalance-prices.ts';

/** Days in a row that a source does not answer before it is not asked again. */
const FAILED_DAYS = 2;

export interface FetchImbalanceOptions extends Omit<CollectImbalanceOptions, 'requester'> {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly onProgress?: (next: string) => void;
}

export interface FetchedImbalance extends SourceOutcome {
  readonly series: typeof IMBALANCE_SERIES;
  readonly date: string;
}

/**
 * Asks a source for the prices of deviations of those of some days that have none and are over, the
 * newest first. Errors: `store_unavailable`, `objects_unavailable`.
 */
export async function fetchImbalance(
  deps: CollectImbalanceDeps,
  { from, to, onProgress, ...options }: FetchImbalanceOptions,
): Promise<FetchedImbalance[]> {
  const yesterday = dateAfter(dateAt(deps.clock().getTime()), -1);
  const last = to < yesterday ? to : yesterday;
  const known = new Set<string>();
  for await (const { date } of deps.imbalance.prices(from, last)) known.add(date);
  const dates = from <= last ? datesBetween(from, last).toReversed() : [];
  const fetched: FetchedImbalance[] = [];
  let failed = 0;
  for (const date of dates.filter((each) => !known.has(each))) {
    if (failed === FAILED_DAYS) break;
    onProgress?.(`${IMBALANCE_SERIES} of ${date}`);
    const outcome = await collectImbalance(deps, date, { ...options, requester: 'fetch' });
    fetched.push({ series: IMBALANCE_SERIES, date, ...outcome });
    failed = outcome.result === 'unavailable' ? failed + 1 : 0;
  }
  return fetched;
}
