import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';

/** The service lists so many at most. */
export const MAX_PORTFOLIOS = 100;

const REFRESH_MS = 30_000;

type Portfolios = Awaited<ReturnType<typeof loadPortfolios>>;
export type Portfolio = Portfolios[number];

function loadPortfolios() {
  return dataOf(api.GET('/api/v0/consumption/portfolios'));
}

/** The users and retailers that have measured consumption, with the start of the first of it. */
export function usePortfolios(): Query<Portfolios> {
  return useQuery('consumption-portfolios', loadPortfolios, REFRESH_MS);
}
