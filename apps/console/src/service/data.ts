import { request } from '../api/pending.ts';
import type { Query } from '../api/query.ts';
import { useQuery } from '../api/query.ts';
import { MINUTE_MS } from '../time/zone.ts';

/** What is known of a market's prices, and when more is due. */
export interface Market {
  readonly market: string;
  readonly session: string;
  readonly newest_realised_day: string | null;
  readonly newest_realised_at: string | null;
  readonly source: string | null;
  readonly revision: number | string | null;
  readonly expected_at: string | null;
  readonly late_by_seconds: number;
  readonly missing_days: readonly string[];
  readonly cancelled_days: readonly string[];
  readonly held_days: readonly string[];
  readonly newest_prediction_at: string | null;
  readonly prediction_inputs_until: string | null;
}

export function useMarkets(): Query<Market[]> {
  return useQuery('markets', () => request<Market[]>('GET', 'markets/'), MINUTE_MS);
}
