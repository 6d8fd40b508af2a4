import type { Schemas } from '../api/client.ts';
import { api, dataOf } from '../api/client.ts';
import type { Query } from '../api/query.ts';
import { useQuery } from '../api/query.ts';

export type Strategy = Schemas['StrategyDefinition'];

export function useStrategies(user: string, retailer: string): Query<Strategy[]> {
  const isKnown = user !== '' && retailer !== '';
  return useQuery(isKnown ? `strategies ${JSON.stringify([user, retailer])}` : undefined, () =>
    dataOf(
      api.GET('/api/v0/strategies/{user}', {
        params: { path: { user }, query: { idretailer: retailer } },
      }),
    ),
  );
}
