import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';

export type Plant = Schemas['Plant'];

export function usePlants(): Query<Plant[]> {
  return useQuery('plants', () => dataOf(api.GET('/api/v0/plants/')));
}
