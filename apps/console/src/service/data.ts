import { loadOnce } from '../api/cache.ts';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { permitted } from '../session/permitted.ts';
import { MINUTE_MS } from '../time/zone.ts';

const REFRESH_MS = 10_000;

/** The state of a market's prices, and when more are due. */
export type Market = Awaited<ReturnType<typeof listMarkets>>[number];

function listMarkets() {
  return dataOf(api.GET('/api/v0/markets/'));
}

const MARKETS = 'markets';

export function useMarkets(): Query<Market[]> {
  return useQuery(MARKETS, permittedMarkets, MINUTE_MS);
}

/** Loads the state of all markets, or joins the request for it that is in flight. */
export function loadMarkets(): Promise<Market[]> {
  return loadOnce(MARKETS, permittedMarkets);
}

function permittedMarkets(): Promise<Market[]> {
  return permitted('prices', listMarkets);
}

export type Service = Schemas['ServiceState'];

export function useService(): Query<Service> {
  return useQuery(
    'service',
    () => permitted('operator', () => dataOf(api.GET('/api/v0/service'))),
    REFRESH_MS,
  );
}
