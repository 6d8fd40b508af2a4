import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';

export type ForecastRow = Schemas['NormalizedForecastRow'];

/** Loads the newest forecast of plants, of all if none is named; undefined loads nothing. */
export function useForecast(plants: readonly string[] | undefined): Query<ForecastRow[]> {
  return useQuery(plants && `forecast ${JSON.stringify(plants)}`, () =>
    dataOf(
      api.GET('/api/v0/forecasts/normalized/', {
        params: { query: { plant: [...(plants ?? [])], partial: 'true' } },
      }),
    ),
  );
}
