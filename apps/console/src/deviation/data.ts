import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import type { Days } from '../time/days.ts';

/** Energy in MWh and money in EUR. */
export interface Sums {
  readonly bought_mwh: string;
  readonly measured_mwh: string;
  readonly short_mwh: string;
  readonly long_mwh: string;
  readonly market_cost: string;
  readonly deviation_cost: string;
  readonly cost_over_day_ahead: string;
}

/** What the cost is due to; the parts add up. */
export const CAUSES = ['volume_short', 'volume_long', 'correction', 'market_choice'] as const;

export type Causes = Readonly<Record<(typeof CAUSES)[number], string>>;

/** A period, day or month, or the same hour or weekday of all days. */
export interface DeviationRow extends Sums {
  readonly start_utc?: string;
  readonly end_utc?: string;
  readonly day?: string;
  readonly month?: string;
  readonly hour?: number;
  /** 1 is Monday. */
  readonly weekday?: number;
  readonly causes?: Causes;
}

export interface Missing {
  readonly from: string;
  readonly to: string;
  readonly what: 'measurement' | 'decision' | 'price' | 'market_price';
}

export interface Deviation {
  readonly periods: number;
  readonly missing: readonly Missing[];
  readonly undecided: readonly string[];
  readonly sessions: readonly {
    readonly session: string;
    readonly rests_on: 'decision' | 'executed' | 'both';
    readonly bought_mwh: string;
    readonly cost: string;
  }[];
  readonly not_bought: readonly { readonly session: string; readonly mwh: string }[];
  readonly total: Sums;
  readonly causes: Causes;
  readonly rows: readonly DeviationRow[];
}

export const GROUPINGS = ['day', 'hour_of_day', 'weekday', 'month', 'hour', 'period'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What was bought and measured in some Madrid days of delivery, and what the difference cost. */
export function useDeviation(desk: Desk, days: Days, by: Grouping): Query<Deviation> {
  const { user, retailer } = desk;
  const query = { retailer_id: retailer, ...days, by };
  return useQuery(`deviation ${JSON.stringify([user, query])}`, () =>
    dataOf<Deviation>(
      api.GET(
        '/api/v0/user/{user}/deviation' as never,
        { params: { path: { user }, query } } as never,
      ),
    ),
  );
}

/** Returns the address of a file of the deviation, or of the report of a month. */
export function fileOf(
  { user, retailer }: Desk,
  what: 'deviation' | 'report',
  query: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams({ retailer_id: retailer, ...query }).toString();
  return `user/${encodeURIComponent(user)}/${what}?${search}`;
}
