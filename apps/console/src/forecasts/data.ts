import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { isForecast, requireForecast } from '../scores/data.ts';

export type ForecastRow = Schemas['NormalizedForecastRow'];

/** Loads the newest forecast of plants, of all if none is named; undefined loads nothing. */
export function useForecast(plants: readonly string[] | undefined): Query<ForecastRow[]> {
  return useQuery(plants && `forecast ${JSON.stringify(plants)}`, () => loadForecast(plants ?? []));
}

async function loadForecast(plants: readonly string[]): Promise<ForecastRow[]> {
  const isAsked = (name: string) => plants.length === 0 || plants.includes(name);
  await requireForecast((score) => isAsked(score.plant) && isForecast(score));
  const query = { plant: [...plants], partial: 'true' as const };
  return dataOf(api.GET('/api/v0/forecasts/normalized/', { params: { query } }));
}
