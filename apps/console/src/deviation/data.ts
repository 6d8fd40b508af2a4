import type { operations } from '@solano/client';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import type { Days } from '../time/days.ts';

type Response = operations['getDeviation']['responses'][200]['content']['application/json'];

/** Energy in MWh and money in EUR. */
type Sums = Response['total'];
export type Causes = Response['causes'];
export type Missing = Response['missing'][number];

/** What the cost is due to; the parts add up. */
export const CAUSES = ['volume_short', 'volume_long', 'correction', 'market_choice'] as const;

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

export type Deviation = Omit<Response, 'currency' | 'rows'> & {
  readonly rows: readonly DeviationRow[];
};

export const GROUPINGS = ['day', 'hour_of_day', 'weekday', 'month', 'hour', 'period'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What was bought and measured in some Madrid days of delivery, and what the difference cost. */
export function useDeviation(desk: Desk, days: Days, by: Grouping): Query<Deviation> {
  const { user, retailer } = desk;
  const query = { retailer_id: retailer, ...days, by };
  return useQuery(`deviation ${JSON.stringify([user, query])}`, () =>
    dataOf(api.GET('/api/v0/user/{user}/deviation', { params: { path: { user }, query } })),
  );
}

type Revisions =
  operations['listDeviationRevisions']['responses'][200]['content']['application/json'];

/** What has changed of complete days since they were published. */
export function useRevisions({ user, retailer }: Desk, days: Days): Query<Revisions> {
  const query = { retailer_id: retailer, ...days };
  return useQuery(`deviation-revisions ${JSON.stringify([user, query])}`, () =>
    dataOf(
      api.GET('/api/v0/user/{user}/deviation/revisions', { params: { path: { user }, query } }),
    ),
  );
}

type Differences =
  operations['listTradeDifferences']['responses'][200]['content']['application/json'];

/** What was executed against what was decided, by day and session. */
export function useDifferences({ user, retailer }: Desk, days: Days): Query<Differences> {
  const query = { retailer_id: retailer, ...days };
  return useQuery(`trade-differences ${JSON.stringify([user, query])}`, () =>
    dataOf(
      api.GET('/api/v0/user/{user}/trades/differences', { params: { path: { user }, query } }),
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
